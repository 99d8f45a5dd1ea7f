/** WebGL contexts that are lost and restored: the picture afterwards is the same, pixel by pixel. */
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { visitedBefore } from '../setup/page-scripts';
import { attackPage } from './attack-in-browser';

const WIDTH = 500;
const HEIGHT = 400;
/** ms; for a picture to come to rest, and to be right again. */
const PICTURE_TIMEOUT = 60_000;
/** Pictures after which the range of a field's colours has come to rest, and some for a command to be shown. */
const PICTURES = 50;

const loss = fc.record({
  scene: fc.constantFrom('cloth', 'cloth-on-sphere', 'flag', 'chain', 'jelly-cube', 'slope'),
  look: fc.constantFrom('', '&color=strain', '&color=speed', '&look=denim', '&look=silk'),
  layers: fc.subarray(['springs', 'particles', '-surface', '-trails']),
  sphere: fc.boolean(),
  steps: fc.nat(30),
  /** ms; while there is no context. */
  lost: fc.nat(400),
  /** What changes meanwhile. */
  meanwhile: fc.constantFrom('nothing', 'obstacle'),
});
type Loss = typeof loss extends fc.Arbitrary<infer T> ? T : never;

interface Lost {
  giveBack(): void;
}

function lose(page: Page): Promise<void> {
  return page.evaluate(() => {
    const context = (document.getElementById('view') as HTMLCanvasElement).getContext('webgl2');
    const extension = context?.getExtension('WEBGL_lose_context');
    Object.assign(window, { giveBack: () => extension?.restoreContext() });
    extension?.loseContext();
  });
}

/** The view without what lies over it. */
async function picture(page: Page): Promise<string> {
  const hideControls = (on: boolean) =>
    page.evaluate((hide) => {
      // The policy of the page allows no style sheet in the HTML.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('body *:not(main, #view) { visibility: hidden !important; }');
      document.adoptedStyleSheets = hide ? [sheet] : [];
    }, on);
  await hideControls(true);
  const shot = await page.screenshot({ clip: { x: 0, y: 0, width: WIDTH, height: HEIGHT } });
  await hideControls(false);
  return shot.toString('base64');
}

function drawn(page: Page): Promise<void> {
  return page.evaluate(async (pictures) => {
    for (let i = 0; i < pictures; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, PICTURES);
}

async function atRest(page: Page): Promise<string> {
  let before = '';
  for (const end = Date.now() + PICTURE_TIMEOUT; ; ) {
    await drawn(page);
    const now = await picture(page);
    if (now === before) return now;
    if (Date.now() > end) throw new Error('the picture does not come to rest');
    before = now;
    await page.waitForTimeout(250);
  }
}

/** What is done while there is no context, and before that with one, to know its picture. */
async function change(page: Page, what: Loss['meanwhile'], on: boolean): Promise<void> {
  if (what === 'obstacle')
    await page.evaluate(
      (spheres) => window.hooke.send({ type: 'spheres', spheres }),
      on ? [{ center: [0.1, 0.5, 0.2] as [number, number, number], radius: 0.15 }] : [],
    );
}

async function checkLoss(page: Page, { scene, look, layers, sphere, steps, lost, meanwhile }: Loss): Promise<void> {
  const hash = `#scene=${scene}${look}${layers.length > 0 ? `&show=${layers}` : ''}`;
  await page.evaluate((text) => {
    location.hash = text;
  }, hash);
  await page.waitForFunction((id) => window.hooke.state().scene === id, scene, { timeout: PICTURE_TIMEOUT });
  await page.evaluate(
    async ([count, hasSphere]) => {
      const { hooke } = window;
      await hooke.pause();
      if (hasSphere) await hooke.send({ type: 'spheres', spheres: [{ center: [0.3, 0.3, 0], radius: 0.1 }] });
      await hooke.step(count);
    },
    [steps, sphere] as const,
  );
  await atRest(page);
  await change(page, meanwhile, true);
  const expected = await atRest(page);
  if (meanwhile !== 'nothing') {
    await change(page, meanwhile, false);
    await atRest(page);
  }
  await lose(page);
  const message = page.locator('#messages').getByText(/graphics/);
  await message.waitFor();
  await change(page, meanwhile, true);
  await page.waitForTimeout(lost);
  await page.evaluate(() => (window as unknown as Lost).giveBack());
  await message.waitFor({ state: 'detached' });
  for (const end = Date.now() + PICTURE_TIMEOUT; (await picture(page)) !== expected; ) {
    if (Date.now() > end) throw new Error('the picture is another one than before the context was lost');
    await page.waitForTimeout(250);
  }
}

export const contexts = attackPage({
  id: 'contexts',
  about: 'lost WebGL contexts, with the pictures before and after compared',
  unit: 'losses',
  arbitrary: loss,
  async open(chrome, url) {
    const page = await chrome.newPage({ viewport: { width: WIDTH, height: HEIGHT }, reducedMotion: 'reduce' });
    await page.addInitScript(visitedBefore);
    await page.goto(url, { waitUntil: 'load' });
    await page.evaluate(() => window.hooke.ready);
    return page;
  },
  check: checkLoss,
});
