import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, OBSTACLES, type Simulation } from '../../../src/physics';
import { LONG } from '../../fixtures/run-length';

/** s; by the end of a long run the garment has come to rest. */
const DURATION = LONG ? 5 : 0.5;

/** Depth of the deepest particle inside a body of the scene, m; 0 if none is inside. */
function depthOf({ environment, particleCount, state }: Simulation): number {
  const [definition] = OBSTACLES.filter(({ list }) => list === 'bodies');
  const measured = new Float64Array(4);
  let deepest = 0;
  for (const values of environment.bodies) {
    const body = definition.create(values as never);
    for (let i = 0; i < particleCount; i++) {
      body.measure(Float64Array.from(state.positions.subarray(4 * i, 4 * i + 3)), measured, 0, state.time);
      deepest = Math.max(deepest, -measured[3]);
    }
  }
  return deepest;
}

/** m; mean rest length of the structural springs. */
function spacingOf({ model: { kinds, restLengths } }: Simulation): number {
  const lengths = Array.from(restLengths).filter((_, j) => kinds[j] === 0);
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

describe.each([
  { scene: 'shirt', hangs: 1.25 },
  { scene: 'dress-a-body', hangs: 1.1 },
])('the garment of $scene', ({ scene, hangs }) => {
  test('is one surface: every edge has one or two triangles, and one piece hangs together', () => {
    const { model } = createSimulation({ scene });
    const { surface, springs, particleCount } = model;
    const sides = new Map<string, number>();
    for (let c = 0; c < surface.length; c++) {
      const [a, b] = [surface[c], surface[c % 3 === 2 ? c - 2 : c + 1]];
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      sides.set(key, (sides.get(key) ?? 0) + 1);
    }
    expect(Math.max(...sides.values())).toBe(2);
    // Its open ends are closed lines: at each of their particles two edges meet.
    const ends = new Map<number, number>();
    for (const [key, count] of sides)
      if (count === 1) for (const end of key.split(' ').map(Number)) ends.set(end, (ends.get(end) ?? 0) + 1);
    expect(new Set(ends.values())).toEqual(new Set([2]));
    const piece = Array.from({ length: particleCount }, (_, i) => i);
    const firstOf = (i: number): number => (piece[i] === i ? i : firstOf(piece[i]));
    for (let j = 0; j < springs.length; j += 2) piece[firstOf(springs[j])] = firstOf(springs[j + 1]);
    expect(new Set(piece.map((_, i) => firstOf(i))).size).toBe(1);
  });

  test('settles on its body, outside of it, and its energy does not rise', { tags: ['sampled', 'long'] }, () => {
    const simulation = createSimulation({ scene });
    const perSecond = Math.round(1 / simulation.params.dt);
    let least = Number.POSITIVE_INFINITY;
    let rise = 0;
    for (let step = 1; step <= DURATION * perSecond; step++) {
      expect(simulation.step().ok).toBe(true);
      const { total } = simulation.energy();
      least = Math.min(least, total);
      rise = Math.max(rise, total - least);
    }
    const { total, kinetic } = simulation.energy();
    expect(rise).toBeLessThan(1e-4 * total);
    if (LONG) expect(kinetic).toBeLessThan(1e-4 * total);
    expect(depthOf(simulation)).toBeLessThan(0.01 * spacingOf(simulation));
    // Nothing has slid off.
    const heights = Array.from({ length: simulation.particleCount }, (_, i) => simulation.state.positions[4 * i + 1]);
    expect(Math.max(...heights)).toBeGreaterThan(hangs);
  });

  test('is taken by every method', { tags: ['long'] }, () => {
    for (const { id, implicit, solvesSprings } of INTEGRATORS) {
      const dt = implicit || solvesSprings ? 1 / 60 : 1e-5;
      const simulation = createSimulation({ scene, integrator: id, params: { dt } });
      expect(simulation.step(10).ok, id).toBe(true);
    }
  });
});

/** Mean square of the angles between neighbouring triangles of the shirt after 2 s. */
function foldsOf(params: Record<string, number>): number {
  const simulation = createSimulation({ scene: 'shirt', params });
  simulation.step(120);
  const { surface } = simulation.model;
  const corner = (c: number) => Array.from(simulation.state.positions.subarray(4 * surface[c], 4 * surface[c] + 3));
  const normalOf = (t: number) => {
    const [p, q, r] = [t, t + 1, t + 2].map(corner);
    const [u, v] = [q, r].map((x) => x.map((value, axis) => value - p[axis]));
    const n = [0, 1, 2].map((axis) => u[(axis + 1) % 3] * v[(axis + 2) % 3] - u[(axis + 2) % 3] * v[(axis + 1) % 3]);
    return n.map((value) => value / Math.hypot(...n));
  };
  const first = new Map<string, number>();
  let [sum, count] = [0, 0];
  for (let c = 0; c < surface.length; c++) {
    const ends = [surface[c], surface[c % 3 === 2 ? c - 2 : c + 1]].sort((a, b) => a - b).join(' ');
    const other = first.get(ends);
    first.set(ends, c - (c % 3));
    if (other === undefined) continue;
    const [n, m] = [c - (c % 3), other].map(normalOf);
    sum += Math.acos(Math.max(-1, Math.min(1, n[0] * m[0] + n[1] * m[1] + n[2] * m[2]))) ** 2;
    count++;
  }
  return sum / count;
}

test('the folds of a shirt without bending are sharper', { tags: ['long'] }, () => {
  expect(foldsOf({ bending: 0, bendingDamping: 0 })).toBeGreaterThan(foldsOf({}));
});
