// @module-tag long
import { beforeAll, describe, expect, test } from 'vitest';
import { INTEGRATORS } from '../../src/physics';
import { stepCode } from '../../src/ui/instruments/step-code';
import { dock, inkOf, openInstrument } from '../fixtures/instruments-page';
import { contentOf, type LabPage, openLab } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const WAIT = { timeout: 50_000 };

describeBrowser('methods', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, keep: true });
  });

  describe('in the league', () => {
    // By keyboard: a click is lost if the dock changes its height between its press and its release.
    const press = (name: string) => dock(page).getByRole('button', { name, exact: true }).press('Enter');
    const status = () => dock(page).locator('.job .now').textContent();
    /** A file that a button downloads. */
    const downloaded = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), press(name)]);
      return { name: file.suggestedFilename(), text: (await contentOf(file)).toString('latin1') };
    };

    test('run where they are chosen, by code that is loaded when it is opened, and one click sets the winner', async () => {
      const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      expect((await loaded()).filter((name) => /league|job/.test(name))).toEqual([]);
      await openInstrument(page, 'League of solvers', 'chain');
      await dock(page).locator('summary', { hasText: 'Methods' }).press('Enter');
      for (const name of ['TR-BDF2', 'Projective dynamics', 'Implicit Euler']) {
        await dock(page).getByRole('checkbox', { name, exact: true }).press('Space');
      }
      await dock(page).getByLabel('Simulated time / s').fill('0.2');
      await press('Run the league');
      await expect.poll(status, WAIT).toMatch(/^\d+ runs in [\d.]+ s\. Winner: /);
      const winner = /Winner: (.+) at dt = ([\d.]+) ms/.exec((await status()) ?? '') ?? [];
      await press('Use the winner');
      await expect.poll(async () => 1000 * (await page.state()).params.dt).toBeCloseTo(Number(winner[2]), 1);
      const { integrator, stepCount } = await page.state();
      expect(INTEGRATORS.find(({ id }) => id === integrator)?.label).toBe(winner[1]);
      expect(stepCount).toBe(0);
      const methods = await dock(page).locator('.league-runs tbody tr').count();
      expect(methods).toBe(3);
      await expect.poll(async () => (await inkOf(page)).count).toBeGreaterThan(500);
      expect(await violations(page)).toEqual([]);
    });

    test('advises what fits into a budget that is typed, and sets it', async () => {
      const budget = dock(page).getByLabel('Budget for a picture / ms');
      const advice = dock(page).locator('.advice');
      await budget.fill('0');
      await expect.poll(() => advice.textContent()).toMatch(/^Enter a time in ms/);
      expect(await dock(page).getByRole('button', { name: 'Use it', exact: true }).isDisabled()).toBe(true);
      await budget.fill('1000');
      await expect
        .poll(() => advice.textContent())
        .toMatch(/^At 60 pictures a second: .* its error in this motion is at most /);
      const [, method, dt] = /second: (.+) at dt = ([\d.]+) ms/.exec((await advice.textContent()) ?? '') ?? [];
      await press('Use it');
      await expect.poll(async () => 1000 * (await page.state()).params.dt).toBeCloseTo(Number(dt), 1);
      const { integrator } = await page.state();
      expect(INTEGRATORS.find(({ id }) => id === integrator)?.label).toBe(method);
      await dock(page)
        .locator('summary', { hasText: `Code of a step: ${method}` })
        .press('Enter');
      const code = dock(page).getByLabel('TypeScript of the step');
      await expect.poll(() => code.isVisible()).toBe(true);
      expect(await code.textContent()).toBe(stepCode(integrator)?.typescript);
      await press('Copy the code');
      await expect
        .poll(() =>
          dock(page)
            .getByText(/^The code is (copied|selected)/)
            .count(),
        )
        .toBe(1);
      expect(await violations(page)).toEqual([]);
    });

    test('saves all runs', async () => {
      const table = await downloaded('CSV');
      expect(table.name).toBe('chain-league.csv');
      const rows = table.text.split('\r\n');
      expect(rows[0]).toContain('error / m');
      expect(rows.length).toBeGreaterThan(30);
    });

    test('can be cancelled, and names what it cannot run', { tags: ['long'] }, async () => {
      await openInstrument(page, 'League of solvers', 'chain');
      await dock(page).getByLabel('Simulated time / s').fill('20');
      await press('Run the league');
      await expect.poll(status).toBe('Computing…');
      await press('Cancel');
      await expect.poll(status).toBe('Cancelled.');
      await dock(page).getByLabel('Simulated time / s').fill('-1');
      await press('Run the league');
      await expect.poll(status, WAIT).toBe('the duration must be from 0 to 60 s, got -1');
    });

    test('throw the cloth, also at rest, and none wins that makes energy', { tags: ['long'] }, async () => {
      // A new one: that of the tests before has run.
      await openInstrument(page, 'Scorecard', 'cloth');
      await openInstrument(page, 'League of solvers', 'cloth');
      await page.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 5, columns: 5 } });
      await page.hooke('send', { type: 'equilibrium' });
      expect(await dock(page).getByText('The scene has changed since').isVisible()).toBe(false);
      const before = await page.hooke('hash');
      const conclusion = dock(page).locator('.conclusion p');
      await expect.poll(() => conclusion.textContent()).toBe('No result yet: press “Run the league”.');
      await dock(page).getByLabel('Simulated time / s').fill('0.13');
      // The first runs of an explicit method blow up: the chart then has no point yet.
      await press('Run the league');
      await expect.poll(status, WAIT).toMatch(/^\d+ runs in /);
      await expect
        .poll(() => conclusion.textContent())
        .toMatch(/^In 133 ms of a throw, .+ is the cheapest of 6 methods within .+ mm of the exact motion/);
      const winner = dock(page).locator('.league-runs tbody tr', { hasText: 'winner' });
      const energy = (await winner.locator('td').nth(3).textContent()) ?? '';
      expect(Number(energy.replace('−', '-').replace(' %', ''))).toBeLessThanOrEqual(1);
      expect(await page.hooke('hash')).toBe(before);
    });
  });

  describe('that solve springs', () => {
    test('show their own parameters, and how stiff the springs act that hang at rest', { tags: ['long'] }, async () => {
      const box = (name: string) => page.getByLabel(name, { exact: true });
      const links = 10;
      await page.hooke('load', {
        hooke: 1,
        particles: {
          positions: Array.from({ length: links + 1 }, (_, i) => [0, -0.5 * i, 0]),
          masses: 0.01,
          pinned: [0],
        },
        springs: { pairs: Array.from({ length: links }, (_, j) => [j, j + 1]), stiffness: 500 },
        params: { dt: 1 / 120, gravity: 9.81, drag: 0.02, iterations: 1 },
      });
      await page.hooke('set', 'integrator', 'xpbd');
      await page.hooke('step', 2000);
      await openFolders(page, 'Integrator');
      const meter = page.getByText(/^Stiffness shown:/);
      // 0.244 by the closed form in the law of shown stiffness, to which it is measured within 2 %.
      await expect.poll(() => meter.textContent(), WAIT).toMatch(/^Stiffness shown: 2[45](\.\d)? % of what is set\.$/);
      expect(await box('acceleration').isVisible()).toBe(false);
      await page.hooke('set', 'integrator', 'vertex-block-descent');
      await expect.poll(() => box('acceleration').isVisible(), WAIT).toBe(true);
      await page.hooke('set', 'integrator', 'rk4');
      await expect.poll(() => meter.count(), WAIT).toBe(0);
      expect(await box('iterations').isVisible()).toBe(false);
    });
  });
});
