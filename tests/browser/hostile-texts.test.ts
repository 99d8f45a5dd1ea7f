// @module-tag sampled
import { expect, inject, test } from 'vitest';
import { openLab } from '../fixtures/lab-page';
import { everyNth } from '../fixtures/run-length';
import { describeBrowser } from '../setup/browser';

/** Texts that run something, ask another server or change the page, where a page takes them for HTML, an address, a selector or a key. */
const TEXTS = [
  '<img src=x onerror=executed()>',
  '<svg onload=executed()>',
  '<script>executed()</script>',
  '"><script>executed()</script>',
  `' onfocus=executed() autofocus '`,
  '</title><script>executed()</script>',
  '</style><script>executed()</script>',
  '<iframe srcdoc="<script>parent.executed()</script>">',
  '<base href="https://elsewhere.test/">',
  '<meta http-equiv=refresh content="0;url=https://elsewhere.test/">',
  '<link rel=stylesheet href=https://elsewhere.test/a.css>',
  '<form action=https://elsewhere.test/><button>Play</button></form>',
  '<details open ontoggle=executed()>',
  '<style>*{background:url(https://elsewhere.test/)}</style>',
  'javascript:executed()',
  'data:text/html,<script>parent.executed()</script>',
  '<math><mi xlink:href=javascript:executed()>x</mi></math>',
  '{{constructor.constructor("executed()")()}}',
  '$\\href{javascript:executed()}{x}$ $\\htmlStyle{background:url(//elsewhere.test)}{x}$',
  '__proto__',
  'constructor',
  'toString',
  '\u202etxt.nosj\u0000\ufeff\ud800',
  '../../index.html?%00#&scene=chain&&=%zz',
  '<'.repeat(2000),
];

const SCENE = {
  hooke: 1,
  particles: {
    positions: [
      [0, 0, 0],
      [1, 0, 0],
    ],
    masses: [1, 2],
    pinned: [0],
  },
  springs: { pairs: [[0, 1]], restLengths: [0.9], stiffness: 100, damping: 0.1 },
  integrator: 'rk4',
  params: { dt: 0.001, gravity: 0, drag: 0 },
};

/** Runs in the page before its scripts: notes what must not happen. */
function watch(): void {
  const noted: string[] = [];
  const note = (what: string) => noted.push(what);
  Object.assign(window, { noted, executed: () => note('executed'), alert: note, open: note });
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => note(`asked for ${blockedURI}`));
}

/** Runs in the page: brings the text in by every way, as a name, key, id or value, and returns what it has done. */
async function bringIn([text, scene, turn]: [string, object, number]): Promise<string[]> {
  const { hooke, noted } = window as unknown as typeof window & { noted: string[] };
  const shown = async (part: string) => {
    while (!document.getElementById('messages')?.textContent?.includes(part)) await new Promise(requestAnimationFrame);
  };
  const ways: (() => Promise<unknown>)[] = [
    () => hooke.load({ ...scene, name: text }),
    () => hooke.load({ ...scene, [text]: 1 }),
    () => hooke.load({ ...scene, integrator: text }),
    () => hooke.load({ ...scene, forces: [{ type: text }] }),
    () => hooke.load({ ...scene, params: { [text]: text } }),
    () => hooke.set(text, text),
    () => hooke.send({ type: text } as never),
    () => {
      location.hash = `#${new URLSearchParams({ scene: text, [text]: '1' })}&pins=${text}&link${turn}=1`;
      return shown(`link${turn}`);
    },
    () => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([`o ${text}\nusemtl ${text}\nf 1 2 ${text}`], `file${turn} ${text}.obj`));
      dispatchEvent(new DragEvent('drop', { dataTransfer }));
      return shown(`file${turn}`);
    },
  ];
  for (const bring of ways) {
    await bring().catch(() => {});
    await new Promise(requestAnimationFrame);
  }
  const made = [
    ...document.querySelectorAll('iframe, object, embed, base, form, body script, body style, body link, img[src=x]'),
    ...[...document.querySelectorAll('*')].filter(({ attributes }) =>
      [...attributes].some(({ name }) => /^on/.test(name)),
    ),
  ];
  return [...noted.splice(0), ...made.map(({ outerHTML }) => outerHTML), ...Object.keys(Object.prototype)];
}

describeBrowser('a hostile text', () => {
  test('runs nothing, makes no element and asks no server, by each way into the page', async () => {
    const page = await openLab({ beforeScripts: watch, expectProblems: true });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.hooke('pause');
    for (const [i, text] of everyNth(12, TEXTS).entries()) {
      expect(await page.evaluate(bringIn, [text, SCENE, i] as [string, object, number]), text).toEqual([]);
    }
    expect(asked.filter((address) => !address.startsWith(inject('site').url))).toEqual([]);
    // It did come in.
    await page.hooke('load', { ...SCENE, name: TEXTS[0] });
    await expect.poll(() => page.locator('#scene').textContent()).toContain(TEXTS[0]);
    expect(page.problems).toEqual([]);
  });
});
