/** Random acts of a person on the page: mouse, keys, touch, buttons, fields and files. */
import fc from 'fast-check';
import type { Page } from 'playwright-core';

const KEYS =
  'Space . , s r p x z e w c u d Shift+D i h g m b f k l v Escape Tab Enter ArrowLeft ArrowRight ArrowUp ArrowDown Control+z Control+y ? 1 2 3'.split(
    ' ',
  );
const TEXTS = ['0', '-1', '0.001', '1e-39', '1e39', '1e308', 'NaN', '', '12', '0.5', '100000', '<b>', '2 ms'];
const FILES = [
  '{"hooke":1,"particles":{"positions":[[0,1,0],[0.2,1,0]],"masses":1,"pinned":[0]},"springs":{"pairs":[[0,1]],"stiffness":9}}',
  '{"hooke":1}',
  'not JSON',
  'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n',
];
const HASHES = [
  '#scene=chain',
  '#scene=cloth&rows=8&columns=8',
  '#dt=-1&x=2',
  '#z=AAAA',
  '#scene=cloth&rows=6&dt=0.02&integrator=rk4',
];

const fraction = fc.double({ min: 0.01, max: 0.99, noNaN: true });
const place = fc.tuple(fraction, fraction);

export const pageAct = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('key' as const), key: fc.constantFrom(...KEYS) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('button' as const), n: fc.nat(999) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('click' as const),
      at: place,
      button: fc.constantFrom('left', 'right', 'middle'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('drag' as const),
      at: place,
      to: place,
      modifier: fc.constantFrom('', '', 'Shift', 'Control'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wheel' as const), at: place, by: fc.integer({ min: -800, max: 800 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('tap' as const), at: place }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('field' as const), n: fc.nat(999), text: fc.constantFrom(...TEXTS) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('choice' as const), n: fc.nat(999), option: fc.nat(99) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('file' as const), n: fc.nat(FILES.length - 1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('link' as const), n: fc.nat(HASHES.length - 1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 5, max: 120 }) }) },
);

export type PageAct = typeof pageAct extends fc.Arbitrary<infer T> ? T : never;

/** What a click would leave the page for, or wait for a person to answer; and what lets a definition join. */
const LEFT_OUT = /github|source|open scene|save|download|full ?screen|copy|^run$/i;
/** ms; for an element that is covered or has gone meanwhile. */
const ACT_TIMEOUT = 300;

/** The nth of the elements that can be seen and used. */
async function nth(page: Page, selector: string, n: number) {
  const all = page.locator(`${selector}:visible:enabled`);
  const count = await all.count();
  return count === 0 ? null : all.nth(n % count);
}

/**
 * Does one act. What can't be done, as on an element that has gone, counts as done.
 * @param within selector of the part of the page whose buttons are meant
 */
export async function doAct(page: Page, act: PageAct, within = 'body'): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 900, height: 600 };
  const pixels = ([x, y]: readonly [number, number]): [number, number] => [x * width, y * height];
  const ignore = () => {};
  switch (act.do) {
    case 'key':
      return page.keyboard.press(act.key);
    case 'button': {
      const button = await nth(page, `${within} button`, act.n);
      const name = await button
        ?.evaluate((one) => [one.textContent, one.getAttribute('aria-label')].filter(Boolean).join(' '))
        .catch(() => '');
      if (button && !LEFT_OUT.test(name ?? '')) await button.click({ timeout: ACT_TIMEOUT }).catch(ignore);
      return;
    }
    case 'click':
      return page.mouse.click(...pixels(act.at), { button: act.button as 'left' });
    case 'drag': {
      if (act.modifier) await page.keyboard.down(act.modifier);
      await page.mouse.move(...pixels(act.at));
      await page.mouse.down();
      await page.mouse.move(...pixels(act.to), { steps: 5 });
      await page.mouse.up();
      if (act.modifier) await page.keyboard.up(act.modifier);
      return;
    }
    case 'wheel':
      await page.mouse.move(...pixels(act.at));
      return page.mouse.wheel(0, act.by);
    case 'tap':
      return page.touchscreen.tap(...pixels(act.at));
    case 'field': {
      const field = await nth(page, 'input[type=text], input[type=number], input:not([type])', act.n);
      await field?.fill(act.text, { timeout: ACT_TIMEOUT }).catch(ignore);
      return page.keyboard.press('Enter');
    }
    case 'choice': {
      const list = await nth(page, 'select', act.n);
      const options =
        (await list
          ?.locator('option')
          .count()
          .catch(() => 0)) ?? 0;
      if (options > 0)
        await list?.selectOption({ index: act.option % options }, { timeout: ACT_TIMEOUT }).catch(ignore);
      return;
    }
    case 'file':
      return page.evaluate((text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], text.startsWith('v') ? 'mesh.obj' : 'scene.json'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      }, FILES[act.n]);
    case 'link':
      return page.evaluate((hash) => {
        location.hash = hash;
      }, HASHES[act.n]);
    case 'wait':
      return page.waitForTimeout(act.ms);
  }
}
