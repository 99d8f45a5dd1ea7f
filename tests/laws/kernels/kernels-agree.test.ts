// @module-tag chooses-kernels
import { describe, expect, test, vi } from 'vitest';
import {
  createSimulation,
  INTEGRATORS,
  type IntegratorDefinition,
  SCENES,
  type SceneDefinition,
  type SceneFile,
  type Simulation,
  stabilityLimit,
} from '../../../src/physics';
import { javascriptKernel } from '../../../src/physics/kernels/javascript';
import { stateLoops } from '../../../src/physics/kernels/javascript/state-loops';
import { addForcesOfTriangles } from '../../../src/physics/kernels/javascript/triangle-loops';
import type { Kernel } from '../../../src/physics/kernels/kernel';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { randomNumbers } from '../../fixtures/random';
import { everyNth, LONG } from '../../fixtures/run-length';
import { isByDefault, optionsOfScene } from '../../fixtures/scenes-in-turn';

/** Rows and columns of a grid whose loops are watched. */
const SIZE = 12;
/** Loops that no step needs, and one that falls back for springs without length. */
const FOR_ANALYSIS = new Set<string>(['springHeat', 'linearizeSprings']);

/** The same scene on both kernels. */
interface Pair {
  plain: Simulation;
  fast: Simulation;
}

interface Setup {
  scene: string | SceneFile;
  integrator?: string;
  params?: Record<string, number>;
}

function pairOf(setup: Setup): Pair {
  return { plain: createSimulation({ ...setup, kernel: 'js' }), fast: createSimulation({ ...setup, kernel: 'simd' }) };
}

const stateOf = ({ plain: { state } }: Pair) => ({
  positions: state.positions.slice(),
  velocities: state.velocities.slice(),
});

/** Disturbances of a scene: random displacement as a fraction of the mean rest length, stretch factor, shift in m, speed in m/s. */
const DISTURBED = {
  'as it begins': { crumple: 0, stretch: 1, shift: 0, speed: 0 },
  'near rest': { crumple: 1e-4, stretch: 1, shift: 0, speed: 0.01 },
  stretched: { crumple: 0.05, stretch: 1.3, shift: 0, speed: 1 },
  compressed: { crumple: 0.05, stretch: 0.6, shift: 0, speed: 1 },
  crumpled: { crumple: 0.5, stretch: 1, shift: 0, speed: 3 },
  'far away': { crumple: 0.05, stretch: 1, shift: 100, speed: 1 },
};

/** Sets the same disturbed state in both simulations. @param from the state that is disturbed */
function disturb(pair: Pair, seed: number, how: (typeof DISTURBED)['crumpled'], from = stateOf(pair)): void {
  const { plain, fast } = pair;
  const random = randomNumbers(seed);
  const spread = (size: number) => size * (2 * random() - 1);
  const { model, state } = plain;
  const crumple = how.crumple * (model.meanLength || 0.1);
  for (let o = 0; o < state.positions.length; o++) {
    if (o % 4 === 3) continue;
    const x = how.shift + how.stretch * from.positions[o] + spread(crumple);
    const v = model.pinned[o >> 2] === 1 ? 0 : from.velocities[o] + spread(how.speed);
    for (const { state } of [plain, fast]) {
      state.positions[o] = x;
      state.velocities[o] = v;
    }
  }
}

const largest = (values: ArrayLike<number>) => Array.from(values).reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** An upper bound on the tension of all springs, N: k|l − L₀| + k_d|v_a − v_b|. */
function largestTension({ model, state: { positions: x, velocities: v } }: Simulation): number {
  let most = 0;
  for (let j = 0; j < model.springCount; j++) {
    const a = 4 * model.springs[2 * j];
    const b = 4 * model.springs[2 * j + 1];
    const apart = (of: ArrayLike<number>) => Math.hypot(of[a] - of[b], of[a + 1] - of[b + 1], of[a + 2] - of[b + 2]);
    most = Math.max(most, model.stiffness[j] * Math.abs(apart(x) - model.restLengths[j]) + model.damping[j] * apart(v));
  }
  return most;
}

/**
 * Largest error of the fast kernel's spring forces against the JavaScript loops in double precision, as a share of what is
 * allowed: 1e-6 of the largest tension or total force, and k·2⁻²³·max|x| of the stiffest spring, which is what the rounding of a
 * position to single precision changes in a force.
 */
function errorOfSprings({ fast }: Pair): number {
  const { model, state, world } = fast;
  const size = 4 * model.particleCount;
  const mark = world.arena.mark();
  const f = world.arena.floats(size);
  const exact = new Float64Array(size);
  world.kernel.addSpringForces(model, state, f);
  javascriptKernel.addSpringForces(model, state, exact);
  world.arena.release(mark);
  const ofRounding = largest(model.stiffness) * 2 ** -23 * largest(state.positions);
  return difference(exact, f) / (ofRounding + 1e-6 * Math.max(largestTension(fast), largest(exact)));
}

/** The same for triangles, relative to the largest force of one triangle on a corner. */
function errorOfTriangles({ fast }: Pair): number {
  const { model, params, state, world } = fast;
  const { membrane } = model;
  if (!membrane) return Number.NaN;
  const size = 4 * model.particleCount;
  const mark = world.arena.mark();
  const f = world.arena.floats(size);
  world.kernel.addTriangleForces(membrane, params, state, f);
  world.arena.release(mark);
  const exact = new Float64Array(size);
  let strongest = 0;
  const own = new Float64Array(size);
  for (let t = 0; t < membrane.triangleCount; t++) {
    addForcesOfTriangles(membrane, params, state, own, t, t + 1);
    for (const corner of membrane.triangles.subarray(3 * t, 3 * t + 3)) {
      for (let i = 4 * corner; i < 4 * corner + 4; i++) {
        strongest = Math.max(strongest, Math.abs(own[i]));
        exact[i] += own[i];
        own[i] = 0;
      }
    }
  }
  expect(strongest).toBeGreaterThan(0);
  expect(largest(own), 'forces on other particles than the corners').toBe(0);
  return difference(exact, f) / strongest;
}

const difference = (one: ArrayLike<number>, other: ArrayLike<number>) =>
  largest(Array.from(one, (x, i) => x - other[i]));

/** Scale of the velocity change in a step: the largest tension on the lightest particle, m/s. */
const kick = (simulation: Simulation) =>
  (simulation.params.dt * largestTension(simulation)) / Math.min(...simulation.model.masses);

/** Scale of the velocity error in a step from rounding errors in positions, and in lengths that are computed from them, m/s. */
function rounding({ model, params, state, world }: Simulation): number {
  const [k, c] = [new Float64Array(model.particleCount), new Float64Array(model.particleCount)];
  for (const force of world.forces) force.addBounds?.(k, c);
  const slip = (2 ** -22 + 2 ** -23) * largest(state.positions);
  return (params.dt * largest(k) * slip) / Math.min(...model.masses);
}

/** Velocities of unpinned particles; that of a moving pin is its rounded displacement divided by the step. */
const speeds = ({ model, state }: Simulation) => state.velocities.map((v, o) => (model.pinned[o >> 2] === 1 ? 0 : v));

describe('the springs of the fast kernel', () => {
  for (const { id, grid } of SCENES) {
    test(`agree with the JavaScript loops to the rounding of a position and 1e-6 of the largest force, in ${id}`, () => {
      const stiff = { scene: id, params: { stiffness: 1e5, damping: 0.5 } };
      const odd = { scene: id, params: { rows: 9, columns: 14 } };
      for (const setup of [{ scene: id }, stiff, ...(grid ? [odd] : [])]) {
        const pair = pairOf(setup);
        if (pair.plain.springCount === 0) continue;
        const start = stateOf(pair);
        for (const [name, how] of Object.entries(DISTURBED)) {
          disturb(pair, 7, how, start);
          expect(errorOfSprings(pair), `${name}, ${JSON.stringify(setup)}`).toBeLessThan(1);
          const [plain, fast] = [pair.plain, pair.fast].map(({ world, model, state }) =>
            world.kernel.springEnergy(model, state),
          );
          expect(Math.abs(fast - plain)).toBeLessThanOrEqual(1e-6 * plain);
        }
      }
    });
  }
});

describe('the triangles of the fast kernel', () => {
  for (const scene of ['membrane-cloth', 'membrane-strip']) {
    test(`agree with the JavaScript loops to 1e-6 of the largest force, in ${scene}`, () => {
      const elastic = { membranePhi: 0, membranePsi: 0 };
      for (const setup of [{ scene }, { scene, params: elastic }]) {
        const pair = pairOf(setup);
        const start = stateOf(pair);
        for (const [name, how] of Object.entries(DISTURBED)) {
          // At rest there is no force to compare.
          if (how.crumple === 0) continue;
          disturb(pair, 13, how, start);
          expect(errorOfTriangles(pair), `${name}, ${JSON.stringify(setup)}`).toBeLessThan(1e-6);
        }
      }
    });
  }
});

/**
 * A scene of a material has a smaller grid, as its steps take long, and explicit methods take half of the dt at their limit: so far
 * beyond it as the scene's own dt, for an implicit method, is, the stages of one step overflow.
 */
function withinLimit({ id: scene, material }: SceneDefinition, { id, implicit }: IntegratorDefinition) {
  if (material === undefined) return {};
  const params = { rows: 7, columns: 10 };
  if (implicit) return params;
  return { ...params, dt: 0.5 * stabilityLimit(createSimulation({ scene, integrator: id, params })).dt };
}

describe('a step of the fast kernel', () => {
  eachMethodInTurn(4, (method, sample) => {
    const { id: integrator } = method;
    test('agrees with one of the JavaScript loops to 1e-6', { tags: ['sampled'] }, () => {
      let compared = 0;
      const scenes = sample(3, SCENES);
      for (const definition of scenes) {
        const { id: scene } = definition;
        const ofMaterial = withinLimit(definition, method);
        const params = { cgTolerance: 1e-9, newtonTolerance: 1e-9, cgIterations: 5000, ...ofMaterial };
        const pair = pairOf({ scene, integrator, params });
        // Contact and friction may depend on rounding errors.
        const { spheres, bodies } = pair.plain.environment;
        if (spheres.length + bodies.length > 0) continue;
        for (const simulation of [pair.plain, pair.fast]) simulation.apply({ type: 'planes', planes: [] });
        for (const how of [DISTURBED['near rest'], DISTURBED.stretched]) {
          disturb(pair, 11, how);
          const { plain, fast } = pair;
          const change = kick(plain);
          const reports = [plain, fast].map((simulation) => ({ ...simulation.step() }));
          // Without convergence the results are not comparable.
          if (reports.some(({ converged }) => !converged)) continue;
          compared++;
          const x = plain.state.positions;
          const v = speeds(plain);
          const most = 1e-6 * (largest(v) + change) + rounding(plain);
          expect(difference(v, speeds(fast)), `velocities in ${scene}`).toBeLessThanOrEqual(most);
          expect(difference(x, fast.state.positions), `positions in ${scene}`).toBeLessThanOrEqual(
            1e-6 * largest(x) + plain.params.dt * most,
          );
        }
      }
      // Half of a third of the scenes and as many as the others; a method that has all scenes in one run, the sum of both.
      const part = scenes.length === SCENES.length ? 5 / 6 : LONG ? 1 : 1 / 2;
      expect(compared).toBeGreaterThan(part * scenes.length);
    });
  });
});

describe('the loops of the fast kernel', () => {
  const watched = [javascriptKernel, stateLoops as Kernel].flatMap((loops) =>
    (Object.keys(loops) as (keyof Kernel)[])
      .filter((name) => typeof loops[name] === 'function' && !FOR_ANALYSIS.has(name))
      .map((name) => ({ loops, name })),
  );

  for (const [place, definition] of SCENES.entries()) {
    const { id: scene, material, grid } = definition;
    test(`are used for every loop of a step of any method in ${scene}`, {
      tags: ['sampled'],
      ...optionsOfScene(definition, 16, 1),
    }, () => {
      // A smaller grid calls the same loops.
      const fast = createSimulation({ scene, kernel: 'simd', params: grid ? { rows: SIZE, columns: SIZE } : {} });
      // A correction that parts layers compares energies with that of the start of the step, which the kernel's memory does not hold.
      const allowed = fast.params.selfCollision === 1 ? ['springEnergy', 'weightedSquares', 'weightedHeights'] : [];
      // Of a scene that the default run leaves out, the long run has every method.
      const methods = isByDefault(definition, 16, 1) ? everyNth(3, INTEGRATORS, place) : INTEGRATORS;
      for (const { id } of methods) {
        fast.apply({ type: 'integrator', id });
        const spies = watched.map(({ loops, name }) => ({ name, spy: vi.spyOn(loops, name as 'dot') }));
        // Each step of a material takes long.
        fast.step(material === undefined ? 17 : 2);
        const used = spies.filter(({ spy }) => spy.mock.calls.length > 0).map(({ name }) => name);
        for (const { spy } of spies) spy.mockRestore();
        expect(
          used.filter((name) => !allowed.includes(name)),
          id,
        ).toEqual([]);
        fast.apply({ type: 'reset' });
      }
    });
  }
});
