import { beforeAll, beforeEach, expect, test } from 'vitest';
import { KEYS } from '../../src/ui/pointer/keyboard';
import { answered, type LabPage, openLab, until } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

describeBrowser('keys', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ keep: true });
  });
  beforeEach(async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth' });
    await page.hooke('play');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  });

  test('play, pause, step and reset', async () => {
    await page.keyboard.press('Space');
    await until(page, 'paused', ({ paused }) => paused);
    await page.hooke('pause');
    const { stepCount } = await page.state();
    await page.keyboard.press('.');
    await until(page, 'one step', (state) => state.stepCount === stepCount + 1);
    await page.keyboard.press('s');
    await until(page, 'two steps', (state) => state.stepCount === stepCount + 2);
    await page.hooke('set', 'stiffness', 123);
    await page.keyboard.press('r');
    await until(page, 'reset', (state) => state.stepCount === 0);
    expect((await page.state()).params.stiffness).toBe(123);
    await page.keyboard.press('Space');
    await until(page, 'playing', (state) => !state.paused && state.stepCount > 0);
  });

  test('load scenes by number', { tags: ['long'] }, async () => {
    await page.keyboard.press('2');
    await until(page, 'another scene', ({ scene }) => scene !== 'cloth');
    await page.keyboard.press('1');
    await until(page, 'the cloth', ({ scene }) => scene === 'cloth');
  });

  test('do nothing while a control has the focus', async () => {
    await page.hooke('step', 30);
    const before = (await page.state()).stepCount;
    await showPanel(page);
    await page.locator('#panel input').first().focus();
    await page.keyboard.press('r');
    await page.keyboard.press('2');
    await answered(page);
    const { scene, stepCount } = await page.state();
    expect(scene).toBe('cloth');
    expect(stepCount).toBe(before);
  });

  test('are all listed in the help, which closes with Escape', async () => {
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const text = (await dialog.textContent()) ?? '';
    for (const { label, help } of KEYS) {
      expect(text).toContain(label);
      expect(text).toContain(help);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('act at once when a dialog is closed', async () => {
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    // A busy page gets the key before the event of the closed dialog, which still holds the focus.
    const isInDialog = await page.evaluate(() => {
      const dialog = document.querySelector('dialog') as HTMLDialogElement;
      dialog.close();
      const focused = document.activeElement as Element;
      focused.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true, cancelable: true }));
      return dialog.contains(focused);
    });
    expect(isInDialog).toBe(true);
    await until(page, 'stopped by a step', ({ paused }) => paused);
  });

  test('hide the panel and show it again', async () => {
    await showPanel(page);
    const box = page.locator('#panel input').first();
    await box.waitFor();
    await page.keyboard.press('h');
    await box.waitFor({ state: 'hidden' });
    await page.keyboard.press('h');
    await box.waitFor();
  });
});
