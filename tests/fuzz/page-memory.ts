/** What a page holds at rest: nodes, listeners, WebGL objects and the heap. */
import type { Page } from 'playwright-core';
import * as SCENES from '../../src/physics/scenes/catalog';
import { VIEW_OPTIONS } from '../../src/render/view';
import { MIDPOINT } from '../fixtures/definitions-from-source';
import { takeHeap } from './heap-snapshot';
import { doAct } from './page-acts';

/** ms; for messages and animations to end. */
const REST = 2000;
/** ms; for a part of the page to be loaded and built. */
const PART = 400;
/** What shows most layers, and obstacles. */
const LAYERS = '#scene=cloth&rows=8&columns=8&show=springs,particles,trails&color=strain';
const OBSTACLES = [
  { type: 'spheres', spheres: [{ center: [0, -0.5, 0], radius: 0.2 }] },
  { type: 'planes', planes: [{ point: [0, -1, 0], normal: [0, 1, 0] }] },
] as const;

/** On a busy machine the time alone is too short: what is shown is built with the next frame. */
async function built(page: Page): Promise<void> {
  await page.waitForTimeout(PART);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

const isVisible = (page: Page, selector: string) => page.locator(selector).isVisible();

/**
 * Loads and builds every part of the page: what is built at a later act would count as growth.
 * @param defines lets a definition join first: then the engine and all jobs run in the sandbox, and the panel is built again
 */
export async function openEverything(page: Page, defines: boolean): Promise<void> {
  if (defines) await page.evaluate((source) => window.hooke.define(source), MIDPOINT);
  await openInstruments(page);
  // Folders are shown for the scenes that they apply to.
  for (const { id } of Object.values(SCENES)) {
    await page.evaluate((scene) => window.hooke.set('scene', scene), id);
    await openFolders(page);
  }
  await fillLists(page);
  await openLessons(page);
  await openLayers(page);
  await blowUp(page);
  await openDialogs(page);
  await useTools(page);
  await toRest(page);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await built(page);
  }
}

/** Does nothing where it can't be clicked. */
async function click(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name, exact: typeof name === 'string' }).first();
  await button.click({ timeout: PART }).catch(() => {});
  await built(page);
}

async function openInstruments(page: Page): Promise<void> {
  const choice = page.locator('#instruments').getByRole('combobox', { name: 'Instrument', exact: true });
  await page.keyboard.press('i');
  await page.locator('#instrument-list').waitFor();
  await page.keyboard.press('Enter');
  await choice.waitFor();
  for (const name of await choice.locator('option').allTextContents()) {
    await choice.selectOption(name);
    await built(page);
    // What its buttons show, and marks at a particle.
    const buttons = await page.locator('#instruments button:visible:enabled').count();
    for (let n = 0; n < buttons; n++) await doAct(page, { do: 'button', n }, '#instruments');
    await page.mouse.click(300, 200);
    if (!(await choice.isVisible())) await press(page, 'Escape', 'i', 'Enter');
  }
  await press(page, 'i');
}

/** Folders open others: until all are open. */
async function openFolders(page: Page): Promise<void> {
  if (!(await isVisible(page, '#panel-body'))) await press(page, 'h');
  const closed = page.locator('#panel-body .lil-title[aria-expanded=false]:visible');
  for (let i = 0; i < 40 && (await closed.count()) > 0; i++) {
    await closed
      .first()
      .click({ timeout: PART })
      .catch(() => {});
    await built(page);
  }
}

/** Each environment list is filled once. */
async function fillLists(page: Page): Promise<void> {
  await page.evaluate(() => window.hooke.set('scene', 'cloth'));
  const adders = page.locator('#panel-body button:visible').filter({ hasText: /^Add / });
  for (let i = (await adders.count()) - 1; i >= 0; i--) {
    await adders
      .nth(i)
      .click({ timeout: PART })
      .catch(() => {});
    await built(page);
  }
}

async function openLessons(page: Page): Promise<void> {
  await press(page, 'l');
  for (const { id } of Object.values(SCENES)) {
    await page.evaluate((scene) => window.hooke.set('scene', scene), id);
    await built(page);
  }
  await press(page, 'l');
}

async function openLayers(page: Page): Promise<void> {
  await page.evaluate(
    async ([hash, obstacles]) => {
      location.hash = hash;
      for (const command of obstacles) await window.hooke.send(structuredClone(command) as never);
    },
    [LAYERS, OBSTACLES] as const,
  );
  await press(page, 'v', 'v', 'v', 'w', 'm', 'e', 'w', 's', ',');
  for (const text of ['not JSON', 'v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n'])
    await page.evaluate((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], content.startsWith('v') ? 'mesh.obj' : 'scene.json'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, text);
  await page.waitForTimeout(REST);
}

async function blowUp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { hooke } = window;
    await hooke.set('scene', 'cloth');
    await hooke.set('dt', 0.05);
    await hooke.play();
    for (let i = 0; i < 100 && !hooke.state().blowUp; i++) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await page.waitForTimeout(REST);
  await page.evaluate(() => window.hooke.set('scene', 'cloth'));
}

async function openDialogs(page: Page): Promise<void> {
  await press(page, '?', 'Escape');
  for (const name of ['Instruments', /^Scene: /, 'Numbers', 'File', 'Theme']) {
    await click(page, name);
    if (name !== 'Numbers') await press(page, 'Escape');
  }
  await press(page, '?');
  await click(page, 'Take the tour');
  await press(page, 'Escape');
}

async function useTools(page: Page): Promise<void> {
  const drag = async () => {
    await page.mouse.move(300, 200);
    await page.mouse.down();
    await page.mouse.move(420, 320, { steps: 4 });
    await page.mouse.up();
    await built(page);
  };
  for (const key of ['c', 'u', 'Escape']) {
    await press(page, key);
    await drag();
  }
  await page.touchscreen.tap(400, 300);
  await press(page, 'p', 'x', 'Control+z', 'Control+y', 'Tab', 'Enter', 'ArrowUp', 'Escape');
}

/** The same picture, panel and instrument as at every measurement, with a scene of one particle. */
async function toRest(page: Page): Promise<void> {
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await closePanes(page);
  if (!(await isVisible(page, '#panel-body'))) await page.keyboard.press('h');
  await page.evaluate(async () => {
    const { hooke } = window;
    // Another one than that of the link: what follows must come after it.
    await hooke.set('scene', 'cloth');
    location.hash = '#scene=chain&precision=single&color=strain&show=surface,-springs,-particles,trails';
    for (let i = 0; i < 100 && hooke.state().scene !== 'chain'; i++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await hooke.pause();
    await hooke.load({ hooke: 1, particles: { positions: [[0, 1, 0]], masses: 1 } });
  });
  await page
    .locator('#view-bar')
    .getByRole('button', { name: 'Cloth', exact: true })
    .click({ timeout: REST })
    .catch(() => {});
  await setLayers(page);
  // A closed folder keeps the controls of what the scene had when it was closed.
  await openFolders(page);
  await page.mouse.move(1, 300);
  await page.waitForTimeout(REST);
  const close = page.getByRole('button', { name: 'Close this message' });
  for (let i = 0; i < 8 && (await close.count()) > 0; i++)
    await close
      .first()
      .click({ timeout: PART })
      .catch(() => {});
  await page.waitForTimeout(REST);
  // One that was still loading at the last act.
  await closePanes(page);
}

/** Closes the instruments, with the first one chosen, the lesson and the numbers. */
async function closePanes(page: Page): Promise<void> {
  if (!(await isVisible(page, '#instruments'))) await press(page, 'i');
  const choice = page.locator('#instruments').getByRole('combobox', { name: 'Instrument', exact: true });
  await choice.selectOption({ index: 0 }, { timeout: REST }).catch(() => {});
  await built(page);
  if (await isVisible(page, '#instruments')) await press(page, 'i');
  if (await isVisible(page, '#lesson')) await press(page, 'l');
  if (await isVisible(page, '#numbers')) await click(page, 'Numbers');
}

/** What is drawn at each measurement. */
const LAYERS_AT_REST: Partial<Record<keyof typeof VIEW_OPTIONS, boolean>> = {
  surface: true,
  springs: false,
  particles: false,
  shadows: false,
  sharp: false,
  floor: false,
  handles: true,
};

/** Shadows and the like are not in a link, and what is in it may be changed by a button that was pressed before. */
function setLayers(page: Page): Promise<void> {
  const wanted = Object.entries(LAYERS_AT_REST).map(
    ([option, on]) => [VIEW_OPTIONS[option as keyof typeof VIEW_OPTIONS].label, on] as const,
  );
  return page.evaluate((layers) => {
    for (const [label, on] of layers) {
      const row = [...document.querySelectorAll('#panel-body .lil-boolean')].find(
        (one) => one.querySelector('.lil-name')?.textContent === label,
      );
      const box = row?.querySelector<HTMLInputElement>('input[type=checkbox]');
      if (box && box.checked !== on) box.click();
    }
  }, wanted);
}

/** Kinds of entries of the heap that are not compiled code. The browser compiles it when it first runs, and again when it runs often. */
const DATA = ['object', 'array', 'string', 'concatenated string', 'sliced string', 'closure', 'number', 'bigint'];

/**
 * Numbers after a collection. The page counts its WebGL objects in `window.alive`. Nodes of attributes are left out: the harness makes
 * them, when it describes an element.
 */
export async function measure(page: Page): Promise<Record<string, number>> {
  await toRest(page);
  const session = await page.context().newCDPSession(page);
  const heap = await takeHeap(session);
  await session.detach();
  const graphics = await page.evaluate(() => (window as unknown as { alive: Record<string, number> }).alive);
  const counts = { nodes: 0, listeners: 0, 'WebGL objects': 0, 'kB of objects': 0, [WITH_CODE]: 0 };
  for (const count of Object.values(graphics)) counts['WebGL objects'] += count;
  for (const { kind, name, size } of heap) {
    if (kind === 'native' && (/^<[a-z]/.test(name) || name === 'Text')) counts.nodes++;
    if (name === 'V8EventListener') counts.listeners++;
    if (DATA.includes(kind)) counts['kB of objects'] += size / 1000;
    if (kind !== 'native') counts[WITH_CODE] += size / 1000;
  }
  return Object.fromEntries(Object.entries(counts).map(([what, count]) => [what, Math.round(count)]));
}

/** The heap with compiled code, which a longer run has more of. */
export const WITH_CODE = 'kB with code';
