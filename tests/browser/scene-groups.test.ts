import { beforeAll, expect, test } from 'vitest';
import { SCENE_GROUPS, SCENES } from '../../src/physics';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('the list of scenes', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ keep: true });
  });

  test('groups all scenes, in the order of the catalog', async () => {
    const groups = await page.locator('#scene optgroup').evaluateAll((all) =>
      all.map((group) => ({
        label: (group as HTMLOptGroupElement).label,
        values: [...group.querySelectorAll('option')].map(({ value }) => value),
      })),
    );
    const used = SCENE_GROUPS.filter((name) => SCENES.some(({ group }) => group === name));
    expect(groups.map(({ label }) => label)).toEqual(used);
    for (const { label, values } of groups) {
      expect(values, label).toEqual(SCENES.filter(({ group }) => group === label).map(({ id }) => id));
    }
  });

  test('can be used with the keyboard', async () => {
    await page.hooke('set', 'scene', SCENES[0].id);
    await page.locator('#scene').focus();
    await page.keyboard.press('ArrowDown');
    await until(page, 'the second', ({ scene }) => scene === SCENES[1].id);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('3');
    await until(page, 'the third', ({ scene }) => scene === SCENES[2].id);
    await expect.poll(() => page.locator('#scene').inputValue()).toBe(SCENES[2].id);
  });

  test('shows a loaded file by its name, outside the groups', async () => {
    const file = (await page.hooke('save')) as object;
    await page.hooke('load', { ...file, name: 'mine' });
    await expect.poll(() => page.locator('#scene > option:not([hidden])').textContent()).toBe('mine');
    await page.locator('#scene').selectOption('chain');
    await until(page, 'the chain', ({ scene }) => scene === 'chain');
    await expect.poll(() => page.locator('#scene > option:not([hidden])').count()).toBe(0);
  });
});
