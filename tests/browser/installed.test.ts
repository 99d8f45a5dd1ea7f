// @module-tag long
import { expect, test } from 'vitest';
import { SCENES } from '../../src/physics';
import { INSTRUMENTS } from '../../src/ui/instruments';
import { MIDPOINT } from '../fixtures/definitions-from-source';
import { choice, chooseInstrument } from '../fixtures/instruments-page';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { siteVersions } from '../fixtures/site-versions';
import { describeBrowser } from '../setup/browser';

/** Files of the site that no page asks for. */
const NEVER_ASKED = /^(?:.*\.(?:jpg|md|ipynb)|speed\.svg|LICENSE|service-worker\.js)$/;

/** Resolves when the newest version is installed, and answers for this page. */
const installed = (page: LabPage) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { active, installing, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
        return [active?.state, installing?.state, waiting?.state, navigator.serviceWorker.controller === active];
      }),
    )
    .toEqual(['activated', undefined, undefined, true]);

/** The names of the stored versions, without what they have in common. */
const versions = (page: LabPage) => page.evaluate(() => caches.keys());

async function openAll(page: LabPage): Promise<void> {
  for (const { id } of SCENES) {
    await page.hooke('set', 'scene', id);
    await until(page, id, ({ scene }) => scene === id);
    if (!(await page.locator('#lesson').isVisible())) await page.keyboard.press('l');
    // Some scenes have no lesson.
    const none = page.getByText('There is no lesson about it');
    await page.locator('#lesson section').or(none).first().waitFor();
  }
  await page.keyboard.press('l');
  await page.hooke('set', 'scene', 'three-springs');
  await chooseInstrument(page);
  for (const { label } of INSTRUMENTS) {
    await choice(page).selectOption(label);
    await page.locator('#instruments .pane > :last-child > *').first().waitFor();
  }
  await page.keyboard.press('i');
}

describeBrowser('the installed site', () => {
  test('works without a network from the first visit on; an update keeps the parts of an open page, and replaces it at the next load', async () => {
    const site = await siteVersions();
    try {
      await site.deploy('a');
      const page = await openLab({ site: site.url, installs: true });
      await installed(page);
      await site.cut();
      // The page and the worker that were there before the installation.
      const answers = await page.evaluate(
        (names) =>
          Promise.all(
            names.map(async (name) => {
              const response = await fetch(name);
              return [name, response.ok ? (await response.arrayBuffer()).byteLength : response.status];
            }),
          ),
        Object.keys(site.files()).filter((name) => !NEVER_ASKED.test(name)),
      );
      expect(answers.length).toBeGreaterThan(150);
      const stored = await page.evaluate(async () => {
        const all = await Promise.all((await caches.keys()).map(async (key) => (await caches.open(key)).keys()));
        return all.flat().map(({ url }) => url);
      });
      expect(stored.filter((url) => url.endsWith('.jpg'))).toEqual([]);
      expect(Object.fromEntries(answers)).toEqual(
        Object.fromEntries(Object.entries(site.files()).filter(([name]) => !NEVER_ASKED.test(name))),
      );
      await page.hooke('set', 'scene', 'membrane-cloth');
      await page.hooke('define', MIDPOINT);
      const sandbox = page.frames().find((frame) => frame.url().endsWith('/sandbox.html'));
      expect(await sandbox?.evaluate(() => origin)).toBe('null');
      const [first] = await versions(page);

      await site.deploy('b');
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
      });
      await expect.poll(() => versions(page)).toHaveLength(2);
      await installed(page);
      // The server has the files of b alone.
      await page.keyboard.press('l');
      await page.locator('#lesson section').first().waitFor();
      await site.cut();

      await page.reload();
      await page.evaluate(() => window.hooke.ready);
      const scripts = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      expect((await scripts()).filter((name) => /assets\/.*b\.js$/.test(name)).length).toBeGreaterThan(1);
      expect((await scripts()).filter((name) => /assets\/.*a\.js$/.test(name))).toEqual([]);
      await openAll(page);
      await page.reload();
      await page.evaluate(() => window.hooke.ready);
      await expect.poll(() => versions(page)).toHaveLength(1);
      expect(await versions(page)).not.toContain(first);
    } finally {
      await site.close();
    }
  });
});
