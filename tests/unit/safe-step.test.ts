import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import {
  createSafeStep,
  createSimulation,
  INTEGRATORS,
  type IntegratorDefinition,
  type SafeStep,
  type SceneFile,
  type State,
} from '../../src/physics';
import { gershgorinBounds } from '../../src/physics/analysis/gershgorin';
import type { MutableWorld } from '../../src/physics/world';
import { randomCloth } from '../laws/random';
import { worldOf } from '../laws/world-of';

/** Largest eigenvalue of M^(−½)(−a·∂f/∂x − b·∂f/∂v)M^(−½) over the free particles. */
function largest(world: MutableWorld, state: State, a: number, b: number): number {
  const { particleCount, inverseMasses } = world.model;
  const free = Array.from({ length: particleCount }, (_, i) => i).filter((i) => inverseMasses[i] > 0);
  const at = free.flatMap((i) => [4 * i, 4 * i + 1, 4 * i + 2]);
  world.linearize(state);
  const A = Matrix.zeros(at.length, at.length);
  at.forEach((o, j) => {
    const p = new Float64Array(4 * particleCount);
    const y = new Float64Array(4 * particleCount);
    p[o] = 1;
    world.addDerivatives(y, p, -a, -b);
    at.forEach((q, i) => {
      A.set(i, j, y[q] * Math.sqrt(inverseMasses[q >> 2] * inverseMasses[o >> 2]));
    });
  });
  return Math.max(...new EigenvalueDecomposition(A, { assumeSymmetric: true }).realEigenvalues);
}

/** A flat square net at rest with k = m = 1; `ratios` of structural, shear and bend springs. */
function flatNet(size: number, ratios: [number, number, number], pinned: number[] = []): SceneFile {
  const file = randomCloth(1, { rows: size, columns: size, crumple: 0, speed: 0, damping: 0, pinned });
  const springs = file.springs ?? { pairs: [], stiffness: 0 };
  const all = springs.kinds as ('structural' | 'shear' | 'bend')[];
  const stiffness = all.map((kind) => ratios[['structural', 'shear', 'bend'].indexOf(kind)]);
  return { ...file, particles: { ...file.particles, masses: 1 }, springs: { ...springs, stiffness } };
}

describe('the Gershgorin bound', () => {
  // Shrunk nets are compressed to a fifth, beyond the c = −1 of half their length; wide ones are stretched fivefold.
  for (const cell of [0.02, 0.1, 0.5]) {
    for (const clamp of [0, 1]) {
      test(`is never below the fastest mode, ${clamp ? 'clamped' : 'unclamped'}, with cells of ${cell} m for 0.1 m`, () => {
        for (let seed = 1; seed <= 8; seed++) {
          const pinned = seed % 2 === 0 ? [0, 3] : [];
          const held = seed % 3 === 0 ? 7 : -1;
          const scene = randomCloth(seed, { cell, crumple: seed / 4, pinned });
          const { world, state } = worldOf(scene, { params: { clamp, drag: 0.01 * seed, grabStiffness: 2000 }, held });
          const { omega, damping, leastDamping } = gershgorinBounds(world);
          expect(omega ** 2).toBeGreaterThanOrEqual(largest(world, state, 1, 0) * (1 - 1e-12));
          expect(damping).toBeGreaterThanOrEqual(largest(world, state, 0, 1) * (1 - 1e-12));
          expect(leastDamping).toBeLessThanOrEqual(-largest(world, state, 0, -1) * (1 + 1e-12));
          // Nor far above it, but where compression softens the net.
          if (cell >= 0.1) expect(omega ** 2).toBeLessThan(6 * largest(world, state, 1, 0));
        }
      });
    }
  }
});

test('the Gershgorin bound leaves out a particle that is held hard, and keeps its springs', () => {
  for (const held of [0, 5, 15]) {
    const { world, state } = worldOf(randomCloth(3), { params: { hardHold: 1, grabStiffness: 1e6 }, held });
    const free = gershgorinBounds(world);
    world.model.inverseMasses[held] = 0;
    const { omega, damping } = gershgorinBounds(world);
    expect(omega ** 2).toBeGreaterThanOrEqual(largest(world, state, 1, 0) * (1 - 1e-12));
    expect(damping).toBeGreaterThanOrEqual(largest(world, state, 0, 1) * (1 - 1e-12));
    expect(omega).toBeLessThanOrEqual(free.omega);
  }
});

describe('the fastest mode of a flat square net at rest, in k/m', () => {
  test('is 4cos²(π/2n) with structural springs alone', () => {
    for (const n of [3, 4, 6, 10]) {
      const { world, state } = worldOf(flatNet(n, [1, 0, 0]));
      expect(largest(world, state, 1, 0)).toBeCloseTo(4 * Math.cos(Math.PI / (2 * n)) ** 2, 10);
    }
  });

  test('is 3.902113 at 10 × 10 with structural springs, and 9.589049 with all three alike and two corners pinned', () => {
    const lambda = (ratios: [number, number, number], pinned: number[]) => {
      const { world, state } = worldOf(flatNet(10, ratios, pinned));
      return largest(world, state, 1, 0);
    };
    expect(lambda([1, 0, 0], [])).toBeCloseTo(3.902113, 6);
    expect(lambda([1, 1, 1], [0, 9])).toBeCloseTo(9.589049, 6);
  });
});

/** Methods that make undamped motion grow at any step. */
const GAINS = ['explicit-euler', 'midpoint'];

function methodOf(id: string): IntegratorDefinition {
  const method = INTEGRATORS.find((one) => one.id === id);
  if (!method) throw new Error(`there is no ${id}`);
  return method;
}

function safeStepOf(method: IntegratorDefinition, setup: Parameters<typeof createSimulation>[0]): SafeStep {
  return createSafeStep()(method, createSimulation(setup).world);
}

describe('the safe step', () => {
  test('is the method’s limit over ω on the spring that has just one mode', () => {
    const { world } = createSimulation({ scene: 'two-bodies' });
    const limits: Record<string, number> = {
      'explicit-euler': 0,
      'symplectic-euler': 2,
      'velocity-verlet': 2,
      midpoint: 0,
      rk3: Math.sqrt(3),
      rk4: 2 * Math.SQRT2,
      'implicit-euler': Number.POSITIVE_INFINITY,
      'implicit-euler-newton': Number.POSITIVE_INFINITY,
      trapezoidal: Number.POSITIVE_INFINITY,
    };
    for (const method of INTEGRATORS) {
      if (!(method.id in limits)) continue;
      const { omegaMax, hOmegaLimit, dt } = createSafeStep()(method, world);
      expect(omegaMax).toBeCloseTo(Math.sqrt((2 * 20) / 1), 5);
      if (limits[method.id] < 1e9) expect(hOmegaLimit).toBeCloseTo(limits[method.id], 5);
      else expect(hOmegaLimit).toBe(limits[method.id]);
      if (limits[method.id] < 1e9) expect(dt).toBeCloseTo(limits[method.id] / Math.sqrt(40), 5);
    }
  });

  test('is safe for the default cloth under every method that has one, dashpots and all', () => {
    for (const method of INTEGRATORS.filter(({ implicit }) => !implicit)) {
      const params = { rows: 10, columns: 10 };
      const { dt, guaranteed } = safeStepOf(method, { params });
      expect(dt).toBeGreaterThan(0);
      expect(guaranteed).toBe(!GAINS.includes(method.id));
      const simulation = createSimulation({ params: { ...params, dt: 0.98 * dt }, integrator: method.id });
      if (guaranteed) expect(simulation.step(Math.ceil(1 / dt)).ok).toBe(true);
    }
  });

  test('counts the decay in: h²ω² = 2(1 + e^(−hr)) for symplectic Euler', () => {
    for (const decay of [0.5, 5, 20, 200]) {
      const { dt, omegaMax } = safeStepOf(methodOf('symplectic-euler'), { scene: 'two-bodies', params: { decay } });
      expect((dt * omegaMax) ** 2).toBeCloseTo(2 * (1 + Math.exp(-dt * decay)), 6);
    }
  });

  test('counts drag in where there is no spring: h c/m up to the method’s real limit', () => {
    const limits: Record<string, number> = {
      'explicit-euler': 2,
      'symplectic-euler': 2,
      'velocity-verlet': 2,
      midpoint: 2,
      rk3: 2.512745327,
      rk4: 2.785293563,
    };
    const scene: SceneFile = { hooke: 1, particles: { positions: [[0, 0, 0]], velocities: [[1, 0, 0]], masses: 0.01 } };
    for (const method of INTEGRATORS) {
      const params = { drag: 1, gravity: 0 };
      const { dt, guaranteed } = safeStepOf(method, { scene, params });
      expect(guaranteed).toBe(true);
      if (method.implicit) expect(dt).toBe(Number.POSITIVE_INFINITY);
      if (!(method.id in limits)) continue;
      expect(dt).toBeCloseTo(limits[method.id] * 0.01, 8);
      const run = (share: number) =>
        createSimulation({ scene, params: { ...params, dt: share * dt }, integrator: method.id }).step(5000).ok;
      expect([run(0.99), run(1.02)]).toEqual([true, false]);
    }
    expect(safeStepOf(methodOf('rk4'), { scene }).dt).toBe(Number.POSITIVE_INFINITY);
  });

  test('is there for a cloth that is far overdamped', () => {
    const { omegaMax, hOmegaLimit } = safeStepOf(methodOf('symplectic-euler'), { params: { damping: 10, drag: 0 } });
    // Four shorter and eight longer springs at most pull at a particle: ζ = c/2ω with c = (2/m)·12·k_d.
    const zeta = (24 * 10) / (0.2 / 1024) / (2 * omegaMax);
    expect(hOmegaLimit / (2 / (Math.sqrt(1 + zeta * zeta) + zeta))).toBeCloseTo(1, 6);
    expect(zeta).toBeGreaterThan(100);
  });

  test('is not called safe where motion with less damping than the fastest gains energy', () => {
    for (const method of INTEGRATORS) {
      const damped = safeStepOf(method, { scene: 'two-bodies', params: { damping: 0.1 } });
      expect(damped.guaranteed).toBe(!GAINS.includes(method.id));
      // Drag alone damps all motion alike.
      const dragged = safeStepOf(method, { scene: 'two-bodies', params: { drag: 0.1 } });
      expect(dragged.guaranteed).toBe(true);
      // ω² = 2k/m = 40 and c/m = 0.1: explicit Euler holds up to h = c/(m ω²).
      if (method.id === 'explicit-euler') expect(dragged.dt).toBeCloseTo(0.1 / 40, 6);
    }
  });

  test('is no promise where an implicit method is left unclamped', () => {
    for (const method of INTEGRATORS.filter(({ implicit }) => implicit)) {
      expect(safeStepOf(method, {}).guaranteed).toBe(true);
      expect(safeStepOf(method, { params: { clamp: 0 } }).guaranteed).toBe(false);
    }
  });

  test('takes one integrator and two thousand steps of it at most to find, and none to find again', () => {
    for (const method of INTEGRATORS) {
      const work = { created: 0, steps: 0 };
      const counted: IntegratorDefinition = {
        ...method,
        create(world) {
          const { step } = method.create(world);
          work.created++;
          return {
            step(state, h) {
              work.steps++;
              return step(state, h);
            },
          };
        },
      };
      const safe = createSafeStep();
      for (const damping of [0, 0.005, 10]) {
        for (const decay of [0, 10]) {
          Object.assign(work, { created: 0, steps: 0 });
          const { world } = createSimulation({ params: { rows: 4, columns: 4, damping, decay } });
          const first = safe(counted, world);
          expect(work.created).toBe(1);
          expect(work.steps).toBeLessThan(2000);
          expect(safe(counted, world)).toEqual(first);
          expect(work.created).toBe(1);
        }
      }
    }
  });
});

describe('forces that were added', () => {
  const free = {
    hooke: 1,
    particles: {
      positions: [
        [0, 0, 0],
        [1, 0, 0],
      ],
      masses: 0.5,
    },
    params: { gravity: 0 },
  };
  const limitWith = (...forces: object[]) => {
    const simulation = createSimulation({ scene: { ...free, forces } as unknown as SceneFile, precision: 'double' });
    return createSafeStep()(methodOf('symplectic-euler'), simulation.world);
  };

  test('of an anchor limit dt as its spring does', () => {
    const { dt, guaranteed } = limitWith({ type: 'anchor', point: [0, 0, 0], stiffness: 8 });
    expect(dt).toBeCloseTo(2 / Math.sqrt(8 / 0.5), 6);
    expect(guaranteed).toBe(true);
  });

  test('of a spring between two particles limit dt as it does', () => {
    const { dt } = limitWith({ type: 'spring', particles: [0, 1], restLength: 1, stiffness: 8 });
    expect(dt).toBeCloseTo(2 / Math.sqrt((2 * 8) / 0.5), 6);
  });

  test('that have no bound leave nothing guaranteed', () => {
    expect(limitWith({ type: 'attraction', G: 1 }).guaranteed).toBe(false);
    expect(limitWith({ type: 'push', force: [1, 0, 0] }).guaranteed).toBe(true);
  });
});
