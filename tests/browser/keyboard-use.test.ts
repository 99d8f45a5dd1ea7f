// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { INSTRUMENTS } from '../../src/ui/instruments';
import { downloadByKeys, focusedStop, tabTo, unchangedByKeys } from '../fixtures/by-keys';
import { chooseInstrument, dock } from '../fixtures/instruments-page';
import { answered, type LabPage, openLab, until } from '../fixtures/lab-page';
import { chooseInFileMenu } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

let page: LabPage;
const press = async (name: string | RegExp, ...keys: string[]) => {
  await tabTo(page, name);
  for (const key of keys.length > 0 ? keys : ['Enter']) await page.keyboard.press(key);
};
const says = (text: string | RegExp) => dock(page).getByText(text).first().waitFor();
const isPressed = async (name: string) => {
  await press(name);
  await expect.poll(async () => (await focusedStop(page)).isPressed).toBe('true');
};
const runsBeside = () => until(page, 'runs beside', ({ companions }) => companions.length > 0);

/** What each instrument is for, done by keys, from its title on. */
const USES: Readonly<Record<string, () => Promise<unknown>>> = {
  plots: async () => {
    await press('Zoom in');
    expect(await downloadByKeys(page, 'CSV')).toMatch(/\.csv$/);
  },
  'energy-ledger': async () => {
    expect(await downloadByKeys(page, 'CSV (0,25)')).toMatch(/\.csv$/);
    await press('Measure the slowest mode');
    await says(/no slowest vibration mode|the energy of the slowest mode/);
  },
  rewind: async () => {
    await press('‹ Step');
    await until(page, 'a step back', ({ stepCount }) => stepCount === 29);
    await press('Step ›');
    await until(page, 'a step on', ({ stepCount }) => stepCount === 30);
  },
  'side-by-side': async () => {
    await press('Explicit against implicit');
    await runsBeside();
    await isPressed('Ghosts');
    await press('Stop');
  },
  inspector: async () => {
    const { pinned } = await page.state();
    await press('pinned', 'Space');
    await until(page, 'pinned', (state) => state.pinned.length === pinned.length + 1);
    await press('pinned', 'Space');
    await until(page, 'free', (state) => state.pinned.length === pinned.length);
  },
  'phase-plot': async () => {
    await press('Axis', 'ArrowUp');
    await dock(page)
      .getByRole('img', { name: /along x/ })
      .waitFor();
  },
  'stability-region': async () => {
    const { dt } = (await page.state()).params;
    await press(/^Stability region with/, 'ArrowRight', '+');
    await until(page, 'a longer step', ({ params }) => params.dt > dt);
  },
  diagnosis: async () => {
    await press('Load and play');
    await until(page, 'blown up', ({ blowUp }) => blowUp !== null);
    await page.locator('#slow-replay').waitFor();
    // The first Escape ends the slow replay.
    await page.keyboard.press('Escape');
    await page.locator('#slow-replay').waitFor({ state: 'hidden' });
  },
  modes: async () => {
    await isPressed('Fastest');
    await dock(page).getByRole('radio').first().waitFor();
    await press(/^Mode 1,/, 'Space');
    await press('stay paused', 'Space');
    await page.locator('#instrument-title').focus();
    const before = await page.hooke('hash');
    await press('Start from this mode');
    await expect.poll(() => page.hooke('hash')).not.toBe(before);
  },
  'k-dt-map': async () => {
    const { dt } = (await page.state()).params;
    await press(/^Map of stiffness/, 'ArrowDown', 'ArrowDown', 'Enter');
    await until(page, 'another step', ({ params }) => params.dt !== dt);
  },
  duel: async () => {
    await press('Start');
    await runsBeside();
  },
  scorecard: async () => {
    await press('Measure again');
    await says('Measuring…');
  },
  convergence: async () => {
    await isPressed('Over evaluations');
    await press('Measure again');
    await press('Cancel');
    await says(/cancelled/i);
  },
  league: async () => {
    await press('Run the league');
    await press('Cancel');
    await says(/cancelled/i);
  },
  'cg-x-ray': async () => {
    await press('Update');
  },
  matrices: async () => {
    await press('Load three springs');
    await until(page, 'three springs', ({ scene }) => scene === 'three-springs');
  },
  'test-bench': () => isPressed('Shear'),
  'own-cloth': async () => {
    await press('Use it on the cloth');
    await says(/^The cloth now has/);
  },
  validation: async () => {
    await press('Run the tests');
    await press('Cancel');
    await says(/cancelled/i);
  },
  experiment: async () => {
    await press('Run');
    await says(/8 runs/);
    expect(await downloadByKeys(page, 'CSV')).toMatch(/\.csv$/);
  },
  'write-your-own': async () => {
    // A letter chooses the next one that begins with it.
    await press('Begin with', 'E');
    await press('Run');
    await says(/\d of \d/);
  },
  export: async () => {
    for (const [button, name] of EXPORTS) expect(await downloadByKeys(page, button)).toMatch(name);
    await press('Copy the code');
    await says('The code is copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('<hooke-cloth');
  },
};

/** Files that the buttons of Export write. */
const EXPORTS: readonly (readonly [string, RegExp])[] = [
  ['CSV table', /\.csv$/],
  ['CSV (0,25)', /\.csv$/],
  ['glTF mesh', /\.glb$/],
  ['OBJ mesh', /\.obj$/],
  ['PLY mesh', /\.ply$/],
  ['PNG picture', /\.png$/],
  ['PNG picture, transparent', /\.png$/],
  ['Report', /\.html$/],
  ['STL mesh', /\.stl$/],
  ['SVG charts', /\.(svg|zip)$/],
  ['USD animation', /\.usda$/],
];
/** Its list acts at once, and then shows its first entry again. */
const ACTS = ['select “Begin with”'];

describeBrowser('by keys alone one changes each value of an instrument, and does what it is for:', () => {
  beforeAll(async () => {
    page = await openLab({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      clipboard: true,
      keep: true,
    });
  });

  test('each instrument has a use here', () => {
    expect(Object.keys(USES).toSorted(), 'rows of USES in this file').toEqual(
      INSTRUMENTS.map(({ id }) => id).toSorted(),
    );
  });

  test.each(INSTRUMENTS.map(({ label, id }) => [label, id]))('%s', async (label, id) => {
    expect(Object.keys(USES), 'write in USES of this file what one does with it').toContain(id);
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 8, columns: 8 } });
    await page.hooke('step', 30);
    // Opened and closed by keys: keyboard-instruments.test.ts.
    await page.locator('#view').focus();
    if (await dock(page).isVisible()) await page.keyboard.press('i');
    await dock(page).waitFor({ state: 'hidden' });
    if (id === 'export') await chooseInFileMenu(page, 'Film…');
    else await chooseInstrument(page, label);
    const title = page.locator('#instrument-title');
    await title.filter({ hasText: label }).waitFor({ state: 'attached' });
    await dock(page).locator('.body :is(button, select, input):visible').first().waitFor();
    await answered(page);
    await title.focus();
    const faults = await unchangedByKeys(page, '#instruments .body');
    expect.soft(faults.filter((fault) => !ACTS.includes(fault))).toEqual([]);
    await title.focus();
    await USES[id]();
    await page.hooke('pause');
  });
});
