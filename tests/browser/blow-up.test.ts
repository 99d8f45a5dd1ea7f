import { beforeAll, beforeEach, expect, test } from 'vitest';
import { answered, cameraAtRest, type LabPage, openLab, until } from '../fixtures/lab-page';
import { showPanel } from '../fixtures/panel-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

/** m; of the cloth. */
const DIAGONAL = Math.SQRT2;
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

/** Returns where the pinned corner was drawn before. */
async function blowUp(page: LabPage): Promise<number[]> {
  await page.hooke('set', 'scene', 'cloth');
  await page.hooke('play');
  await showPanel(page);
  await cameraAtRest(page);
  const corner = await cornerAt(page);
  await typeStep(page, TOO_LONG);
  await until(page, 'blown up', (state) => state.blowUp !== null);
  return corner;
}

/** m; the diagonal of the box around all that is drawn. */
function extent(page: LabPage): Promise<number> {
  return page.evaluate(() => {
    const { particleCount } = window.hooke.state();
    const places = Array.from({ length: particleCount }, (_, i) => window.hooke.particle(i).position);
    const lengths = [0, 1, 2].map((c) => {
      const along = places.map((place) => place[c]);
      return Math.max(...along) - Math.min(...along);
    });
    return Math.hypot(...lengths);
  });
}

/** What is drawn while a blow-up rests at its onset, in each frame. */
interface Seen {
  /** m; the largest distance of a particle from particle 0. */
  onset: number[];
  /** The numbers in the status bar. */
  words: string[];
}

/** Notes in the page, from now on, what is seen from a blow-up until the text that it is stopped: too short a time to ask from here. */
function noteOnset(page: LabPage): Promise<void> {
  return page.evaluate(() => {
    const seen: Seen = { onset: [], words: [] };
    Object.assign(window, { seen });
    const look = () => {
      if (document.getElementById('slow-replay')?.textContent?.includes('stopped here')) return;
      const { blowUp, particleCount } = window.hooke.state();
      if (blowUp) {
        const place = (i: number) => window.hooke.particle(i).position;
        const first = place(0);
        const distances = Array.from({ length: particleCount }, (_, i) =>
          Math.hypot(...place(i).map((x, c) => x - first[c])),
        );
        seen.onset.push(Math.max(...distances));
        seen.words.push(document.getElementById('figures')?.textContent ?? '');
      }
      requestAnimationFrame(look);
    };
    look();
  });
}

/** CSS pixels; where the pinned corner is drawn. */
async function cornerAt(page: LabPage): Promise<number[]> {
  return (await page.particle(0)).screen.map(Math.round);
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
  let corner: number[];
  beforeEach(async () => {
    corner = await blowUp(page);
  });

  test('is reported at once: what, when, where and why, on the page and to screen readers', async () => {
    const banner = page.locator('#messages .blow-up');
    await banner.getByText(/ω = /).waitFor();
    const { blowUp, params, stepCount, time } = await page.state();
    const text = (await banner.textContent()) ?? '';
    expect(text).toContain(`t = ${blowUp?.time.toFixed(3)} s`);
    await page
      .locator('#slow-replay')
      .getByText(/It began at particle \d+ and spring \d+, in step [\d,]+\.$/)
      .waitFor();
    expect(text).toMatch(
      /dt = 2 ms is 2\.\d × its limit with Symplectic Euler, 0\.\d+ ms.* ω = [\d,.\s]+ rad\/s, so hω = [\d.]+; .* up to hω = [12]\.\d+/,
    );
    await expect.poll(() => page.locator('#live').textContent()).toContain('The simulation blew up');
    expect(params.dt).toBe(TOO_LONG);
    // The run rests at a finite state before the blow-up.
    expect(stepCount).toBeLessThanOrEqual(blowUp?.step ?? 0);
    for (const i of [0, 500, 1023]) expect((await page.particle(i)).position.every(Number.isFinite)).toBe(true);
    await answered(page);
    expect((await page.state()).time).toBe(time);
  });

  test('is shown in slow motion to its end, where it rests until one goes back to the last good state', {
    tags: ['long'],
  }, async () => {
    const show = page.getByRole('region', { name: 'The blow-up in slow motion' });
    await page
      .locator('#figures')
      .getByText(/slow motion, step/)
      .waitFor();
    // At twice the speed, so that the end comes sooner.
    await show.getByRole('button', { name: 'Faster' }).click();
    await show.getByText('The blow-up, stopped here').waitFor({ timeout: 60_000 });
    await page.locator('#figures').getByText('stopped').waitFor();
    await show.getByText(/^What grew: a stretching mode, .*It began at particle \d+ and spring \d+/).waitFor();
    expect(await show.locator('dl').textContent()).toMatch(/step[\d,]+energy[\d.]+ [kMG]Jgrowing hω[\d.]+/);
    expect(await extent(page)).toBeGreaterThan(5 * DIAGONAL);
    expect(await page.locator('#messages .blow-up').count()).toBe(1);
    expect(await violations(page)).toEqual([]);

    const slider = show.getByRole('slider', { name: 'Moment of the blow-up' });
    await slider.focus();
    await page.keyboard.press('Home');
    await expect.poll(() => extent(page)).toBeLessThan(2 * DIAGONAL);
    await show.getByText('Blow-up, paused').waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => extent(page)).toBeGreaterThan(5 * DIAGONAL);

    const { stepCount } = await page.state();
    const hash = await page.hooke('hash');
    await page.keyboard.press('Escape');
    await show.waitFor({ state: 'hidden' });
    expect(await extent(page)).toBeLessThan(2 * DIAGONAL);
    expect(await page.hooke('hash')).toBe(hash);
    expect((await page.state()).stepCount).toBe(stepCount);
    expect((await page.state()).blowUp).not.toBeNull();
    // With a remedy the message goes, and the cloth is where it was before.
    await page
      .locator('#messages')
      .getByRole('button', { name: /^Set dt to/ })
      .click();
    await until(page, 'the remedy', (state) => state.blowUp === null);
    await expect.poll(() => cornerAt(page)).toEqual(corner);
  });

  test('is replayed faster and slower, and ended by a button', { tags: ['long'] }, async () => {
    const show = page.getByRole('region', { name: 'The blow-up in slow motion' });
    const rate = show.locator('output');
    for (const slower of ['0.5 ×', '0.25 ×', '0.1 ×']) {
      await show.getByRole('button', { name: 'Slower' }).click();
      await expect.poll(() => rate.textContent()).toBe(slower);
    }
    await show.getByRole('button', { name: 'Pause' }).click();
    await show.getByText('Blow-up, paused').waitFor();
    for (const faster of ['0.25 ×', '0.5 ×', '1 ×', '2 ×']) {
      await show.getByRole('button', { name: 'Faster' }).click();
      await expect.poll(() => rate.textContent()).toBe(faster);
    }
    await show.getByRole('button', { name: 'Replay' }).click({ timeout: 60_000 });
    // At the lowest speed it lasts 50 s: it cannot end before it is paused.
    for (const slower of ['1 ×', '0.5 ×', '0.25 ×', '0.1 ×']) {
      await show.getByRole('button', { name: 'Slower' }).click();
      await expect.poll(() => rate.textContent()).toBe(slower);
    }
    await show.getByRole('button', { name: 'Pause' }).click();
    await show.getByText('Blow-up, paused').waitFor();
    expect(Number(await show.getByRole('slider').inputValue())).toBeLessThan(1000);
    await show.getByRole('button', { name: 'Back to the last good state' }).click();
    await show.waitFor({ state: 'hidden' });
    expect((await page.state()).blowUp).not.toBeNull();
  });

  test('is over with a dt below the limit', { tags: ['long'] }, async () => {
    await page
      .locator('#messages')
      .getByRole('button', { name: /^Set dt to/ })
      .click();
    await until(page, 'a shorter step', ({ params, blowUp }) => params.dt < 0.00078 && blowUp === null);
    expect((await page.state()).integrator).toBe('symplectic-euler');
    await holds(page);
  });

  test('is over with implicit Euler, at the same dt', { tags: ['long'] }, async () => {
    await page.getByRole('button', { name: 'Use implicit Euler' }).click();
    await until(page, 'the method', ({ integrator, blowUp }) => integrator === 'implicit-euler' && blowUp === null);
    expect((await page.state()).params.dt).toBe(TOO_LONG);
    await holds(page);
  });

  test('is over with a reset, by its button, which keeps the parameters', { tags: ['long'] }, async () => {
    await page.hooke('set', 'stiffness', 150);
    await typeStep(page, SOUND);
    expect((await page.state()).blowUp).not.toBeNull();
    await page.locator('#messages').getByRole('button', { name: 'Reset' }).click();
    await until(page, 'from the start', ({ blowUp }) => blowUp === null);
    const { params } = await page.state();
    expect([params.dt, params.stiffness]).toEqual([SOUND, 150]);
    await holds(page);
  });

  test('is over with R, which keeps the parameters', { tags: ['long'] }, async () => {
    await typeStep(page, SOUND);
    await page.keyboard.press('r');
    await until(page, 'from the start', ({ blowUp }) => blowUp === null);
    expect((await page.state()).params.dt).toBe(SOUND);
    await holds(page);
  });

  test('can continue until a value is no longer finite', { tags: ['long'] }, async () => {
    await page.getByRole('button', { name: 'Continue without stopping' }).click();
    await until(page, 'running', ({ params }) => params.stopOnBlowUp === 0);
    await until(page, 'not finite', ({ blowUp }) => blowUp?.cause === 'non-finite');
    await page.locator('#messages').getByText('is no longer a finite number').waitFor();
    for (const i of [0, 500, 1023]) {
      const { position, screen } = await page.particle(i);
      expect([...position, ...screen].every(Number.isFinite)).toBe(true);
    }
  });
});

describeBrowser('a blow-up under reduced motion', () => {
  test('is shown in two still pictures, its onset and its end', { tags: ['long'] }, async () => {
    const page = await openLab({ reducedMotion: 'reduce' });
    await noteOnset(page);
    await blowUp(page);
    await page.locator('#messages .blow-up').waitFor();
    const show = page.getByRole('region', { name: 'The blow-up in slow motion' });
    await show.getByText('The blow-up, stopped here').waitFor();
    const { onset, words } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    expect(onset.length).toBeGreaterThan(0);
    expect(words.join()).not.toContain('slow motion');
    // The frame with the end may arrive before the text.
    for (const size of onset.slice(0, -1)) expect(size).toBeLessThan(2 * DIAGONAL);
    expect(await extent(page)).toBeGreaterThan(5 * DIAGONAL);
  });
});

describeBrowser('a blow-up on a phone', () => {
  test('has its remedies below its show, and is explained when that is over', { tags: ['long'] }, async () => {
    const page = await openLab({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' });
    await page.hooke('play');
    await page.hooke('set', 'dt', TOO_LONG);
    const banner = page.locator('#messages .blow-up');
    const show = page.getByRole('region', { name: 'The blow-up in slow motion' });
    await show.waitFor();
    await banner.waitFor();
    const why = banner.getByText(/^The simulation blew up/);
    await why.waitFor({ state: 'hidden' });
    const remedy = banner.getByRole('button', { name: 'Implicit Euler' });
    for (const part of [show, banner, remedy]) {
      const { x, y, width, height } = (await part.boundingBox()) ?? { x: -1, y: 0, width: 0, height: 0 };
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(390);
      expect(y + height).toBeLessThanOrEqual(844);
    }
    await show.getByRole('button', { name: 'Back to the last good state' }).tap();
    await show.waitFor({ state: 'hidden' });
    await why.waitFor();
    await remedy.tap();
    await until(page, 'the remedy', ({ integrator, blowUp }) => integrator === 'implicit-euler' && blowUp === null);
  });
});
