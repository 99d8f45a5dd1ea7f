// @module-tag long
import { beforeAll, describe, expect, test } from 'vitest';
import { walk } from '../fixtures/keyboard-walk';
import { answered, drawn, type LabPage, openLab } from '../fixtures/lab-page';
import { openFolders, showPanel } from '../fixtures/panel-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

/** The accessibility tree of the page, or of a part of it. */
const treeOf = (page: LabPage, part = 'body') => page.locator(part).ariaSnapshot();

/** The tree of the same state is the same in both themes, and axe finds nothing in the other one. */
async function expectSameInBothThemes(page: LabPage, part = 'body'): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await drawn(page);
  const dark = await treeOf(page, part);
  expect(await violations(page, part)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await drawn(page);
  await expect.poll(() => treeOf(page, part)).toBe(dark);
}

async function expectWalk(page: LabPage): Promise<string[]> {
  const { stops, faults } = await walk(page);
  expect.soft(faults).toEqual([]);
  return stops;
}

describeBrowser('by Tab', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', keep: true });
    await page.hooke('step', 10);
    await answered(page);
  });

  test('one reaches all of the page as it opens, in the order of its parts', async () => {
    const stops = await expectWalk(page);
    const parts = [
      'Scene: Cloth',
      'Lesson',
      'Instruments',
      'Grab',
      'Push',
      'File',
      'Cloth',
      'method',
      'More',
      'Play',
      'Help',
    ];
    const places = parts.map((part) => stops.findIndex((stop) => stop.replace('▸ ', '') === part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test('the tree for screen readers has its landmarks, the same in both themes', async () => {
    const parts = (await treeOf(page)).split('\n').filter((line) => line.startsWith('- '));
    expect(parts.map((line) => line.replace(/: .*|:$/, ''))).toEqual([
      '- banner',
      '- main',
      '- region "View"',
      '- region "Messages"',
      '- complementary "Controls"',
      '- contentinfo',
      '- status',
    ]);
    await expectSameInBothThemes(page);
  });

  test('buttons in View zoom and rotate the camera', async () => {
    await openFolders(page, 'View');
    const width = async () => {
      const [a, b] = await Promise.all([page.particle(0), page.particle(31)]);
      return b.screen[0] - a.screen[0];
    };
    const before = await width();
    for (const [there, back] of [
      ['Zoom in', 'Zoom out'],
      ['Rotate: left', 'Rotate: right'],
      ['Rotate: up', 'Rotate: down'],
    ]) {
      await page.locator('#panel').getByRole('button', { name: there }).click();
      await expect.poll(async () => Math.abs((await width()) - before), { message: there }).toBeGreaterThan(0.1);
      await page.locator('#panel').getByRole('button', { name: back }).click();
      await expect.poll(async () => Math.abs((await width()) - before), { message: back }).toBeLessThan(0.1);
    }
  });

  describe('one reaches all of', () => {
    test('the panel with its folders open', async () => {
      await showPanel(page, true);
      const closed = page.locator('.lil-title[aria-expanded=false]:visible');
      while ((await closed.count()) > 0) await closed.first().click();
      await expectWalk(page);
      await showPanel(page, false);
    });

    test.each([
      ['?', 'the help'],
      ['a', 'the view in words'],
      ['i', 'the gallery of instruments'],
    ])('the dialog by the key %s: %s', async (key) => {
      await page.locator('#view').focus();
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      await expectWalk(page);
      await expectSameInBothThemes(page, 'dialog');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });

    test('the gallery of scenes', async () => {
      await page.locator('#scene').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await expectWalk(page);
      await expectSameInBothThemes(page, 'dialog');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });

    test('the lesson, and a chapter of the course', async () => {
      for (const id of ['lesson-toggle', 'course-toggle']) {
        await page.locator(`#${id}`).focus();
        await page.keyboard.press('Enter');
        await page.locator('#lesson button').first().waitFor();
        // It takes the focus when it is loaded.
        await page.locator('#lesson :focus').waitFor({ state: 'attached' });
        await expectWalk(page);
        await expectSameInBothThemes(page, '#lesson');
        await page.locator(`#${id}`).focus();
        await page.keyboard.press('Enter');
      }
    });
  });
});
