// @module-tag sampled
import { beforeAll, describe, expect, test } from 'vitest';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { LONG } from '../fixtures/run-length';
import { describeBrowser } from '../setup/browser';

/** What a page would run, load or be led astray by if it took text for markup or code. Each calls `hit`, or another server. */
const HOSTILE: readonly string[] = [
  '<img src=x onerror=hit()>',
  '<script>hit()</script>',
  '</script><script>hit()</script>',
  '</title><script>hit()</script>',
  '</style><img src=x onerror=hit()>',
  '</textarea><svg onload=hit()>',
  '<svg><script>hit()</script></svg>',
  '<svg><animate onbegin=hit() attributeName=x>',
  '<iframe srcdoc="<script>parent.hit()</script>">',
  '<iframe src=javascript:parent.hit()>',
  '<object data=javascript:hit()>',
  '<details open ontoggle=hit()>x</details>',
  '<input autofocus onfocus=hit()>',
  '<a href=javascript:hit()>x</a>',
  '<base href=https://hostile.example/>',
  '<link rel=stylesheet href=https://hostile.example/a.css>',
  '<meta http-equiv=refresh content=0;url=https://hostile.example/>',
  '<video><source onerror=hit()></video>',
  '<math><mtext><img src=x onerror=hit()></mtext></math>',
  '"><img src=x onerror=hit()>',
  "' onmouseover=hit() x='",
  'javascript:hit()',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that must not be filled in
  '${hit()}{{constructor.constructor("hit()")()}}',
  '&lt;img src=x onerror=hit()&gt;\u202e\u0000',
  '__proto__',
];

const FILE = { hooke: 1, particles: { positions: [[0, 1, 0]], masses: 1 } };

/** Runs in the page, before its scripts. */
function countHits(): void {
  const counted = window as unknown as { hits: number; hit(): void };
  counted.hits = 0;
  counted.hit = () => counted.hits++;
}

/** Runs in the page: number of hits, and what text must never become. */
function traces() {
  const all = [...document.querySelectorAll('*')];
  const isHandler = (name: string) => name.startsWith('on');
  return {
    hits: (window as unknown as { hits: number }).hits,
    handlers: all.filter((one) => one.getAttributeNames().some(isHandler)).length,
    elements: document.querySelectorAll(
      'iframe, object, embed, base, video, math, meta[http-equiv=refresh], [autofocus]',
    ).length,
    addresses: all.filter((one) => /^javascript:/i.test(one.getAttribute('href') ?? one.getAttribute('src') ?? ''))
      .length,
    polluted: 'hooke' in {} || 'polluted' in {},
  };
}

function drop([name, text]: readonly [string, string]): void {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}

/** Where a text from outside comes in. Rejections are what is wanted. */
const PLACES: Record<string, (page: LabPage, text: string) => Promise<unknown>> = {
  'the name of a scene': (page, text) => page.hooke('load', { ...FILE, name: text }),
  'an unknown key of a file': (page, text) => page.hooke('load', JSON.parse(`{"hooke":1,${JSON.stringify(text)}:1}`)),
  'an id in a file': (page, text) => page.hooke('load', { ...FILE, integrator: text }),
  'the type of a command': (page, text) => page.hooke('send', { type: text }),
  'the key of a parameter': (page, text) => page.hooke('set', text, 1),
  'the name of a dropped file': (page, text) => page.evaluate(drop, [`${text}.json`, '{'] as const),
  'a statement of a dropped mesh': (page, text) => page.evaluate(drop, ['mesh.obj', `${text}\n`] as const),
  'an entry of a link': (page, text) =>
    page.evaluate((entry) => {
      location.hash = `#scene=chain&${entry}=${entry}&look=${encodeURIComponent(entry)}`;
    }, text),
};

describeBrowser('text from outside', () => {
  // 200 cases take a few seconds, and the content policy holds as well.
  describe.runIf(LONG)('is shown as text: nothing is run, added or fetched', () => {
    let page: LabPage;
    let before: ReturnType<typeof traces>;
    const requests: string[] = [];

    beforeAll(async () => {
      page = await openLab({ hash: '#scene=chain', keep: true, expectProblems: true, beforeScripts: countHits });
      page.on('request', (request) => requests.push(request.url()));
      page.on('dialog', (dialog) => requests.push(`dialog: ${dialog.message()}`));
      before = await page.evaluate(traces);
      expect(before).toMatchObject({ hits: 0, handlers: 0 });
    });

    for (const [place, enter] of Object.entries(PLACES)) {
      test(place, async () => {
        const origin = new URL(page.url()).origin;
        for (const text of HOSTILE) {
          await enter(page, text).catch(() => {});
          expect(await page.evaluate(traces), text).toEqual(before);
        }
        await page.evaluate(() => window.hooke.step(1));
        expect(await page.evaluate(traces)).toEqual(before);
        const isForeign = (address: string) => !address.startsWith(origin) && !address.startsWith('blob:');
        expect(requests.filter(isForeign)).toEqual([]);
        expect(page.problems).toEqual([]);
        expect(new URL(page.url()).origin).toBe(origin);
      });
    }

    test('messages and the list of scenes have it literally', async () => {
      const [text] = HOSTILE;
      await page.hooke('send', { type: text }).catch(() => {});
      await expect.poll(() => page.messages()).toContain(text);
      await page.hooke('load', { ...FILE, name: text });
      expect((await page.state()).scene).toBe(text);
      await expect
        .poll(() =>
          page.evaluate(
            () =>
              document.body.textContent +
              [...document.querySelectorAll('select')].map((one) => one.selectedOptions[0]?.text),
          ),
        )
        .toContain(text);
    });
  });
});
