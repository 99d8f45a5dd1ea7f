import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { describeBrowser } from '../setup/browser';

/** s; far above the limit of 0.77 ms of the cloth with symplectic Euler. */
const TOO_LONG = 0.002;
/** s; the default of the cloth. */
const SOUND = 0.0003;

async function typeStep(page: LabPage, dt: number): Promise<void> {
  await showPanel(page);
  const box = page.getByLabel('time step dt, ms', { exact: true });
  await box.fill(`${dt} s`);
  await box.press('Enter');
  await until(page, 'the step', ({ params }) => params.dt === dt);
}

async function blowUp(page: LabPage): Promise<void> {
  await page.hooke('set', 'scene', 'cloth');
  await page.hooke('play');
  await typeStep(page, TOO_LONG);
  await until(page, 'blown up', (state) => state.blowUp !== null);
}

/** Simulated time continues without another blow-up. */
async function holds(page: LabPage): Promise<void> {
  const { time } = await page.state();
  await until(page, 'it goes on', (state) => state.time > time + 0.1 || state.blowUp !== null);
  expect((await page.state()).blowUp).toBeNull();
  await page.locator('#messages .blow-up').waitFor({ state: 'detached' });
}

describeBrowser('a blow-up by a long dt', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ keep: true });
  });
  beforeEach(() => blowUp(page));

  test('is reported at once: what, when, where and why, on the page and to screen readers', async () => {
    const banner = page.locator('#messages .blow-up');
    await banner.waitFor();
    const { blowUp, params, stepCount, time } = await page.state();
    const text = (await banner.textContent()) ?? '';
    expect(text).toContain(`t = ${blowUp?.time.toFixed(3)} s`);
    expect(text).toMatch(/Worst: spring \d+ between particles \d+ and \d+/);
    expect(text).toMatch(/ω = [\d,.\s]+ rad\/s, so hω = [\d.]+.*Symplectic Euler is stable up to hω = [12]\.\d+/);
    await expect.poll(() => page.locator('#live').textContent()).toContain('The simulation blew up');
    expect(params.dt).toBe(TOO_LONG);
    // The run rests at a finite state before the blow-up.
    expect(stepCount).toBeLessThanOrEqual(blowUp?.step ?? 0);
    for (const i of [0, 500, 1023]) expect((await page.particle(i)).position.every(Number.isFinite)).toBe(true);
    await page.waitForTimeout(300);
    expect((await page.state()).time).toBe(time);
  });

  test('is shown once in slow motion, and then rests', async () => {
    const figures = page.locator('#figures');
    await figures.getByText(/slow motion, step/).waitFor();
    await figures.getByText('stopped').waitFor();
    await page.waitForTimeout(500);
    expect(await figures.textContent()).not.toContain('slow motion');
    expect(await page.locator('#messages .blow-up').count()).toBe(1);
  });

  test('is over with a dt below the limit', async () => {
    await page
      .locator('#messages')
      .getByRole('button', { name: /^Set dt to/ })
      .click();
    await until(page, 'a shorter step', ({ params, blowUp }) => params.dt < 0.00078 && blowUp === null);
    expect((await page.state()).integrator).toBe('symplectic-euler');
    await holds(page);
  });

  test('is over with implicit Euler, at the same dt', async () => {
    await page.getByRole('button', { name: 'Implicit Euler' }).click();
    await until(page, 'the method', ({ integrator, blowUp }) => integrator === 'implicit-euler' && blowUp === null);
    expect((await page.state()).params.dt).toBe(TOO_LONG);
    await holds(page);
  });

  test('is over with a reset, by its button, which keeps the parameters', async () => {
    await page.hooke('set', 'stiffness', 150);
    await typeStep(page, SOUND);
    expect((await page.state()).blowUp).not.toBeNull();
    await page.locator('#messages').getByRole('button', { name: 'Reset' }).click();
    await until(page, 'from the start', ({ blowUp }) => blowUp === null);
    const { params } = await page.state();
    expect([params.dt, params.stiffness]).toEqual([SOUND, 150]);
    await holds(page);
  });

  test('is over with R, which keeps the parameters', async () => {
    await typeStep(page, SOUND);
    await page.keyboard.press('r');
    await until(page, 'from the start', ({ blowUp }) => blowUp === null);
    expect((await page.state()).params.dt).toBe(SOUND);
    await holds(page);
  });

  test('can continue until a value is no longer finite', async () => {
    await page.getByRole('button', { name: 'Continue without stopping' }).click();
    await until(page, 'running', ({ params }) => params.stopOnBlowUp === 0);
    await until(page, 'not finite', ({ blowUp }) => blowUp?.cause === 'non-finite');
    await page.locator('#messages').getByText('was no longer finite').waitFor();
    for (const i of [0, 500, 1023]) {
      const { position, screen } = await page.particle(i);
      expect([...position, ...screen].every(Number.isFinite)).toBe(true);
    }
  });
});

describeBrowser('a blow-up under reduced motion', () => {
  test('is reported, but not played', async () => {
    const page = await openLab({ reducedMotion: 'reduce' });
    await blowUp(page);
    await page.locator('#messages .blow-up').waitFor();
    const figures = page.locator('#figures');
    await figures.getByText('stopped').waitFor();
    for (let i = 0; i < 5; i++) {
      expect(await figures.textContent()).not.toContain('slow motion');
      await page.waitForTimeout(100);
    }
  });
});
