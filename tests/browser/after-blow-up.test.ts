import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dock } from '../fixtures/instruments-page';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { randomNumbers } from '../fixtures/random';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

/** ms; for a diagnosis on a busy machine. */
const TIMEOUT = 60_000;

describeBrowser('after a blow-up', () => {
  let page: LabPage;
  const banner = () => page.locator('#messages .blow-up');
  const bar = (name: string) => page.locator('#bar').getByRole('button', { name, exact: true });
  const state = () => page.state();

  beforeAll(async () => {
    // Without the replay of the blow-up.
    page = await openLab({ reducedMotion: 'reduce', keep: true });
  });

  /** Blows up a small cloth. @param dt s */
  async function blowUp(dt: number, integrator = 'symplectic-euler'): Promise<void> {
    await page.hooke('send', { type: 'scene', scene: 'cloth', integrator });
    await page.hooke('set', 'rows', 8);
    await page.hooke('set', 'columns', 8);
    await page.hooke('set', 'dt', dt);
    await page.hooke('play');
    await until(page, 'blown up', (now) => now.blowUp !== null);
    await banner()
      .locator('.reason', { hasText: /limit with/ })
      .waitFor();
  }

  test('message, meter, diagnosis and remedies have the same numbers', { tags: ['long'] }, async () => {
    await blowUp(0.004, 'midpoint');
    const limit = /at most ([\d.,]+) × its limit with Midpoint, at least ([\d.]+ m?s)/;
    await banner().getByText(limit).waitFor();
    const [, times, length] = limit.exec((await banner().textContent()) ?? '') ?? [];
    await page.locator('#bar .meter b', { hasText: `≤ ${times} × limit ≥ ${length}` }).waitFor();
    const remedy = await banner()
      .getByRole('button', { name: /^Set dt to/ })
      .textContent();
    await banner().getByRole('button', { name: 'Why?' }).click();
    const step = dock(page).locator('dt:text-is("time step") + dd');
    await step.waitFor({ timeout: TIMEOUT });
    expect(await step.textContent()).toBe(
      `dt = 4 ms is at most ${times} × its limit with Midpoint, at least ${length}`,
    );
    await dock(page)
      .getByRole('button', { name: String(remedy), exact: true })
      .waitFor();
    await page.keyboard.press('i');
  });

  describe('by symplectic Euler', () => {
    beforeEach(() => blowUp(0.01));

    test('the button shows Play, and a click says why the run stays stopped', async () => {
      await bar('Play').click();
      await banner()
        .getByText(/Play does not resume: dt = 10 ms is [\d.]+ × its limit with [\w ]+, [\d.]+ ms\./)
        .waitFor();
      await bar('Play').waitFor();
      await expect.poll(() => page.locator('#live').textContent()).toContain('Play does not resume');
      expect(await violations(page)).toEqual([]);
    });

    test('a closed message is shown again by a button, and by Space', { tags: ['long'] }, async () => {
      for (const reopen of [
        () => page.getByRole('button', { name: 'Show message' }).click(),
        () => page.keyboard.press('Space'),
      ]) {
        await page.getByRole('button', { name: 'Close this message' }).first().click();
        await banner().waitFor({ state: 'detached' });
        await reopen();
        await banner().waitFor();
        await page.getByRole('button', { name: 'Show message' }).waitFor({ state: 'hidden' });
      }
    });

    test('Play and Step resume once dt is within the limit', async () => {
      await page.hooke('set', 'dt', 1e-4);
      const { stepCount } = await state();
      await bar('One step').click();
      await until(page, 'one step', (now) => now.stepCount === stepCount + 1 && now.blowUp === null);
      await bar('Play').click();
      await until(page, 'it continues', (now) => now.stepCount > stepCount + 10);
      await bar('Pause').waitFor();
    });

    test('implicit Euler is offered a step of 1/60 s, and the way back', { tags: ['long'] }, async () => {
      await banner().getByRole('button', { name: 'Use implicit Euler' }).click();
      await page.getByRole('button', { name: 'Set dt to 1/60 s' }).click();
      await until(page, 'the long step', ({ params, blowUp }) => params.dt === 1 / 60 && blowUp === null);
      await page.getByRole('button', { name: 'Set dt back to 10 ms' }).click();
      await until(page, 'the former step', ({ params, integrator }) => params.dt === 0.01 && integrator !== 'midpoint');
    });
  });

  test('random clicks and keys never end where Play does nothing and nothing is said', { tags: ['long'] }, async () => {
    const random = randomNumbers(7);
    const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)];
    await blowUp(0.01);
    await showPanel(page);
    const done: string[] = [];
    for (let i = 0; i < 180; i++) {
      const key = pick(['Space', '.', ',', 'r', 'd', 'Shift+D', 'e', 'w', 'Escape', '']);
      const buttons = page.locator('#bar .transport button:visible, #messages button:enabled:visible');
      const place = Math.floor(random() * (await buttons.count()));
      done.push(key || `button ${place}`);
      if (random() < 0.25) {
        const box = page.getByLabel('time step dt, ms', { exact: true });
        await box.fill(pick(['0.1', '2', '10', '30']));
        await box.press('Enter');
        done.push('dt');
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      }
      if (key) await page.keyboard.press(key);
      // The button may have gone meanwhile, with the message that it belongs to.
      else
        await buttons
          .nth(place)
          .click({ timeout: 500 })
          .catch(() => {});
      // Nothing of the page covers the bar, and the diagnosis stays closed.
      if (done.length % 6 === 0) await expectPlayActs(done);
    }
  });

  /** Presses Play if the page is paused or stopped: then time passes, or the page says why not. */
  async function expectPlayActs(done: readonly string[]): Promise<void> {
    const before = await state();
    const answered = async () => {
      // The button for help opens a dialog over the page, as soon as its text is loaded.
      if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape');
      // A key may pause the run a little later.
      if (await bar('Play').isVisible()) await bar('Play').click({ timeout: 2_000 });
      const now = await state();
      const moves = now.time !== before.time || now.stepCount !== before.stepCount;
      return moves || (await page.locator('#messages .note').isVisible());
    };
    await expect.poll(answered, { message: done.slice(-20).join('; '), timeout: 10_000 }).toBe(true);
  }
});
