import { describe, expect, test } from 'vitest';
import { createSimulation } from '../../../../src/physics';
import { type BenchKind, testBench } from '../../../../src/physics/analysis/validation/test-bench';
import type { Params } from '../../../../src/physics/model/params';
import { defaultParams } from '../../../../src/physics/registry';
import { QUERIES } from '../../../../src/runtime/queries';

const E = 1000;
const NU = 0.3;
const MEMBRANE = { membraneLambda: (E * NU) / (1 - NU ** 2), membraneMu: E / (2 * (1 + NU)), membraneThickness: 1 };
/** k_structural + 4 k_bend = 2 k_shear. */
const ISOTROPIC = { stiffness: 100, bend: 0.1, shear: 0.7 };

const bench = (kind: BenchKind, params: Partial<Params>, options = {}) =>
  testBench(kind, { ...defaultParams(), ...params } as Params, options);

/** The zero of a decreasing function. */
function zero(falling: (x: number) => number, low: number, high: number): number {
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (falling(middle) > 0) low = middle;
    else high = middle;
  }
  return low;
}

describe('a membrane on the bench', () => {
  test('of E = 1000 Pa, ν = 0.3, 1 m wide and thick, needs 264 N at a stretch of 1.2 and is then 0.931665 m wide', () => {
    const { deformation, membrane, lateral } = bench('uniaxial', MEMBRANE, { points: 8, spacing: 1 / 8 });
    expect(deformation[4]).toBeCloseTo(1.2, 12);
    expect(Math.abs((membrane?.[4] ?? 0) / 264 - 1)).toBeLessThan(1e-6);
    expect(lateral?.membrane?.[4]).toBeCloseTo(0.931665, 6);
  });

  test('in tension and compression equals the closed form, s E t ½(s² − 1)·width', () => {
    const { deformation, membrane, theory, lateral, width } = bench('uniaxial', MEMBRANE, {
      points: 15,
      spacing: 0.25,
    });
    expect(width).toBe(2);
    deformation.forEach((s, i) => {
      const force = s * E * 0.5 * (s * s - 1) * width;
      expect(Math.abs((theory?.[i] ?? Number.NaN) - force)).toBeLessThan(1e-9 * E);
      expect(Math.abs((membrane?.[i] ?? Number.NaN) - force)).toBeLessThan(1e-9 * E);
      const narrow = Math.sqrt(1 - NU * (s * s - 1));
      expect(lateral?.theory?.[i]).toBeCloseTo(narrow, 10);
      expect(lateral?.membrane?.[i]).toBeCloseTo(narrow, 9);
    });
  });

  test('in shear equals the derivative of its energy with respect to the displacement of an edge', () => {
    const { deformation, membrane, theory, width } = bench('shear', MEMBRANE, { points: 6, spacing: 0.25 });
    expect(deformation).toEqual([0, 0.1, 0.2, expect.closeTo(0.3, 12), 0.4, 0.5]);
    const { membraneLambda: lambda, membraneMu: mu } = MEMBRANE;
    // FᵀF − I of F = (1 γ; 0 1).
    const energy = (gamma: number) => {
      const [e12, e22] = [gamma / 2, (gamma * gamma) / 2];
      return width * width * (0.5 * lambda * e22 ** 2 + mu * (e22 ** 2 + 2 * e12 ** 2));
    };
    deformation.forEach((angle, i) => {
      const [gamma, h] = [Math.tan(angle), 1e-5];
      const force = (energy(gamma + h) - energy(gamma - h)) / (2 * h * width);
      expect(Math.abs((theory?.[i] ?? Number.NaN) - force)).toBeLessThan(1e-6);
      expect(Math.abs((membrane?.[i] ?? Number.NaN) - force)).toBeLessThan(1e-6);
    });
  });

  test('without stiffness has no curve', () => {
    expect(bench('uniaxial', {}, { points: 2 })).toMatchObject({
      membrane: null,
      theory: null,
      lateral: { membrane: null, theory: null },
    });
    const viscous = bench('shear', { membranePsi: 10, stiffness: 0 }, { points: 2 });
    expect(viscous).toMatchObject({ membrane: null, springs: null, lateral: null });
  });
});

describe('springs on the bench', () => {
  const k = 100;
  const net = { stiffness: k, shear: 0.5, bend: 0 };

  test('of one cell in tension have the force of its four sides and two diagonals', () => {
    const { deformation, springs, lateral } = bench('uniaxial', net, { cells: 1, spacing: 1, points: 8 });
    deformation.forEach((s, i) => {
      const pull = (q: number) => 0.5 * k * (1 - Math.SQRT2 / Math.hypot(s, q));
      const q = zero((side) => -(2 * k * (side - 1) + 2 * pull(side) * side), 0.5, 1.5);
      expect(springs?.[i]).toBeCloseTo(2 * k * (s - 1) + 2 * pull(q) * s, 8);
      expect(lateral?.springs?.[i]).toBeCloseTo(q, 8);
    });
  });

  test('of one cell in shear have the force of its inclined sides and two diagonals', () => {
    const { deformation, springs } = bench('shear', net, { cells: 1, spacing: 1, points: 6 });
    deformation.forEach((angle, i) => {
      const gamma = Math.tan(angle);
      /** Force along the displacement, of a spring from (0, 0) to (x, 1). */
      const part = (stiffness: number, x: number, rest: number) => stiffness * (1 - rest / Math.hypot(x, 1)) * x;
      const diagonals = part(k / 2, gamma + 1, Math.SQRT2) + part(k / 2, gamma - 1, Math.SQRT2);
      expect(springs?.[i]).toBeCloseTo(2 * part(k, gamma, 1) + diagonals, 8);
    });
  });

  test('without diagonals act as separate rows without lateral contraction', () => {
    const { deformation, springs, lateral } = bench(
      'uniaxial',
      { ...net, shear: 0 },
      { cells: 6, spacing: 0.1, points: 8 },
    );
    deformation.forEach((s, i) => {
      expect(springs?.[i]).toBeCloseTo(7 * k * (s - 1) * 0.1, 8);
      expect(lateral?.springs?.[i]).toBeCloseTo(1, 8);
    });
  });

  test('act as an isotropic sheet if k_structural + 4 k_bend = 2 k_shear: ν = ⅓ and E·t = 8 k_shear/3', () => {
    const { lattice } = bench('uniaxial', ISOTROPIC, { points: 2, cells: 1 });
    expect(lattice).toMatchObject({
      isotropic: true,
      poisson: expect.closeTo(1 / 3, 12),
      shear: expect.closeTo(70, 12),
    });
    expect(lattice.young).toBeCloseTo((8 * 70) / 3, 10);
    expect(bench('uniaxial', { ...ISOTROPIC, shear: 0.6 }, { points: 2, cells: 1 }).lattice.isotropic).toBe(false);
    const off = bench('uniaxial', { ...ISOTROPIC, bendSprings: 0, stiffness: 140 }, { points: 2, cells: 1 }).lattice;
    expect(off).toMatchObject({ isotropic: false, shear: expect.closeTo(98, 10) });
  });

  test('approach the closed form of a large net with increasing number', () => {
    const { stiffness, bend, shear } = ISOTROPIC;
    /** Energy of a cell of 1 m², with stretches s and q. */
    const straight = stiffness + 4 * stiffness * bend;
    const diagonal = (s: number, q: number) => 2 * stiffness * shear * (1 - Math.SQRT2 / Math.hypot(s, q));
    const large = (s: number) => {
      const q = zero((side) => -(straight * (side - 1) + diagonal(s, side) * side), 0.5, 1.5);
      return straight * (s - 1) + diagonal(s, q) * s;
    };
    const off = [4, 8, 16].map((cells) => {
      const { springs, deformation, width } = bench('uniaxial', ISOTROPIC, { cells, spacing: 1 / cells, points: 8 });
      expect(width).toBe(1);
      return (springs?.[4] ?? 0) / large(deformation[4]) - 1;
    });
    expect(Math.abs(off[0])).toBeLessThan(0.3);
    for (const finer of [1, 2]) expect(off[finer - 1] / off[finer]).toBeCloseTo(2, 0);
    // At small strain the large net equals the sheet.
    expect(large(1 + 1e-6) / 1e-6).toBeCloseTo((8 * 70) / 3, 3);
  });
});

describe('the query', () => {
  const simulation = createSimulation({ params: { rows: 11, columns: 11, membraneMu: 1e5 } });

  test('uses the material and the particle spacing of the simulation', () => {
    const found = QUERIES.testBench(simulation, { kind: 'uniaxial', points: 4 });
    expect(found.width).toBeCloseTo(0.8, 6);
    expect(found.deformation).toEqual([0.8, expect.closeTo(1.0333, 4), expect.closeTo(1.2667, 4), 1.5]);
    expect(found.springs?.every(Number.isFinite)).toBe(true);
    // ν = 0: E = 2μ.
    expect(found.membrane?.[3]).toBeCloseTo(1.5 * 2e5 * 0.5 * (1.5 ** 2 - 1) * 1e-3 * 0.8, 4);
    expect(found.lattice.shear).toBeCloseTo(100, 10);
  });

  test('changes nothing', () => {
    const before = [simulation.hash(), JSON.stringify(simulation.params)];
    QUERIES.testBench(simulation, { kind: 'shear', points: 3 });
    expect([simulation.hash(), JSON.stringify(simulation.params)]).toEqual(before);
  });

  test('has an error for an unknown kind of test and an invalid number of points', () => {
    expect(() => QUERIES.testBench(simulation, { kind: 'torsion' as 'shear' })).toThrow('there is no test "torsion"');
    for (const points of [1, 2.5, 201, Number.NaN]) {
      expect(() => QUERIES.testBench(simulation, { kind: 'shear', points })).toThrow(`from 2 to 200, got ${points}`);
    }
  });
});
