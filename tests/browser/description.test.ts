// @module-tag long
import { beforeAll, describe, expect, test } from 'vitest';
import { answered, drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const live = (page: LabPage) => page.locator('#live').textContent();
const dialog = (page: LabPage) => page.getByRole('dialog', { name: 'The view in words' });

/** Opens the description by its key, and closes it. @returns its part of the accessibility tree */
async function described(page: LabPage): Promise<string> {
  await page.keyboard.press('a');
  await dialog(page).waitFor();
  const tree = await dialog(page).ariaSnapshot();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  return tree;
}

describeBrowser('the view in words', () => {
  describe.each(['dark', 'light'] as const)('in the %s theme', (colorScheme) => {
    let page: LabPage;
    beforeAll(async () => {
      page = await openLab({ colorScheme, viewport: { width: 1280, height: 800 }, keep: true });
      await page.hooke('send', { type: 'scene', scene: 'three-springs' });
      await answered(page);
    });

    test('opens by its key, with what hangs where, what it does, the method and the result', async () => {
      const before = await described(page);
      expect(before).toContain(
        [
          '  - status:',
          '    - heading "Scene" [level=3]',
          '    - list:',
          '      - listitem: "Scene: Three springs."',
          '      - listitem: "Particles: 3, springs: 3."',
          '      - listitem: "Material: particle mass 0.1 kg, stiffness 40 N/m."',
          '      - listitem: "Pinned: particle 0."',
          '      - listitem: "Obstacles: floor."',
          '      - listitem: "Forces: gravity 9.81 m/s²."',
          '    - heading "Motion" [level=3]',
          '    - list:',
          '      - listitem: Paused. 0.000 s, step 0',
          '      - listitem: Nothing has moved yet.',
        ].join('\n'),
      );
      await page.hooke('step', 10);
      expect(await described(page)).toMatch(/listitem: "Motion: \w+[^"]*; [\d.]+ m\/s on average, at most [\d.]+ m\/s/);
    });

    test('opens by its button in View, is written again there, and has no violation of accessibility', async () => {
      await openFolders(page, 'View');
      const button = page.locator('#panel').getByRole('button', { name: 'The view in words' });
      await button.focus();
      await page.keyboard.press('Enter');
      await dialog(page).waitFor();
      expect(await violations(page, '#description')).toEqual([]);
      const now = dialog(page).getByText(/^Paused\./);
      const before = await now.textContent();
      await page.hooke('step', 1);
      expect(await now.textContent()).toBe(before);
      await dialog(page).getByRole('button', { name: 'Update' }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => now.textContent()).not.toBe(before);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    });
  });

  test('is said at changes only: another scene, pins, a cut, rest', async () => {
    const page = await openLab({ viewport: { width: 1280, height: 800 } });
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => said.push(document.getElementById('live')?.textContent ?? '')).observe(
        document.getElementById('live') as HTMLElement,
        { childList: true },
      );
    });
    const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
    await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 8, columns: 8 } });
    // Another resolution with fewer springs is no tear. What tears in the first three seconds would be said after them.
    await page.waitForFunction(() => performance.now() > 3000);
    await page.hooke('set', 'rows', 6);
    await answered(page);
    expect((await said()).join()).not.toContain('Torn');
    await page.hooke('send', { type: 'scene', scene: 'chain' });
    await expect
      .poll(() => live(page))
      .toBe(
        'Scene: Hanging chain. Particles: 11, springs: 10. Material: particle mass 0.01 kg, stiffness 100 N/m. ' +
          'Pinned: particle 0. Obstacles: floor. Forces: gravity 9.81 m/s².',
      );
    await page.hooke('send', { type: 'pin', particle: 10, pinned: true });
    await expect.poll(() => live(page)).toBe('Particle 10 of 11, pinned. 2 pinned.');
    await page.hooke('send', { type: 'cut', spring: 4 });
    await expect.poll(() => live(page)).toBe('Torn or cut.');
    await said();
    // So much damping that it comes to rest.
    await page.hooke('send', { type: 'scene', scene: 'damped-oscillator', params: { damping: 5 } });
    await page.hooke('play');
    await expect.poll(() => live(page), { timeout: 30_000 }).toContain('At rest.');
    const { time } = await page.state();
    await said();
    await until(page, 'plays on', (state) => state.time > time + 1);
    expect(await said()).toEqual([]);
    await page.hooke('pause');
    await drawn(page);
    expect(await said()).toEqual(['Paused.']);
  });
});
