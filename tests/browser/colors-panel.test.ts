// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { FIELDS } from '../../src/physics';
import { type LabPage, openLab } from '../fixtures/lab-page';
import { folderTitle, openFolders } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('colours by a field', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ keep: true });
    await page.hooke('pause');
    await openFolders(page, 'View');
  });

  test('are offered from the registry; the legend names each, with its range and unit', async () => {
    await page.hooke('set', 'scene', 'membrane-cloth');
    await page.hooke('step', 60);
    const choice = page.getByLabel('colour by', { exact: true });
    expect(await choice.locator('option').allTextContents()).toEqual(['–', ...FIELDS.map(({ label }) => label)]);
    const legend = page.locator('#legend');
    for (const { label, unit, summary } of FIELDS) {
      await choice.selectOption({ label });
      await legend.getByText(label, { exact: true }).waitFor();
      await expect.poll(() => legend.locator('.high').textContent()).toMatch(/^[−\d]/);
      expect(await legend.locator('.low').textContent()).toMatch(/^[−\d]/);
      if (unit) expect(await legend.locator('.high').textContent()).toContain(unit);
      expect(await legend.getAttribute('title')).toBe(summary);
    }
    await choice.selectOption({ label: '–' });
    await legend.waitFor({ state: 'hidden' });
  });

  test('are offered only where the scene has them', { tags: ['long'] }, async () => {
    await page.hooke('set', 'scene', 'chain');
    await offered(({ membrane }) => membrane !== true);
    await page.hooke('set', 'scene', 'cloth');
    await offered(({ membrane }) => membrane !== true);
    await page.hooke('set', 'membraneMu', 1e4);
    await offered(() => true);
    await page.hooke('set', 'scene', 'three-bodies');
    await offered(({ membrane, springs }) => membrane !== true && springs !== true);
  });

  /** The list has exactly the fields that fulfil the condition. */
  async function offered(expected: (field: (typeof FIELDS)[number]) => boolean): Promise<void> {
    for (const field of FIELDS) {
      const { id, label } = field;
      const option = page
        .getByLabel('colour by', { exact: true })
        .locator('option')
        .filter({ hasText: RegExp(`^${label}$`) });
      const left = () => option.evaluate((one: HTMLOptionElement) => [one.disabled, one.hidden]);
      await expect.poll(left, { message: id }).toEqual([!expected(field), !expected(field)]);
    }
  }

  test('the panel shows E·t and ν of the membrane, which is not on the panel of a scene without one', {
    tags: ['long'],
  }, async () => {
    await page.hooke('set', 'scene', 'membrane-cloth');
    const { params } = await page.state();
    await openFolders(page, 'Membrane');
    const { membraneLambda: l, membraneMu: m, membraneThickness: t } = params;
    const nu = l / (l + 2 * m);
    const note = page.getByText('Poisson’s ratio');
    const said = /E·t = ([\d.e+-]+)\sN\/m and Poisson’s ratio ν = ([\d.]+)\./.exec((await note.textContent()) ?? '');
    expect(Number(said?.[1]) / (2 * m * (1 + nu) * t)).toBeCloseTo(1, 2);
    expect(Number(said?.[2])).toBeCloseTo(nu, 3);
    const box = page.locator('[data-key=membraneLambda] input[type=text]');
    expect(await box.isEnabled()).toBe(true);
    await page.hooke('set', 'scene', 'chain');
    await box.waitFor({ state: 'hidden' });
    await folderTitle(page, 'Membrane').waitFor({ state: 'hidden' });
  });
});
