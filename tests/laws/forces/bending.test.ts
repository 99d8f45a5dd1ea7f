// @module-tag same-on-every-kernel
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import type { SceneFile, Vec3 } from '../../../src/physics';
import { netStrip, type PlaneMesh } from '../../../src/physics/analysis/validation/specimen';
import { bending } from '../../../src/physics/forces';
import { setCut } from '../../../src/physics/model/cuts';
import { derivative, forceAt } from '../../fixtures/derivatives';
import { clothUnder, forceLaws } from '../../fixtures/force-laws';
import { biasStrip, randomStrip } from '../../fixtures/strip-meshes';
import { worldOf } from '../../fixtures/world-of';

const NET = { params: { rows: 4, columns: 4 } };
const CURVED = { restHeight: (row: number, column: number) => 0.02 * row * row - 0.015 * row * column + 0.01 * column };

// The cloth of the laws for all forces is flat at rest and not known as a net.
forceLaws(bending, ' on a net', NET);
forceLaws(bending, ' on a cloth that is curved at rest', CURVED);

const SIDE = 0.1;
const D = 1e-3;
const MESHES: Record<string, PlaneMesh> = {
  'a net': netStrip(12, 8, SIDE, 'right'),
  'a net with alternating diagonals': netStrip(12, 8, SIDE, 'alternating'),
  'a net at 45°': biasStrip(12, 8, SIDE, 'alternating'),
  'random triangles': randomStrip(1.2, 0.8, SIDE, 3, [0, 1.2]),
};

/** A flat rest shape, and particles where `place` puts them. */
function sheet({ at, triangles }: PlaneMesh, place: (x: number, y: number) => Vec3, rest = flat): SceneFile {
  return {
    hooke: 1,
    particles: { positions: at.map(([x, y]) => place(x, y)), masses: 0.01 },
    surface: triangles.map((t) => [...t]),
    rest: at.map(([x, y]) => rest(x, y)),
    params: { bending: D },
  };
}
const flat = (x: number, y: number): Vec3 => [x, y, 0];

const worldWith = (file: SceneFile) => worldOf(file, { forces: [bending], constraints: [] });

/** A cylinder around an axis at this angle to y: no length within the sheet changes. */
const rolled =
  (radius: number, angle: number) =>
  (x: number, y: number): Vec3 => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [along, across] = [c * x + s * y, c * y - s * x];
    const [bent, height] = [radius * Math.sin(along / radius), radius * (1 - Math.cos(along / radius))];
    return [c * bent - s * across, s * bent + c * across, height];
  };

describe.each(Object.entries(MESHES))('bending of %s', (_, mesh) => {
  test('costs ½D κ² for each unit of area, rolled in any direction', () => {
    for (let degrees = 0; degrees < 180; degrees += 30) {
      const radius = 5;
      const { world, state } = worldWith(sheet(mesh, rolled(radius, (degrees * Math.PI) / 180)));
      const expected = (0.5 * D * 1.2 * 0.8) / radius ** 2;
      expect(Math.abs(world.energy(state).elastic / expected - 1)).toBeLessThan(2e-3);
    }
  });

  test('the same moment everywhere loads the borders only', () => {
    for (const [ss, tt, st] of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]) {
      const place = (x: number, y: number): Vec3 => [x, y, (ss * x * x) / 2 + (tt * y * y) / 2 + st * x * y];
      const { world, state } = worldWith(sheet(mesh, place));
      const across = forceAt(world, state).filter((_, i) => i % 4 === 2);
      const isInside = ([x, y]: readonly [number, number]) => Math.min(x, y, 1.2 - x, 0.8 - y) > 3.4 * SIDE;
      const inside = across.filter((_, i) => isInside(mesh.at[i]));
      expect(inside.length).toBeGreaterThan(2);
      expect(Math.max(...inside.map(Math.abs))).toBeLessThan(1e-4 * Math.max(...across.map(Math.abs)));
    }
  });

  test('gives no force to a sheet at rest, turned and moved', () => {
    for (const rest of [flat, rolled(0.7, 0.5)]) {
      const turned = (x: number, y: number): Vec3 => {
        const [a, b, c] = rest(x, y);
        return [3 - b, 0.6 * a + 0.8 * c, 0.6 * c - 0.8 * a - 2];
      };
      const { world, state } = worldWith(sheet(mesh, turned, rest));
      const bent = worldWith(sheet(mesh, rolled(2, 0), rest));
      const scale = Math.max(...forceAt(bent.world, bent.state).map(Math.abs));
      expect(Math.max(...forceAt(world, state).map(Math.abs))).toBeLessThan(1e-7 * scale);
      expect(world.energy(state).elastic).toBeLessThan(1e-12 * bent.world.energy(bent.state).elastic);
    }
  });
});

describe('bending and its damping', () => {
  test.each([
    ['flat', {}],
    ['curved', CURVED],
    ['a net', NET],
  ])('keep both momenta of a crumpled cloth: %s', (_, more) => {
    const { world, state } = clothUnder(bending, 8, 0, undefined, more);
    const f = forceAt(world, state);
    const sums = [0, 0, 0, 0, 0, 0];
    for (let o = 0; o < f.length; o += 4) {
      for (let i = 0; i < 3; i++) {
        const [j, k] = [(i + 1) % 3, (i + 2) % 3];
        sums[i] += f[o + i];
        sums[3 + i] += state.positions[o + j] * f[o + k] - state.positions[o + k] * f[o + j];
      }
    }
    const largest = Math.max(...f.map(Math.abs));
    expect(largest).toBeGreaterThan(1e-3);
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-12 * largest);
  });

  test('do not resist a rigid motion of a crumpled cloth', () => {
    const { world, state } = clothUnder(bending, 9, 0, undefined, CURVED);
    const { positions: x, velocities: v } = state;
    const [moving] = world.forces;
    const heatBefore = moving.heat?.(state) as number;
    for (let o = 0; o < x.length; o += 4)
      v.set([2 + x[o + 1] - 3 * x[o + 2], 1 - x[o] + 2 * x[o + 2], 3 * x[o] - 2 * x[o + 1]], o);
    expect(moving.heat?.(state)).toBeLessThan(1e-20 * heatBefore);
  });

  test('turn kinetic energy to heat at the power of the force', () => {
    const { world, state } = clothUnder(bending, 10, 0);
    const f = forceAt(world, state);
    const atRest = { ...state, velocities: new Float64Array(state.velocities.length) };
    const still = forceAt(world, atRest);
    const power = Array.from(state.velocities).reduce((sum, v, o) => sum + v * (f[o] - still[o]), 0);
    expect(world.forces[0].heat?.(state)).toBeCloseTo(-power, 10);
  });
});

test.each([1, 0, -1])('bounds hold for a cloth with a rough rest shape whose heights are %d times those', (height) => {
  const mesh = netStrip(5, 4, SIDE, 'right');
  const rough = (x: number, y: number): Vec3 => [
    x,
    y,
    0.12 * ((7 * Math.round(x / SIDE) + 5 * Math.round(y / SIDE)) % 3),
  ];
  const place = (x: number, y: number): Vec3 => [x, y, height * rough(x, y)[2]];
  const { world, state } = worldWith({
    ...sheet(mesh, place, rough),
    params: { bending: D, bendingDamping: D, clamp: 0 },
  });
  const n = mesh.at.length;
  for (const [a, b] of [
    [-1, 0],
    [0, -1],
  ]) {
    const bounds = [new Float64Array(n), new Float64Array(n)];
    expect(world.forces[0].addBounds?.(bounds[0], bounds[1])).toBe(true);
    const K = derivative(world, state, a, b);
    const diagonal = Matrix.diag(Array.from({ length: 3 * n }, (_, i) => bounds[a === 0 ? 1 : 0][Math.floor(i / 3)]));
    const { realEigenvalues } = new EigenvalueDecomposition(Matrix.sub(diagonal, K), { assumeSymmetric: true });
    expect(Math.min(...realEigenvalues)).toBeGreaterThan(0);
  }
});

test.each([1, 64, 1e3, 1e5])(
  'a sheet at rest has no force where its corner is %d m away, and a rolled one has',
  (away) => {
    const mesh = randomStrip(1.2, 0.8, SIDE, 3, [0, 1.2]);
    const at = mesh.at.map(([x, y]): [number, number] => (x === 1.2 && y === 0.8 ? [x + away, y] : [x, y]));
    const largestForce = (place: (x: number, y: number) => Vec3) => {
      const { world, state } = worldWith(sheet({ ...mesh, at }, place));
      return Math.max(...forceAt(world, state).map(Math.abs));
    };
    expect(largestForce((x, y) => [3 - y, 0.6 * x, -0.8 * x - 2])).toBeLessThan(1e-9);
    expect(largestForce(rolled(2, 0))).toBeGreaterThan(1e-3);
  },
);

test('edges that are cut do not bend', () => {
  const mesh = netStrip(4, 4, SIDE, 'right');
  const fold = (x: number, y: number): Vec3 => (x <= 2 * SIDE ? [x, y, 0] : [2 * SIDE, y, x - 2 * SIDE]);
  const pairs = Array.from({ length: 5 }, (_, j): [number, number][] => (j < 4 ? [[10 + j, 11 + j]] : [])).flat();
  const { world, state } = worldWith({ ...sheet(mesh, fold), springs: { pairs, stiffness: 1 } });
  expect(world.energy(state).elastic).toBeGreaterThan(1e-3);
  for (let j = 0; j < pairs.length; j++) setCut(world.model, j, true);
  expect(world.energy(state).elastic).toBeLessThan(1e-20);
});
