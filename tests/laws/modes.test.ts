import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, type Mode, modes, type SceneFile, type Simulation, type Vec3 } from '../../src/physics';
import { randomNumbers } from './random';

/** M^(−½)(−a K − b D)M^(−½) over the free particles, clamped, by products with unit vectors. */
function denseMatrix({ world, state, model }: Simulation, a: number, b: number): Matrix {
  world.linearize(state, true);
  const n = model.particleCount;
  const free = Array.from({ length: 3 * n }, (_, i) => i).filter((i) => model.inverseMasses[Math.floor(i / 3)] !== 0);
  const at = (i: number) => i + Math.floor(i / 3);
  const root = (i: number) => 1 / Math.sqrt(model.masses[Math.floor(i / 3)]);
  const A = Matrix.zeros(free.length, free.length);
  const [p, y] = [new Float64Array(4 * n), new Float64Array(4 * n)];
  free.forEach((from, column) => {
    p.fill(0);
    y.fill(0);
    p[at(from)] = root(from);
    world.addDerivatives(y, p, -a, -b);
    free.forEach((to, row) => {
      A.set(row, column, root(to) * y[at(to)]);
    });
  });
  return A;
}

/** √ of the eigenvalues, ascending, rad/s. */
function denseFrequencies(simulation: Simulation): number[] {
  const { realEigenvalues } = new EigenvalueDecomposition(denseMatrix(simulation, 1, 0), { assumeSymmetric: true });
  return realEigenvalues.sort((a, b) => a - b).map((value) => Math.sqrt(Math.max(0, value)));
}

/** φ_aᵀ A φ_b, A by its products; with the mass in the place of A where a = b = 0. */
function between({ world, state, model }: Simulation, one: Mode, other: Mode, a: number, b: number): number {
  if (a === 0 && b === 0) {
    return one.shape.reduce((sum, value, i) => sum + value * other.shape[i] * model.masses[Math.floor(i / 3)], 0);
  }
  world.linearize(state, true);
  const [p, y] = [new Float64Array(4 * model.particleCount), new Float64Array(4 * model.particleCount)];
  one.shape.forEach((value, i) => {
    p[i + Math.floor(i / 3)] = value;
  });
  world.addDerivatives(y, p, -a, -b);
  return other.shape.reduce((sum, value, i) => sum + value * y[i + Math.floor(i / 3)], 0);
}

/** ‖K̂q − λq‖ of a mode, 1/s². */
function residual({ world, state, model }: Simulation, { omega, shape }: Mode): number {
  world.linearize(state, true);
  const [p, y] = [new Float64Array(4 * model.particleCount), new Float64Array(4 * model.particleCount)];
  shape.forEach((value, i) => {
    p[i + Math.floor(i / 3)] = value;
  });
  world.addDerivatives(y, p, -1, 0);
  let squares = 0;
  for (let i = 0; i < shape.length; i++) {
    const particle = Math.floor(i / 3);
    if (model.inverseMasses[particle] === 0) continue;
    const root = Math.sqrt(model.masses[particle]);
    squares += (y[i + particle] / root - omega * omega * shape[i] * root) ** 2;
  }
  return Math.sqrt(squares);
}

function expectModes(simulation: Simulation, from: 'low' | 'high', count: number): Mode[] {
  const dense = denseFrequencies(simulation);
  const top = dense[dense.length - 1];
  const found = modes(simulation, { count, from });
  const wanted = from === 'low' ? dense : dense.toReversed();
  expect(found.length).toBe(Math.min(count, dense.length));
  found.forEach((mode, i) => {
    // What dense elimination finds for 0 is rounding.
    const slack = wanted[i] < 1e-6 * top ? 1e-6 * top : 1e-6 * wanted[i];
    expect(Math.abs(mode.omega - wanted[i]), `${from} mode ${i} at ${wanted[i]}`).toBeLessThanOrEqual(slack);
    expect(residual(simulation, mode)).toBeLessThan(1e-6 * top * top);
    for (let j = 0; j <= i; j++) {
      expect(Math.abs(between(simulation, mode, found[j], 0, 0) - (i === j ? 1 : 0))).toBeLessThan(1e-8);
    }
  });
  return found;
}

const cloth = (rows: number, params = {}) =>
  createSimulation({ scene: 'cloth', precision: 'double', params: { rows, columns: rows, ...params } });

/** A chain along x, fixed at both ends, of n free particles. */
function chain(n: number, masses: number | number[] = 0.01, damping = 0): SceneFile {
  const positions = Array.from({ length: n + 2 }, (_, i): Vec3 => [0.1 * i, 0, 0]);
  return {
    hooke: 1,
    particles: { positions, masses, pinned: [0, n + 1] },
    springs: { pairs: Array.from({ length: n + 1 }, (_, i) => [i, i + 1]), stiffness: 100, damping },
    params: { gravity: 0 },
  };
}

/** A structural net of n × n in the plane, free. */
function net(n: number): SceneFile {
  const positions = Array.from({ length: n * n }, (_, i): Vec3 => [0.1 * (i % n), 0, 0.1 * Math.floor(i / n)]);
  const pairs: [number, number][] = [];
  for (let i = 0; i < n * n; i++) {
    if (i % n < n - 1) pairs.push([i, i + 1]);
    if (i < n * (n - 1)) pairs.push([i, i + n]);
  }
  return {
    hooke: 1,
    particles: { positions, masses: 0.01 },
    springs: { pairs, restLengths: pairs.map(() => 0.1), stiffness: 100 },
    params: { gravity: 0 },
  };
}

describe('modes are those of the dense matrix', () => {
  // 8 × 8 is found at once, 13 × 13 by subspaces.
  for (const rows of [8, 13]) {
    const states: [string, () => Simulation][] = [
      ['at rest', () => cloth(rows)],
      [
        'hanging',
        () => {
          const simulation = cloth(rows);
          simulation.step(1500);
          return simulation;
        },
      ],
      [
        'stretched across',
        () => {
          const simulation = cloth(rows);
          const { positions, velocities } = simulation.state;
          const stretched = Float64Array.from(positions, (x, i) => (i % 4 === 0 ? 1.3 * x : x));
          simulation.apply({ type: 'place', positions: stretched, velocities, time: 0 });
          return simulation;
        },
      ],
      [
        'cut, damped and held',
        () => {
          const simulation = cloth(rows, { damping: 0.02, drag: 1e-4 });
          simulation.apply({ type: 'cut', spring: [3, 4, 30, 31, 32] });
          simulation.apply({ type: 'grab', particle: 20, target: [0.1, 0.1, 0.1] });
          simulation.step(300);
          return simulation;
        },
      ],
    ];
    for (const [name, create] of states) {
      test(`of a cloth of ${rows} × ${rows} ${name}`, () => {
        const simulation = create();
        for (const from of ['low', 'high'] as const) {
          for (const mode of expectModes(simulation, from, 20)) {
            for (let i = 0; i < simulation.particleCount; i++) {
              if (!simulation.particle(i).pinned) continue;
              expect(Array.from(mode.shape.subarray(3 * i, 3 * i + 3))).toEqual([0, 0, 0]);
            }
            if (mode.omega < 1) continue;
            const damping = between(simulation, mode, mode, 0, 1);
            expect(mode.zeta).toBeCloseTo(damping / (2 * mode.omega), 9);
          }
        }
      });
    }
  }

  test('where masses differ a hundredfold', () => {
    const random = randomNumbers(5);
    const masses = Array.from({ length: 12 }, () => 0.01 * 10 ** (2 * random()));
    const simulation = createSimulation({ scene: chain(10, masses), precision: 'double' });
    expectModes(simulation, 'low', 30);
    expectModes(simulation, 'high', 30);
  });

  test('where all feel each other, so that nothing can be factored', () => {
    const scene: SceneFile = { ...net(17), forces: [{ type: 'attraction', G: 0.01, softening: 0.05 }] };
    const simulation = createSimulation({ scene, precision: 'double' });
    const { positions } = simulation.state;
    const random = randomNumbers(3);
    const shaken = Float64Array.from(positions, (x, i) => (i % 4 === 3 ? 0 : 1.2 * x + 0.02 * random()));
    simulation.apply({ type: 'place', positions: shaken, velocities: new Float64Array(shaken.length), time: 0 });
    expectModes(simulation, 'high', 6);
    expectModes(simulation, 'low', 6);
  });

  test('in single precision too', () => {
    const simulation = createSimulation({ scene: 'cloth', params: { rows: 13, columns: 13 } });
    simulation.step(1000);
    expectModes(simulation, 'low', 12);
    expectModes(simulation, 'high', 12);
  });
});

describe('modes have the frequencies of closed forms', () => {
  test('ω_j = 2√(k/m) sin(jπ/2(n + 1)) of a chain between two ends, along it', () => {
    const n = 150;
    const simulation = createSimulation({ scene: chain(n), precision: 'double' });
    const high = modes(simulation, { count: 20, from: 'high' });
    high.forEach((mode, i) => {
      const exact = 2 * Math.sqrt(100 / 0.01) * Math.sin(((n - i) * Math.PI) / (2 * (n + 1)));
      expect(mode.omega / exact).toBeCloseTo(1, 9);
    });
  });

  test('λ_max = 4cos²(π/2n) k/m of a structural net, twice as it is there along both directions', () => {
    for (const n of [5, 12]) {
      const simulation = createSimulation({ scene: net(n), precision: 'double' });
      const high = modes(simulation, { count: 4 * n, from: 'high' });
      const exact = 2 * Math.cos(Math.PI / (2 * n)) * Math.sqrt(100 / 0.01);
      // Every row and every column by itself.
      for (const mode of high.slice(0, 2 * n)) expect(mode.omega / exact).toBeCloseTo(1, 9);
      expect(high[2 * n].omega / exact).toBeLessThan(0.999);
    }
  });

  test('a flat net has n² motions of ω = 0 out of its plane and 2n in it, and gives as many as are asked for', () => {
    for (const n of [5, 12]) {
      const simulation = createSimulation({ scene: net(n), precision: 'double' });
      const low = modes(simulation, { count: n * n + 2 * n + 1, from: 'low' });
      expect(low.slice(0, -1).every(({ omega, zeta }) => omega === 0 && zeta === 0)).toBe(true);
      expect(low[low.length - 1].omega).toBeGreaterThan(1);
    }
  });

  test('of motions that nothing resists the smooth ones come first, and always the same ones', () => {
    const simulation = createSimulation({ scene: net(16), precision: 'double' });
    const low = modes(simulation, { count: 12, from: 'low' });
    expect(low.every(({ omega }) => omega === 0)).toBe(true);
    const roughness = (shape: Float64Array) => {
      let sum = 0;
      const { springs, springCount } = simulation.model;
      for (let j = 0; j < springCount; j++) {
        for (let axis = 0; axis < 3; axis++) {
          sum += (shape[3 * springs[2 * j] + axis] - shape[3 * springs[2 * j + 1] + axis]) ** 2;
        }
      }
      return sum;
    };
    const rough = low.map(({ shape }) => roughness(shape));
    // The three translations, then the waves cos(πx/n) of the net: 4sin²(π/2n) each, of particles of 0.01 kg.
    const first = (4 * Math.sin(Math.PI / 32) ** 2) / 0.01;
    for (const value of rough.slice(0, 3)) expect(value).toBeLessThan(1e-6 * first);
    for (const value of rough.slice(3, 7)) expect(value / first).toBeCloseTo(1, 3);
    const again = modes(simulation, { count: 12, from: 'low' });
    expect(again.map(({ shape }) => Array.from(shape))).toEqual(low.map(({ shape }) => Array.from(shape)));
  });

  test('ζ = ½ c_d ω/k of dashpots in proportion to springs, and Infinity where drag alone acts', () => {
    const simulation = createSimulation({ scene: chain(20, 0.01, 0.03), precision: 'double' });
    for (const mode of modes(simulation, { count: 20, from: 'high' })) {
      expect(mode.zeta).toBeCloseTo((0.03 * mode.omega) / (2 * 100), 9);
    }
    simulation.apply({ type: 'set', key: 'drag', value: 0.001 });
    expect(modes(simulation, { count: 1, from: 'low' })[0]).toMatchObject({ omega: 0, zeta: Number.POSITIVE_INFINITY });
  });
});

describe('modes at the limits of what can be asked', () => {
  test('there are as many as there are ways to move', () => {
    const simulation = createSimulation({ scene: chain(4), precision: 'double' });
    for (const from of ['low', 'high'] as const) {
      expect(modes(simulation, { count: 1000, from }).length).toBe(12);
      expect(modes(simulation, { count: 0, from })).toEqual([]);
    }
  });

  test('particles that nothing holds have ω = 0, and pinned ones none at all', () => {
    const positions: Vec3[] = [
      [0, 0, 0],
      [1, 0, 0],
    ];
    const free = createSimulation({ scene: { hooke: 1, particles: { positions, masses: 2 } } });
    const found = modes(free, { count: 6, from: 'high' });
    expect(found.map(({ omega }) => omega)).toEqual([0, 0, 0, 0, 0, 0]);
    for (const mode of found) expect(between(free, mode, mode, 0, 0)).toBeCloseTo(1, 12);
    const pinned = createSimulation({ scene: { hooke: 1, particles: { positions, masses: 2, pinned: [0, 1] } } });
    expect(modes(pinned, { count: 6, from: 'low' })).toEqual([]);
  });

  test('a hundred loose springs have their one frequency a hundred times', () => {
    const positions = Array.from({ length: 200 }, (_, i): Vec3 => [Math.floor(i / 2), 0.1 * (i % 2), 0]);
    const pairs = Array.from({ length: 100 }, (_, i): [number, number] => [2 * i, 2 * i + 1]);
    const scene: SceneFile = {
      hooke: 1,
      particles: { positions, masses: 0.01 },
      springs: { pairs, stiffness: 100 },
    };
    const found = modes(createSimulation({ scene, precision: 'double' }), { count: 90, from: 'high' });
    for (const { omega } of found) expect(omega / Math.sqrt(20000)).toBeCloseTo(1, 9);
  });

  test('looking for them changes nothing, and what can’t be asked is refused', () => {
    const simulation = createSimulation({
      scene: 'cloth',
      params: { rows: 10, columns: 10 },
      integrator: 'implicit-euler',
    });
    const twin = createSimulation({ scene: 'cloth', params: { rows: 10, columns: 10 }, integrator: 'implicit-euler' });
    simulation.step(20);
    twin.step(20);
    modes(simulation, { count: 5, from: 'low' });
    modes(simulation, { count: 5, from: 'high' });
    expect(simulation.hash()).toBe(twin.hash());
    simulation.step(20);
    twin.step(20);
    expect(simulation.hash()).toBe(twin.hash());
    expect(() => modes(simulation, { count: -1, from: 'low' })).toThrow(RangeError);
    expect(() => modes(simulation, { count: 1, from: 'middle' as 'low' })).toThrow(/middle/);
  });
});
