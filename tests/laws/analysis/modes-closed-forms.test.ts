import { describe, expect, test } from 'vitest';
import { createSimulation, modes, type SceneFile, type Vec3 } from '../../../src/physics';
import { between, chain, net } from '../../fixtures/mode-scenes';

describe('the frequencies of modes equal closed forms', () => {
  test('of a chain fixed at both ends, along it: ω_j = 2√(k/m) sin(jπ/2(n + 1))', () => {
    const n = 150;
    const simulation = createSimulation({ scene: chain(n), precision: 'double' });
    const high = modes(simulation, { count: 20, from: 'high' });
    high.forEach((mode, i) => {
      const exact = 2 * Math.sqrt(100 / 0.01) * Math.sin(((n - i) * Math.PI) / (2 * (n + 1)));
      expect(mode.omega / exact).toBeCloseTo(1, 9);
    });
  });

  test('of a structural net: λ_max = 4cos²(π/2n) k/m, a double eigenvalue, one for each direction', () => {
    for (const n of [5, 12]) {
      const simulation = createSimulation({ scene: net(n), precision: 'double' });
      const high = modes(simulation, { count: 4 * n, from: 'high' });
      const exact = 2 * Math.cos(Math.PI / (2 * n)) * Math.sqrt(100 / 0.01);
      // Each row and each column separately.
      for (const mode of high.slice(0, 2 * n)) expect(mode.omega / exact).toBeCloseTo(1, 9);
      expect(high[2 * n].omega / exact).toBeLessThan(0.999);
    }
  });

  test('a flat net has n² modes of ω = 0 out of its plane and 2n in it, and returns as many as requested', () => {
    for (const n of [5, 12]) {
      const simulation = createSimulation({ scene: net(n), precision: 'double' });
      const low = modes(simulation, { count: n * n + 2 * n + 1, from: 'low' });
      expect(low.slice(0, -1).every(({ omega, zeta }) => omega === 0 && zeta === 0)).toBe(true);
      expect(low[low.length - 1].omega).toBeGreaterThan(1);
    }
  });

  test('zero-stiffness modes are deterministic, and the smooth ones come first', () => {
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

  test('ζ = ½ c_d ω/k for dashpots in proportion to springs, and Infinity with drag alone', () => {
    const simulation = createSimulation({ scene: chain(20, 0.01, 0.03), precision: 'double' });
    for (const mode of modes(simulation, { count: 20, from: 'high' })) {
      expect(mode.zeta).toBeCloseTo((0.03 * mode.omega) / (2 * 100), 9);
    }
    simulation.apply({ type: 'set', key: 'drag', value: 0.001 });
    expect(modes(simulation, { count: 1, from: 'low' })[0]).toMatchObject({ omega: 0, zeta: Number.POSITIVE_INFINITY });
  });
});

describe('modes in extreme cases', () => {
  test('there are as many as degrees of freedom', () => {
    const simulation = createSimulation({ scene: chain(4), precision: 'double' });
    for (const from of ['low', 'high'] as const) {
      expect(modes(simulation, { count: 1000, from }).length).toBe(12);
      expect(modes(simulation, { count: 0, from })).toEqual([]);
    }
  });

  test('free particles without springs have ω = 0, and pinned ones have no modes', () => {
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

  test('a hundred separate springs have the same frequency a hundred times', () => {
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

  test('the search changes nothing, and an invalid request is an error', () => {
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
    expect(() => modes(simulation, undefined as never)).toThrow(/modes must be an object, got undefined/);
  });
});
