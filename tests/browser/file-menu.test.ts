import { beforeAll, expect, test } from 'vitest';
import { dock } from '../fixtures/instruments-page';
import { contentOf, type LabPage, openLab } from '../fixtures/lab-page';
import { chooseInFileMenu } from '../fixtures/panel-page';
import { everyNth } from '../fixtures/run-length';
import { describeBrowser } from '../setup/browser';

/** s; so long that ten seconds are a part of the recording. */
const RECORDED = 12;
const DT = 5e-3;

describeBrowser('the exports of the menu File', () => {
  let page: LabPage;
  const closeDock = async () => {
    await dock(page).getByRole('button', { name: 'Close the instruments' }).click();
    await dock(page).waitFor({ state: 'hidden' });
  };
  const plan = () => dock(page).locator('.export .plan').textContent();

  beforeAll(async () => {
    page = await openLab({ keep: true });
    await page.hooke('set', 'scene', 'three-springs');
    await page.hooke('set', 'dt', DT);
    await page.hooke('step', RECORDED / DT);
  });

  test.each(
    everyNth(
      3,
      [
        ['Mesh (glTF)', 'three-springs.glb', /^glTF/],
        ['Table (CSV)', 'three-springs.csv', /^# /],
        ['Report (HTML)', 'three-springs.html', /^<!doctype html>/],
      ] as const,
      1,
    ),
  )('%s downloads the file at once', { tags: ['sampled'] }, async (item, name, start) => {
    const [file] = await Promise.all([page.waitForEvent('download'), chooseInFileMenu(page, item)]);
    expect(file.suggestedFilename()).toBe(name);
    expect((await contentOf(file)).toString('latin1')).toMatch(start);
    await closeDock();
  });

  test('Film shows the form, for the last ten seconds', { tags: ['long'] }, async () => {
    await chooseInFileMenu(page, 'Film…');
    await expect.poll(plan).toMatch(/^600 pictures, 10 s/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Make the film');
    // They end where the film ends, and begin no earlier than the recording.
    await dock(page).getByLabel('to / s').fill('4');
    await expect.poll(plan).toMatch(/^240 pictures, 4 s/);
    await dock(page).getByLabel('From / s').fill('3');
    await expect.poll(plan).toMatch(/^60 pictures, 1 s/);
    await closeDock();
  });

  test('Embed shows the code for other pages', { tags: ['long'] }, async () => {
    await chooseInFileMenu(page, 'Embed…');
    await expect.poll(() => dock(page).getByLabel('Code').inputValue()).toContain('<hooke-cloth params="scene=three');
    await expect
      .poll(() =>
        dock(page)
          .getByTitle('What the code consists of')
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true);
    await closeDock();
  });
});
