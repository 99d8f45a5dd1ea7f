import { beforeAll, describe, expect, test } from 'vitest';
import { INSTRUMENTS } from '../../src/ui/instruments';
import {
  asNumber,
  choice,
  chooseInstrument,
  dock,
  inkOf,
  numbersIn,
  openInstrument,
  panelButton,
  pressInstrument,
} from '../fixtures/instruments-page';
import { drawn, type LabPage, openLab } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { everyNth, LONG } from '../fixtures/run-length';
import { violations } from '../fixtures/violations';
import { describeBrowser, type PageOptions } from '../setup/browser';

const PHONE: PageOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** The default run checks every sixth instrument on one of these pages, in turn; the long run the others on each. */
const PAGES = [
  ['light', 'desk', { viewport: { width: 1280, height: 800 } }, 0],
  ['dark', 'desk', { viewport: { width: 900, height: 700 } }, 1],
  ['dark', 'phone', PHONE, 2],
] as const;

const LABELS = ['Phase plot', 'Scorecard', 'Matrices', 'Test bench'];

describeBrowser('instruments', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, keep: true });
    // Small and at rest: soon measured.
    await page.hooke('pause');
    await page.hooke('set', 'scene', 'three-springs');
  });

  test('are loaded when the first one is opened', async () => {
    const asked = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    // The view in words shares a chunk with them.
    const ours = async () =>
      (await asked()).filter((name) => /instrument-dock|chart|phase-|scorecard|matri/.test(name));
    expect(await ours()).toEqual([]);
    await chooseInstrument(page);
    expect((await ours()).length).toBeGreaterThan(1);
    await page.keyboard.press('i');
    await dock(page).waitFor({ state: 'hidden' });
  });

  test('open and close by their buttons in the panel', { tags: ['sampled'] }, async () => {
    const others = LABELS.filter((label) => label !== 'Test bench');
    for (const label of [...everyNth(4, others), 'Test bench']) {
      await pressInstrument(page, label);
      await dock(page)
        .getByRole('heading', { name: `Instruments: ${label}` })
        .waitFor({ state: 'attached' });
      await expect.poll(() => panelButton(page, label).getAttribute('aria-pressed')).toBe('true');
      expect(await choice(page).locator('option:checked').textContent()).toBe(label);
    }
    await pressInstrument(page, 'Test bench');
    await dock(page).waitFor({ state: 'hidden' });
    await pressInstrument(page, 'Matrices');
    await dock(page).getByRole('button', { name: 'Close the instruments' }).click();
    await dock(page).waitFor({ state: 'hidden' });
    // Keyboard shortcuts go to the window again.
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });

  test('open and work by keyboard, and Esc returns the focus to the button', async () => {
    await openFolders(page, 'Instruments');
    await panelButton(page, 'Scorecard').focus();
    await page.keyboard.press('Enter');
    await dock(page).getByRole('heading', { name: 'Instruments: Scorecard' }).waitFor({ state: 'attached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('instrument-title');
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.keyboard.press('Tab');
    expect(await choice(page).evaluate((list) => list === document.activeElement)).toBe(true);
    await page.keyboard.type('Test');
    await dock(page).getByText('A square patch').waitFor();
    await page.keyboard.press('Escape');
    await dock(page).waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe('Scorecard');
    expect(await page.evaluate(() => document.activeElement?.closest('#panel') !== null)).toBe(true);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  });

  test('leave the whole cloth in view', async () => {
    await openInstrument(page, 'Scorecard', 'cloth');
    await dock(page).locator('tbody tr').first().waitFor();
    const edges = await Promise.all([dock(page).boundingBox(), page.locator('#panel').boundingBox()]);
    const [left, right] = [(edges[0]?.x ?? 0) + (edges[0]?.width ?? 0), edges[1]?.x ?? 0];
    await expect
      .poll(async () => {
        const corners = await Promise.all([0, 31, 992, 1023].map(async (i) => (await page.particle(i)).screen[0]));
        return corners.every((x) => x > left && x < right);
      })
      .toBe(true);
  });

  test('look the same whichever were open before', { tags: ['long'] }, async () => {
    const sizes = async (label: string, parts: string[]) => {
      await openInstrument(page, label, 'three-springs');
      return Promise.all(
        parts.map(async (part) => {
          const box = await dock(page).locator(part).first().boundingBox();
          return [part, box?.width, box?.height];
        }),
      );
    };
    const allSizes = async () => [
      await sizes('Energy ledger', ['.energy-ledger .swatch', '.energy-ledger canvas', '.energy-ledger .balance']),
      await sizes('Stability region', ['.stability-region .frame', '.stability-region .legend']),
    ];
    const first = await allSizes();
    for (const { label } of INSTRUMENTS) {
      await choice(page).selectOption(label);
      await dock(page).locator('.body :is(button, select)').first().waitFor();
    }
    expect(await allSizes()).toEqual(first);
  });

  test('the phase plot draws the trajectory of a damped oscillator along the axis of its motion', {
    tags: ['long'],
  }, async () => {
    await openInstrument(page, 'Phase plot', 'damped-oscillator');
    const note = dock(page).locator('.now');
    const points = async () => Number(/(\d+) points/.exec((await note.textContent()) ?? '')?.[1]);
    await expect.poll(points).toBe(1);
    await drawn(page);
    const empty = await inkOf(page);
    for (let i = 1; i <= 40; i++) await page.hooke('step', 3);
    await expect.poll(points).toBeGreaterThan(30);
    expect(await dock(page).getByLabel('Axis').inputValue()).toBe('0');
    await expect.poll(async () => (await inkOf(page)).count).toBeGreaterThan(empty.count + 400);
    await expect.poll(async () => (await inkOf(page)).span).toBeGreaterThan(0.6);
    // The text is updated five times a second.
    const [x] = (await page.particle(1)).position;
    const shownX = async () => asNumber(/x = (\S+) m/.exec((await note.textContent()) ?? '')?.[1] ?? '');
    await expect.poll(shownX).toBeCloseTo(x, 4);
    await dock(page).getByRole('button', { name: 'Clear' }).click();
    await expect.poll(points).toBeLessThan(2);
    await page.hooke('step', 3);
    await expect.poll(points).toBeGreaterThan(0);
  });

  test('the phase plot shows another particle, and an error for one that does not exist', {
    tags: ['long'],
  }, async () => {
    await openInstrument(page, 'Phase plot', 'chain');
    const box = dock(page).getByRole('spinbutton', { name: 'Particle' });
    await box.fill('3');
    await box.press('Enter');
    const { position } = await page.particle(3);
    await dock(page).getByLabel('Axis').selectOption('x');
    const note = dock(page).locator('.now');
    await expect
      .poll(async () => asNumber(/x = (\S+) m/.exec((await note.textContent()) ?? '')?.[1] ?? ''))
      .toBeCloseTo(position[0], 3);
    await box.fill('9999');
    await dock(page).getByText('Particle “9999” does not exist').waitFor();
  });

  test('the scorecard has every method, shows midpoint as of order 2 and unstable, and highlights the active one', async () => {
    await openInstrument(page, 'Scorecard', 'cloth');
    const rows = dock(page).locator('.scorecard tbody tr');
    await rows.first().waitFor();
    const methods = page.locator('#panel select').first().locator('option');
    expect(await rows.locator('th').allTextContents()).toEqual(await methods.allTextContents());
    const cells = (name: string) =>
      rows.filter({ has: page.getByRole('rowheader', { name, exact: true }) }).locator('td');
    const midpoint = await cells('Midpoint').allTextContents();
    expect(Number.parseFloat(midpoint[0])).toBeCloseTo(2, 1);
    expect(midpoint[1]).toBe('exact');
    // √(1 + (hω)⁴/4) at hω = ½.
    expect(midpoint[2]).toBe(`unstableat hω = ½: amplitude × ${Math.sqrt(1 + 0.5 ** 4 / 4).toFixed(4)} per step`);
    expect((await cells('Runge–Kutta 4').allTextContents())[2]).toContain(`hω = ${Math.sqrt(8).toFixed(2)}`);
    expect((await cells('Implicit Euler').allTextContents())[2]).toContain((1 / Math.sqrt(1.25)).toFixed(4));
    await page.hooke('set', 'integrator', 'midpoint');
    await expect
      .poll(() => rows.and(page.locator('[aria-current=true]')).locator('th').allTextContents())
      .toEqual(['Midpoint']);
    const note = dock(page).locator('.now');
    expect(await note.textContent()).toMatch(/^\d+ methods measured at .+, in \d+ ms\.$/);
    await page.evaluate(() => {
      const first = document.querySelector('#instruments tbody tr') as HTMLElement;
      first.dataset.old = 'yes';
    });
    await dock(page).getByRole('button', { name: 'Measure again' }).click();
    await expect.poll(() => dock(page).locator('[data-old]').count()).toBe(0);
  });

  test('the test bench’s membrane agrees with its closed form, and a changed material is tested again', {
    tags: ['long'],
  }, async () => {
    await openInstrument(page, 'Test bench', 'membrane-strip');
    await dock(page).getByText('A square patch').waitFor();
    const lines = dock(page).locator('.chart-legend .name');
    await expect
      .poll(() => lines.allTextContents())
      .toEqual(['stretch', 'springs', 'membrane', 'membrane, closed form']);
    await expect.poll(async () => (await inkOf(page)).span).toBeGreaterThan(0.6);
    await dock(page).getByText('As a table').click();
    const lastRow = async () => (await numbersIn(page, /^Pull/)).at(-1) ?? [];
    const [, membrane, closed] = await lastRow();
    const { membraneLambda: lambda, membraneMu: mu, membraneThickness: t } = (await page.state()).params;
    const width = Number(/([\d.]+) m wide/.exec((await dock(page).locator('.now').textContent()) ?? '')?.[1]);
    // s E t ½(s² − 1) · width at s = 1.5.
    const young = (4 * mu * (lambda + mu)) / (lambda + 2 * mu);
    const wanted = 1.5 * young * t * 0.5 * (1.5 ** 2 - 1) * width;
    expect(closed / wanted).toBeCloseTo(1, 2);
    expect(membrane / wanted).toBeCloseTo(1, 2);
    const all = await numbersIn(page, /^Pull/);
    for (const [, computed, theory] of all) expect(Math.abs(computed - theory)).toBeLessThan(2e-3 * wanted);

    await page.hooke('set', 'membraneMu', 2 * mu);
    await page.hooke('set', 'membraneLambda', 2 * lambda);
    await expect.poll(async () => (await lastRow())[1] / wanted).toBeCloseTo(2, 1);
    for (const [button, caption] of [
      ['Shear', /^Shear/],
      ['Narrowing', /^Narrowing/],
    ] as const) {
      await dock(page).getByRole('button', { name: button }).click();
      const rows = await numbersIn(page, caption);
      for (const [, computed, theory] of rows) expect(Math.abs(computed / theory - 1) || 0).toBeLessThan(0.01);
    }
  });

  test('a scene without a membrane has a curve of its springs only', { tags: ['long'] }, async () => {
    await openInstrument(page, 'Test bench', 'cloth');
    await dock(page).getByText('Membrane: none').waitFor();
    const lines = dock(page).locator('.chart-legend .name');
    await expect.poll(() => lines.allTextContents()).toEqual(['stretch', 'springs']);
  });

  describe.each(PAGES)('of the %s page on a %s', { tags: ['sampled'] }, (colorScheme, device, options, turn) => {
    const labels = INSTRUMENTS.map(({ label }) => label).filter((_, k) => (k % (6 * PAGES.length) === turn) !== LONG);
    let themed: LabPage;
    beforeAll(async () => {
      const isOpen = colorScheme === 'light' && device === 'desk';
      themed = isOpen ? page : await openLab({ ...options, colorScheme, reducedMotion: 'reduce', keep: true });
      await themed.hooke('set', 'scene', 'three-springs');
    });

    test.each(labels)('is accessible: %s', async (label) => {
      if (!(await dock(themed).isVisible())) await chooseInstrument(themed);
      await choice(themed).selectOption(label);
      await dock(themed)
        .getByRole('heading', { name: `Instruments: ${label}` })
        .waitFor({ state: 'attached' });
      await dock(themed).locator('.body :is(button, select)').first().waitFor();
      // The rest of the page is the same for all, and is checked with the first.
      expect(await violations(themed, label === labels[0] ? 'html' : '#instruments')).toEqual([]);
      // Every control has a tooltip.
      const withoutTitle = await dock(themed)
        .locator('button, select, input, summary')
        .evaluateAll((all) =>
          all.filter((control) => !control.getAttribute('title')).map((control) => control.outerHTML),
        );
      expect(withoutTitle).toEqual([]);
      expect(await themed.evaluate(() => document.documentElement.scrollWidth)).toBe(options.viewport?.width);
    });

    test.runIf(device === 'phone')('is below the view, and closes for the controls and the lesson', async () => {
      const [picture, sheet] = await Promise.all([themed.locator('#view').boundingBox(), dock(themed).boundingBox()]);
      expect(picture?.height ?? 0).toBeGreaterThan(0.4 * 844);
      expect(sheet?.y ?? 0).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0) - 1);
      await themed.getByRole('button', { name: 'Controls' }).click();
      await dock(themed).waitFor({ state: 'hidden' });
      await pressInstrument(themed, 'Matrices');
      await dock(themed).waitFor();
      await themed.locator('#panel-body').waitFor({ state: 'hidden' });
      await themed.locator('#lesson-toggle').click();
      await themed.locator('#lesson').waitFor();
      await dock(themed).waitFor({ state: 'hidden' });
    });
  });
});
