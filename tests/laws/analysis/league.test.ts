// @module-tag divided
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile } from '../../../src/physics';
import { weightedDistance } from '../../../src/physics/analysis/studies/convergence-errors';
import { distanceOf, leagueRun, openRun } from '../../../src/physics/analysis/studies/league-run';
import { leagueStudy } from '../../../src/physics/analysis/studies/league-study';
import { thrown } from '../../../src/physics/analysis/studies/timed-run';
import { runWithin } from '../../../src/ui/instruments/league-text';
import { finish } from '../../fixtures/finish-job';

const seconds = () => performance.now() / 1000;
const cloth = (stiffness: number): SceneFile =>
  createSimulation({ scene: 'cloth', params: { rows: 7, columns: 7, mass: 4e-3, stiffness } }).save();
const run = (scene: SceneFile, methods: string[], duration = 0.2) =>
  finish(leagueStudy(scene, { methods, duration, most: 20 }, seconds));

describe('the league of solvers', () => {
  const methods = ['implicit-euler-newton', 'vertex-block-descent', 'xpbd', 'symplectic-euler'];
  const report = run(cloth(200), methods);
  const of = (id: string, iterations: number | null = null) =>
    report.entries.filter(({ method, iterations: n }) => method === id && n === iterations);
  const errors = (id: string, iterations: number | null = null) =>
    of(id, iterations).map(({ error }) => error ?? Number.NaN);

  test('compares with a motion that is itself close to the limit', () => {
    expect(report.reference.method).toBe('rk4');
    expect(report.reference.error).toBeLessThan(1e-3 * report.visible);
    expect(report.duration).toBeCloseTo(4 / 15 - 1 / 15, 12);
  });

  test('finds smaller errors at shorter steps of implicit Euler, and the same of converged vertex block descent', () => {
    const newton = errors('implicit-euler-newton');
    expect(newton).toHaveLength(4);
    for (let i = 1; i < 4; i++) expect(newton[i]).toBeLessThan(0.95 * newton[i - 1]);
    errors('vertex-block-descent', 100).forEach((error, i) => void expect(error / newton[i]).toBeCloseTo(1, 2));
    // A single sweep leaves much more.
    expect(errors('vertex-block-descent', 1)[0]).toBeGreaterThan(1.5 * newton[0]);
  });

  test('gives a method with a limit steps that hold, and the cost of each run', () => {
    const explicit = of('symplectic-euler');
    expect(explicit).toHaveLength(2);
    for (const { outcome, error } of explicit) {
      expect(outcome).toBe('finished');
      expect(error).toBeLessThan(report.visible);
    }
    for (const { cost, stretch } of report.entries) {
      expect(cost).toBeGreaterThan(0);
      expect(stretch).toBeGreaterThan(0);
    }
    // Implicit Euler damps.
    expect(of('implicit-euler-newton')[0].energy).toBeLessThan(-0.01);
  });

  test('is won by the cheapest run whose error is not seen and that makes no energy', () => {
    const { winner } = report;
    expect(winner?.error).toBeLessThanOrEqual(report.visible);
    expect(winner?.energy).toBeLessThanOrEqual(0.01);
    for (const one of report.entries) {
      if (one.error !== null && one.error <= report.visible && one.energy <= 0.01)
        expect(one.cost).toBeGreaterThanOrEqual(winner?.cost ?? 0);
    }
    if (winner) expect(report.entries).toContain(winner);
  });

  test('has no winner where nothing moves, and one that makes no energy for a throw of the same scene', {
    tags: ['long'],
  }, () => {
    const rest = createSimulation({ scene: 'chain', precision: 'double' });
    rest.apply({ type: 'equilibrium' });
    const study = (throws: boolean) =>
      finish(
        leagueStudy(
          rest.save(),
          { methods: ['explicit-euler', 'vertex-block-descent', 'xpbd'], duration: 0.2, throws, most: 20 },
          seconds,
        ),
      );
    expect(study(false)).toMatchObject({ doubt: 'still', winner: null });
    const thrown = study(true);
    expect(thrown.doubt).toBe(null);
    expect(thrown.moved).toBeGreaterThan(5 * thrown.visible);
    expect(thrown.winner?.energy).toBeLessThanOrEqual(0.01);
    expect(thrown.winner?.error).toBeLessThanOrEqual(thrown.visible);
  });

  test('is not won by runs that make energy, close as they are', () => {
    // Undamped springs: explicit Euler makes energy at every step.
    const scene = createSimulation({ scene: 'two-bodies', params: { damping: 0 } }).save();
    const { entries, winner, visible } = run(scene, ['explicit-euler'], 1);
    expect(entries).toHaveLength(2);
    for (const { error, energy } of entries) {
      expect(error).toBeLessThan(visible);
      expect(energy).toBeGreaterThan(0.01);
    }
    expect(winner).toBe(null);
  });

  test('follows springs too stiff for explicit steps by an implicit reference', () => {
    const { reference } = run(
      createSimulation({ scene: 'chain', params: { stiffness: 1e9 } }).save(),
      ['implicit-euler'],
      0.06,
    );
    expect(reference.method).toBe('tr-bdf2');
    expect(reference.dt).toBeLessThanOrEqual(1 / 1920);
  });

  test('refuses what it cannot run, by name and value', () => {
    expect(() => run(cloth(200), ['rk5'])).toThrow('there is no integrator "rk5"');
    expect(() => run(cloth(200), [])).toThrow('choose at least one method');
    expect(() => run(cloth(200), ['rk4'], -1)).toThrow('the duration must be from 0 to 60 s, got -1');
  });
});

/** What the page proposes. */
const PROPOSED = [
  'symplectic-euler',
  'implicit-euler',
  'tr-bdf2',
  'projective-dynamics',
  'vertex-block-descent',
  'xpbd',
];

describe.each([
  [9, []],
  [33, ['long']],
  [65, ['long']],
  [129, ['long']],
] as const)('a run that is advised for a cloth of %i²', (side, tags) => {
  test('meets its error against a reference of half the step, holds, and makes no energy', {
    tags: [...tags],
    timeout: 900_000,
  }, () => {
    const scene = createSimulation({ scene: 'cloth', params: { rows: side, columns: side } }).save();
    // The smallest cloth is in the default run, and the largest one takes long with sweeps over its springs.
    const isLeftOut = (id: string) => /projective|block/.test(id) && (side === 9 || side === 129);
    const methods = PROPOSED.filter((id) => !isLeftOut(id));
    const duration = 1 / 15;
    const report = finish(leagueStudy(scene, { methods, duration, throws: true, most: 20 }, seconds));
    expect(report.doubt).toBeNull();
    const start = thrown(scene);
    const { method, dt } = report.reference;
    const at = (h: number) => openRun(start, { method, dt: h, iterations: null }, true);
    const exact = finish(leagueRun(at(dt / 2), report.duration, seconds));
    const masses = Float64Array.from(at(dt).model.masses);
    const distance = (a: Float64Array, b: Float64Array) => weightedDistance(a, b, masses);
    // 60 · (cost/60) may be less than the cost by rounding.
    const all = report.front.map(({ cost }) => (cost / 60) * (1 + 1e-12));
    for (const budget of [all[0], all[Math.floor(all.length / 2)], 1e3]) {
      const advised = runWithin(report, budget);
      if (!advised) throw new Error(`no run within ${budget} ms`);
      const run = finish(leagueRun(openRun(start, advised), report.duration, seconds));
      if (!run.positions || !exact.positions) throw new Error(`${advised.method} blew up`);
      const named = (advised.error ?? 0) + (report.reference.error ?? Number.NaN);
      expect(distanceOf(run.positions, exact.positions, distance), advised.method).toBeLessThanOrEqual(named);
      expect(advised.cost / 60).toBeLessThanOrEqual(budget);
      expect((run.energy - exact.energy) / exact.kinetic).toBeLessThan(0.011);
    }
    expect(runWithin(report, 0.99 * all[0])).toBeNull();
  });
});
