// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { INSTRUMENTS } from '../../src/ui/instruments/index';
import { choice, chooseInstrument, dock } from '../fixtures/instruments-page';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

/** ms; studies and diagnoses wait for the engine on a busy machine. */
const TIMEOUT = 90_000;

interface State {
  /** Brings the page into it. */
  prepare(page: LabPage): Promise<void>;
  /** What an instrument must say there, by id. */
  says: Record<string, RegExp>;
}

const paused = async (page: LabPage, scene: string) => {
  await page.hooke('pause');
  await page.hooke('set', 'scene', scene);
};

const STATES: Record<string, State> = {
  'at rest': {
    async prepare(page) {
      await paused(page, 'chain');
      await page.hooke('send', { type: 'equilibrium' });
      await page.hooke('step', 20);
    },
    says: {
      'energy-ledger': /^Nothing to see yet: throw it\.$/,
      'stability-region': /small motion stays small\.$/,
      diagnosis: /^No blow-up in /,
    },
  },
  'after a throw': {
    async prepare(page) {
      await paused(page, 'cloth');
      await page.hooke('step', 50);
      await page.hooke('send', { type: 'throw' });
      await page.hooke('step', 150);
    },
    says: { modes: /^20 modes are unstable: /, rewind: /^Recorded: steps 0 to \d+/ },
  },
  'after a blow-up': {
    async prepare(page) {
      await paused(page, 'taichi-grid');
      await page.hooke('set', 'stiffness', 1.5e5);
      await page.hooke('step', 200);
      await until(page, 'the blow-up', ({ blowUp }) => blowUp !== null);
    },
    says: {
      diagnosis: /^The springs are too stiff for this dt\. .* prevents it\.$/,
      rewind: /The run blew up at step \d+/,
      'stability-region': /small motion grows\.$/,
    },
  },
  'in a scene without springs': {
    async prepare(page) {
      await paused(page, 'bounce');
      await page.hooke('step', 100);
    },
    says: {
      'stability-region': /dt has no limit for small motion\.$/,
      modes: /^No mode here has a positive stiffness/,
    },
  },
};

/** Quantities with their units, as texts of the page name them: several numbers of one thing must be the same, within 2 %. */
const QUANTITIES: Record<string, RegExp> = {
  // The dt of the run, and not one that a study names: `up to dt = 0.9 ms`, `at dt = 2 ms`.
  dt: /(?<!(?:up to|at) )\bdt = ([\d.]+) (ms|µs|s)\b/g,
  limit: /(?:its limit with [^,.;]+,|of limit|× limit) (?:at least |≥ )?([\d.]+) (ms|µs|s)\b/g,
  'blow-up step': /(?:blew up at step|detected in step|, in step) ([\d,]+)/g,
};
const UNITS: Record<string, number> = { s: 1, ms: 1e-3, µs: 1e-6 };

function valuesOf(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(([, value, unit]) => Number(value.replaceAll(',', '')) * (UNITS[unit] ?? 1));
}

describeBrowser('each instrument concludes', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', keep: true });
  });

  /** '' while the instrument that was opened last has not concluded. */
  const line = () =>
    page.evaluate(() => document.querySelector('#instruments .conclusion:not([hidden]) p')?.textContent ?? '');
  const texts = () =>
    page.evaluate(() => {
      const textOf = (selector: string) =>
        Array.from(document.querySelectorAll(selector), (one) => one.textContent ?? '').join(' ');
      return {
        conclusion: textOf('#instruments .conclusion p'),
        meter: textOf('#bar .meter'),
        messages: textOf('#messages'),
      };
    });

  const shown = INSTRUMENTS.filter(({ id }) => id !== 'export');

  test.each(Object.entries(STATES))(
    '%s: in a sentence, with the numbers of meter and message',
    { timeout: 600_000 },
    async (_, { prepare, says }) => {
      await prepare(page);
      await page.waitForFunction(() => !window.hooke.limit().sought);
      if (!(await dock(page).isVisible())) await chooseInstrument(page, shown[0].label);
      for (const { id, label } of shown) {
        await choice(page).selectOption(label);
        const title = dock(page).getByRole('heading', { name: `Instruments: ${label}`, exact: true });
        await title.first().waitFor({ state: 'attached' });
        await expect.poll(line, { message: label, timeout: TIMEOUT }).toMatch(says[id] ?? /^(dt = |[A-Z]).{12,}\.$/);
        const { conclusion, meter, messages } = await texts();
        expect(conclusion, label).not.toMatch(/NaN|undefined|Infinity|null/);
        for (const [name, pattern] of Object.entries(QUANTITIES)) {
          const all = [conclusion, meter, messages].flatMap((text) => valuesOf(text, pattern));
          const [least, most] = [Math.min(...all), Math.max(...all)];
          if (all.length > 1) expect(most / least, `${name} beside ${label}: ${all.join(', ')}`).toBeLessThan(1.02);
        }
        // What the meter calls unstable no instrument calls stable, and the other way round.
        const { dt, fraction, isBound } = await page.evaluate(() => window.hooke.limit());
        if (isBound || dt === 0) continue;
        if (fraction > 1.01) expect(conclusion, label).not.toMatch(/stays small|no mode grows/);
        else expect(conclusion, label).not.toMatch(/small motion grows\.|is unstable/);
      }
    },
  );

  test('a throw by the button gives the ledger something to say', async () => {
    await STATES['at rest'].prepare(page);
    if (!(await dock(page).isVisible())) await chooseInstrument(page, 'Energy ledger');
    await choice(page).selectOption('Energy ledger');
    await dock(page).getByRole('button', { name: 'Throw it', exact: true }).click();
    await expect.poll(line).toMatch(/^(Balanced: the|The) method (added|removed) /);
    await page.hooke('pause');
  });

  test('Bender’s cloth has one limit at the bottom of a swing, and no warning', async () => {
    await paused(page, 'bender-cloth');
    await page.hooke('step', 180);
    // The limit of the cloth at rest is 5.36 ms, and here 4.85 ms: it follows while the run rests.
    await expect.poll(() => page.evaluate(() => window.hooke.limit().dt)).toBeLessThan(4.87e-3);
    await choice(page).selectOption('Stability region');
    await expect
      .poll(line)
      .toMatch(
        /^dt = 5 ms is 103(\.\d)? % of its limit with Symplectic Euler, 4\.8\d ms, at this moment: what grows is too small/,
      );
    await expect.poll(async () => (await texts()).meter).toMatch(/103(\.\d)? % of limit 4\.8\d ms/);
    expect(await page.locator('#bar .meter.warm').count()).toBe(0);
  });
});
