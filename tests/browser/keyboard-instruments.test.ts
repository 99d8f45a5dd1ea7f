// @module-tag long
import { beforeAll, expect, inject, test } from 'vitest';
import { INSTRUMENTS, LISTED_INSTRUMENTS } from '../../src/ui/instruments';
import { ready, stateOf } from '../fixtures/host-page';
import { dock } from '../fixtures/instruments-page';
import { walk } from '../fixtures/keyboard-walk';
import { answered, contentOf, type LabPage, openLab } from '../fixtures/lab-page';
import { describeBrowser, openPage } from '../setup/browser';

/** Text of what has the focus, and its id. */
const focused = (page: LabPage) =>
  page.evaluate(() => ({ text: document.activeElement?.textContent ?? '', id: document.activeElement?.id }));

/** Presses a key until what has the focus is what was looked for. */
async function pressUntil(page: LabPage, key: string, what: string, isHere: (text: string) => boolean): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (isHere((await focused(page)).text)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`no way by ${key} to ${what}`);
}

/** Goes to an item of the menu File by keys, and presses it. */
async function chooseItem(page: LabPage, item: string): Promise<void> {
  await page.getByRole('button', { name: 'File', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: item, exact: true }).waitFor();
  await pressUntil(page, 'ArrowDown', item, (text) => text === item);
  await page.keyboard.press('Enter');
}

describeBrowser('by keys alone', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', keep: true });
    await page.hooke('step', 10);
    await answered(page);
  });

  const isListed = new Set(LISTED_INSTRUMENTS.map(({ id }) => id));
  test.each(INSTRUMENTS)('one opens, goes through and closes the instrument $label', async ({ id, label }) => {
    await page.locator('#view').focus();
    if (isListed.has(id)) {
      await page.keyboard.press('i');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Home');
      await pressUntil(page, 'ArrowRight', label, (text) => text.startsWith(label));
      await page.keyboard.press('Enter');
    } else await chooseItem(page, 'Film…');
    await dock(page).waitFor();
    const title = dock(page).getByRole('heading', { name: `Instruments: ${label}`, exact: true });
    await title.first().waitFor({ state: 'attached' });
    await answered(page);
    const { faults } = await walk(page);
    expect.soft(faults).toEqual([]);
    await title.first().focus();
    await page.keyboard.press('Escape');
    await dock(page).waitFor({ state: 'hidden' });
    // The focus is where it was, or at the menu's button.
    const { id: here, text } = await focused(page);
    expect(isListed.has(id) ? here : text).toBe(isListed.has(id) ? 'view' : 'File');
  });

  test.each([
    ['Mesh (glTF)', 'cloth.glb', /^glTF/],
    ['Table (CSV)', 'cloth.csv', /^# /],
    ['Report (HTML)', 'cloth.html', /^<!doctype html>/],
  ])('one exports: %s', async (item, name, start) => {
    const [file] = await Promise.all([page.waitForEvent('download'), chooseItem(page, item)]);
    expect(file.suggestedFilename()).toBe(name);
    expect((await contentOf(file)).toString('latin1')).toMatch(start);
  });

  test('one pauses an embedded cloth', async () => {
    const site = inject('site').url;
    const body = `<!doctype html><script type="module" src="${site}embed/hooke-cloth.js"></script>
      <hooke-cloth scene="chain" controls="basic"></hooke-cloth>`;
    const host = await openPage({
      site: `${site}host.html`,
      async prepare(opened) {
        await opened.route('**/host.html*', (route) => route.fulfill({ contentType: 'text/html', body }));
      },
    });
    await ready(host, 0);
    const frame = host.frameLocator('hooke-cloth iframe');
    const pause = frame.getByRole('button', { name: /^Pause/ });
    await pause.waitFor();
    for (let presses = 0; presses < 20 && !(await pause.evaluate((b) => b === document.activeElement)); presses++)
      await host.keyboard.press('Tab');
    await host.keyboard.press('Enter');
    await expect.poll(async () => (await stateOf(host, 0))?.paused).toBe(true);
    await host.unrouteAll();
  });
});
