// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS } from '../../../src/physics';
import { deliveredStiffness } from '../../../src/physics/analysis/methods/delivered-stiffness';
import { momentum } from '../../fixtures/momentum';
import { crumpledNet, differenceFromNewton, straightChain, stretchedCloth } from '../../fixtures/one-step';
import { randomCloth } from '../../fixtures/random';
import { everyNth, LONG } from '../../fixtures/run-length';

const METHODS = INTEGRATORS.filter(({ solvesSprings }) => solvesSprings).map(({ id }) => id);
/** Those whose iterations converge to the step of implicit Euler. */
const CONVERGING = ['projective-dynamics', 'vertex-block-descent'];
/** Of Δv of implicit Euler. */
const TOLERANCE = 1e-4;

describe('one step with as many iterations as it takes', () => {
  test.each([
    ['xpbd', 'a straight chain', straightChain],
    ['projective-dynamics', 'a straight chain', straightChain],
    ['projective-dynamics', 'a crumpled net', crumpledNet],
    ['projective-dynamics', 'a stretched cloth', stretchedCloth],
    ['vertex-block-descent', 'a straight chain', straightChain],
    ['vertex-block-descent', 'a crumpled net', crumpledNet],
    ['vertex-block-descent', 'a stretched cloth', stretchedCloth],
  ] as const)('of %s is that of implicit Euler on %s', (id, _, scene) => {
    for (const seed of [1, 2, 3]) {
      expect(differenceFromNewton(id, scene(seed), { iterations: 1500, gravity: 9.81, drag: 0.01 })).toBeLessThan(
        TOLERANCE,
      );
    }
  });

  test.each(['projective-dynamics', 'vertex-block-descent'])('of %s needs fewer iterations with acceleration', (id) => {
    const params = { iterations: 40, dt: 1 / 60, gravity: 9.81 };
    const plain = differenceFromNewton(id, stretchedCloth(1), params);
    const faster = differenceFromNewton(id, stretchedCloth(1), { ...params, acceleration: 0.8 });
    expect(faster).toBeLessThan(0.5 * plain);
  });

  test('of XPBD has another limit where springs turn within the step, 1 to 8 % of Δv away on small nets', () => {
    for (const scene of [crumpledNet(1), crumpledNet(3), stretchedCloth(1)]) {
      for (const dt of [1 / 240, 1 / 60]) {
        const limit = differenceFromNewton('xpbd', scene, { dt, gravity: 9.81, iterations: 500 });
        expect(limit).toBeGreaterThan(0.01);
        expect(limit).toBeLessThan(0.08);
      }
    }
  });
});

describe('stiff cloth that hangs, at 1/60 s', () => {
  // With w = v as the first guess the kinetic energy stays at 1e-3 to 0.1 J.
  test.each(everyNth(2, CONVERGING))(
    'comes to rest under %s, however few the iterations',
    { tags: ['sampled'] },
    (integrator) => {
      for (const [stiffness, iterations] of [
        [1e4, 2],
        [1e4, 10],
        [1e5, 10],
      ]) {
        const params = { rows: 12, columns: 12, stiffness, iterations, dt: 1 / 60 };
        const simulation = createSimulation({ scene: 'cloth', integrator, params, precision: 'double' });
        simulation.step(600);
        expect(simulation.energy().kinetic, `${stiffness} N/m, ${iterations}`).toBeLessThan(2e-4);
      }
    },
  );
});

describe('what nothing holds, with few iterations', () => {
  test.each(METHODS)('keeps its momentum under %s', (integrator) => {
    for (const iterations of [1, 2, 5, 20, 100]) {
      const params = { gravity: 0, drag: 0, dt: 5e-3, iterations };
      const scene = randomCloth(7, { crumple: 0.1, params });
      const simulation = createSimulation({ scene, integrator, precision: 'double' });
      const before = momentum(simulation);
      simulation.step(20);
      const change = Math.hypot(...momentum(simulation).map((part, axis) => part - before[axis]));
      // Over the largest momentum of a particle.
      expect(change / 0.005).toBeLessThan(1e-12);
    }
  });

  // Springs act along x⁺: about the origin, Σ x⁺ × m(v⁺ − v) = 0. Its size is that of Σ m|x⁺||v|.
  // The impulses of XPBD and PBD act along the springs as each sweep finds them, and stay as they are where a later one turns the springs.
  test.each(METHODS)(
    'keeps its angular momentum under %s, but for the turning of springs in XPBD and PBD',
    (integrator) => {
      const most = CONVERGING.includes(integrator) ? 5e-5 : 1e-3;
      for (const iterations of [1, 2, 5, 20]) {
        const params = { gravity: 0, drag: 0, dt: 5e-3, iterations };
        const scene = randomCloth(7, { crumple: 0.1, params });
        const { model, state, ...simulation } = createSimulation({ scene, integrator, precision: 'double' });
        for (let step = 0; step < 20; step++) {
          const before = state.velocities.slice();
          simulation.step();
          const { positions: x, velocities: v } = state;
          const change = [0, 0, 0];
          let size = 0;
          for (let i = 0; i < model.particleCount; i++) {
            const r = x.subarray(4 * i, 4 * i + 3);
            const p = Array.from(r, (_, axis) => model.masses[i] * (v[4 * i + axis] - before[4 * i + axis]));
            for (let axis = 0; axis < 3; axis++) {
              const [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
              change[axis] += r[next] * p[last] - r[last] * p[next];
            }
            size += model.masses[i] * Math.hypot(...r) * Math.hypot(...before.subarray(4 * i, 4 * i + 3));
          }
          expect(Math.hypot(...change) / size, `${iterations} iterations, step ${step}`).toBeLessThan(most);
        }
      }
    },
  );

  test.each(METHODS)('falls with gravity under %s, however stiff', { tags: ['sampled'] }, (integrator) => {
    for (const iterations of LONG ? [1, 5, 20, 100] : [1, 2]) {
      for (const stiffness of LONG ? [150, 1e3, 1e4] : [150, 1e4]) {
        const simulation = createSimulation({
          scene: 'jelly-cube',
          integrator,
          params: { stiffness, dt: 1 / 60, drag: 0, iterations },
          precision: 'double',
        });
        simulation.apply({ type: 'planes', planes: [] });
        simulation.step(30);
        const mass = Array.from(simulation.model.masses).reduce((sum, m) => sum + m, 0);
        const [x, y, z] = momentum(simulation);
        expect([x / mass, y / mass, z / mass]).toEqual([0, -9.81 / 2, 0].map((v) => expect.closeTo(v, 9)));
      }
    }
  });
});

describe('the stiffness that a hanging chain shows', () => {
  const setup = { links: 10, stiffness: 500, mass: 0.01, dt: 1 / 120, iterations: 1, substeps: 1 };

  // Every second spring, from the pin on, comes first. With the weight λ_j = (N − j)m g below it, j = 0 … N − 1, it has the stretch
  // λ_j/k + 2h²λ_j/m, the one at the pin λ_0/k + h²(λ_0/m − g). One between them has λ_j/k, as 2λ_j = λ_j₋₁ + λ_j₊₁.
  test.each(['pbd', 'xpbd'])(
    'after one sweep of %s follows from the weights below the springs of the first color',
    (id) => {
      for (const [links, stiffness] of [
        [1, 500],
        [2, 500],
        [10, 500],
        [10, 5e4],
        [40, 5e3],
      ]) {
        for (const substeps of [1, 4]) {
          const load = ((setup.dt / substeps) ** 2 * stiffness) / setup.mass;
          const shown = deliveredStiffness(id, { ...setup, links, stiffness, substeps });
          const [all, more] = [links * (links + 1), links ** 2 - (links % 2 === 0 ? 2 : 1)];
          expect(shown / (all / (all + more * load))).toBeCloseTo(1, 6);
        }
      }
    },
  );

  test('approaches what was set with the iterations of XPBD, and depends on them under PBD', () => {
    const shown = (id: string, iterations: number) => deliveredStiffness(id, { ...setup, iterations });
    expect(shown('xpbd', 200)).toBeCloseTo(1, 6);
    // The sum of what its sweeps leave does not tend to the stiffness set.
    expect(shown('pbd', 200)).toBeLessThan(0.4);
  });

  test.each(everyNth(4, METHODS))('is that of a run of %s at rest', { tags: ['sampled'] }, (id) => {
    const { links, mass } = setup;
    for (const [stiffness, dt, iterations, substeps] of [
      [setup.stiffness, setup.dt, 1, 1],
      [setup.stiffness, setup.dt, 3, 1],
      [setup.stiffness, setup.dt, 10, 1],
      [setup.stiffness, setup.dt, 1, 5],
      [5e4, 1 / 60, 10, 20],
    ]) {
      const simulation = createSimulation({
        scene: {
          hooke: 1,
          particles: {
            positions: Array.from({ length: links + 1 }, (_, i) => [0, -0.1 * i, 0]),
            masses: mass,
            pinned: [0],
          },
          springs: { pairs: Array.from({ length: links }, (_, j) => [j, j + 1]), stiffness },
          params: { dt, iterations, substeps, gravity: 9.81, drag: 0 },
        },
        integrator: id,
        precision: 'double',
      });
      // Shorter substeps damp less.
      simulation.step(Math.max(1500, 300 * substeps));
      const stretch = -simulation.particle(links).position[1] - 0.1 * links;
      const shown = (0.5 * links * (links + 1) * mass * 9.81) / stiffness / stretch;
      expect(shown / deliveredStiffness(id, { ...setup, stiffness, dt, iterations, substeps })).toBeCloseTo(1, 2);
    }
  });
});
