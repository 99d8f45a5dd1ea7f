import { beforeAll, expect, test } from 'vitest';
import { dock, openInstrument, pressInstrument } from '../fixtures/instruments-page';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

/** ms; for a diagnosis on a busy machine. */
const TIMEOUT = 90_000;

describeBrowser('the diagnosis', () => {
  let page: LabPage;
  const finding = () => dock(page).locator('.conclusion p');
  const fact = (name: string) => dock(page).locator(`dt:text-is("${name}") + dd`);

  beforeAll(async () => {
    // Without the slow replay of the blow-up, for which the diagnosis would wait.
    page = await openLab({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', keep: true });
    await page.hooke('pause');
    await page.hooke('set', 'scene', 'taichi-grid');
  });

  test('says that there was no blow-up', async () => {
    await pressInstrument(page, 'Diagnosis');
    await dock(page)
      .getByText(/^No blow-up in \d+ steps: there is nothing to diagnose\.$/)
      .waitFor();
  });

  test('shows cause, step, location, mode and limit of a blow-up, and the commands before it', async () => {
    await page.hooke('set', 'stiffness', 1.5e5);
    await page.hooke('step', 64);
    const { blowUp } = await page.evaluate(() => window.hooke.state());
    expect(blowUp).not.toBeNull();
    await expect
      .poll(() => finding().textContent(), { timeout: TIMEOUT })
      .toMatch(/^The springs are too stiff for this dt\. The growth began in step \d+\. Tested: “.+” prevents it\.$/);
    const step = Number(/\d+/.exec((await fact('growth began').textContent()) ?? '')?.[0]);
    expect(step).toBeGreaterThan(0);
    expect(step).toBeLessThanOrEqual(blowUp?.step ?? 0);
    expect(await fact('began at').textContent()).toMatch(/^particle \d+, spring \d+ between particles \d+ and \d+, /);
    expect(await fact('time step').textContent()).toMatch(
      /^dt = 1 ms is 10\d\.\d % of its limit with Symplectic Euler, 0\.\d+ ms$/,
    );
    expect(await fact('fastest mode').textContent()).toMatch(
      /^ω = [\d.]+ rad\/s, [\d.]+ Hz, hω = [12]\.\d+, in the last good state$/,
    );
    await dock(page).getByText('stiffness: 150000 N/m').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('replays the onset slowly', async () => {
    const step = Number(/\d+/.exec((await fact('growth began').textContent()) ?? '')?.[0]);
    // In the page, at the first frame of the replay: on a busy machine it would have passed the step.
    const first = page.evaluate(
      (timeout) =>
        new Promise<ReturnType<typeof window.hooke.state>>((resolve, reject) => {
          const end = Date.now() + timeout;
          const look = () => {
            const state = window.hooke.state();
            if (state.params.speed === 0.02) resolve(window.hooke.pause().then(() => state));
            else if (Date.now() < end) setTimeout(look, 2);
            else reject(new Error(`no slow replay: ${JSON.stringify(state)}`));
          };
          look();
        }),
      TIMEOUT,
    );
    await dock(page).getByRole('button', { name: 'Replay the onset slowly' }).press('Enter');
    const { stepCount, blowUp } = await first;
    expect(blowUp).toBeNull();
    expect(stepCount).toBeLessThanOrEqual(step);
    await until(page, 'paused', ({ paused }) => paused);
  });

  test('puts the playback speed back when the slow replay has ended', async () => {
    await page.hooke('play');
    await expect.poll(() => page.evaluate(() => window.hooke.state().params.speed), { timeout: TIMEOUT }).toBe(1);
    expect((await page.evaluate(() => window.hooke.state().blowUp)) !== null).toBe(true);
    await page.hooke('pause');
  });

  test('applies a tested remedy, which prevents the blow-up', async () => {
    await expect
      .poll(() => dock(page).locator('li', { hasText: 'Implicit Euler' }).count(), { timeout: TIMEOUT })
      .toBe(1);
    const row = dock(page).locator('li', { hasText: 'Implicit Euler' });
    expect(await row.textContent()).toContain('✓ tested: no blow-up');
    await row.getByRole('button').click();
    await expect.poll(() => page.evaluate(() => window.hooke.state().integrator)).toBe('implicit-euler');
    await page.hooke('step', 200);
    expect(await page.evaluate(() => window.hooke.state().blowUp)).toBeNull();
  });

  test('loads examples, and finds their cause', { tags: ['long'] }, async () => {
    await openInstrument(page, 'Diagnosis', 'taichi-grid');
    await dock(page).getByRole('combobox', { name: 'Example' }).selectOption('A spring of zero length');
    await dock(page).getByRole('button', { name: 'Load and play' }).click();
    await expect
      .poll(() => finding().textContent(), { timeout: TIMEOUT })
      .toMatch(/^Spring 10 has almost zero length\./);
    await page.keyboard.press('i');
    await dock(page).waitFor({ state: 'hidden' });
  });
});
