// @module-tag same-on-every-kernel
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulation, growthPerStep, INTEGRATORS } from '../../../src/physics';
import { type Contour, LEVELS, regionContours, regionRaster } from '../../../src/physics/analysis/stability/region';
import { LONG } from '../../fixtures/run-length';
import { DT, springScene } from '../../fixtures/spring-scene';

/** m; largest amplitude of a stable run, still in the linear range. */
const MAX_AMPLITUDE = 1e-3;

/** True if the spring's amplitude stays below a thousand times the initial one. */
function staysBounded(integrator: string, hOmega: number, zeta: number, steps: number): boolean {
  const simulation = createSimulation({ scene: springScene(hOmega, zeta), integrator, precision: 'double' });
  for (let i = 0; i < steps; i += 5) {
    simulation.step(5);
    const { position, velocity } = simulation.particle(1);
    if (!(Math.hypot(position[0] - 1, (velocity[0] * DT) / hOmega) < MAX_AMPLITUDE)) return false;
  }
  return true;
}

/** True if a point lies inside the loops of a contour: an odd number of crossings with the ray to its right. */
function isInside({ loops }: Contour, x: number, y: number): boolean {
  let inside = false;
  for (const loop of loops) {
    for (let at = 0, before = loop.length - 2; at < loop.length; before = at, at += 2) {
      const [x1, y1, x2, y2] = [loop[before], loop[before + 1], loop[at], loop[at + 1]];
      if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) inside = !inside;
    }
  }
  return inside;
}

/** Limits of hω by ζ: the stability table, from the characteristic polynomial of each integrator. */
const LIMITS: Record<string, [zeta: number, limit: number][]> = {
  'explicit-euler': [
    [0.5, 1],
    [1, 2],
    [1.9, 2 * (1.9 - Math.sqrt(1.9 * 1.9 - 1))],
  ],
  'symplectic-euler': [0, 0.1, 0.5, 1, 1.9].map((zeta) => [zeta, 2 * (Math.sqrt(1 + zeta * zeta) - zeta)]),
  'velocity-verlet': [
    [0, 2],
    [0.1, 1.843],
    [1, 1],
  ],
  midpoint: [
    [0.01, 0.444],
    [0.05, 0.8],
    [0.1, 1.05],
    [0.2, 1.394],
    [0.5, 2],
    [1, 2],
  ],
  rk3: [
    [0, 1.7321],
    [0.5, 2.522],
    [1, 2.513],
  ],
  rk4: [
    [0, 2.8284],
    [0.5, 2.623],
    [1, 2.785],
  ],
  'implicit-euler': [],
  'implicit-euler-newton': [],
  trapezoidal: [],
  'implicit-midpoint': [],
  'tr-bdf2': [],
};

/** Distance from 0 to the first crossing of a contour along the ray on which `side` is 0; Infinity without a crossing. */
function firstCrossing(
  { loops }: Contour,
  side: (x: number, y: number) => number,
  reach: (x: number, y: number) => number,
) {
  let first = Number.POSITIVE_INFINITY;
  for (const loop of loops) {
    for (let at = 0, before = loop.length - 2; at < loop.length; before = at, at += 2) {
      const [x1, y1, x2, y2] = [loop[before], loop[before + 1], loop[at], loop[at + 1]];
      const [s1, s2] = [side(x1, y1), side(x2, y2)];
      if (s1 > 0 === s2 > 0) continue;
      const t = s1 / (s1 - s2);
      const found = reach(x1 + t * (x2 - x1), y1 + t * (y2 - y1));
      if (found > 1e-2) first = Math.min(first, found);
    }
  }
  return first;
}

const limitOf = (contours: Contour[]) => contours[LEVELS.indexOf(1)];

describe.each(INTEGRATORS.map((method) => [method.id, method] as const))('the region of %s', (id, method) => {
  const inPlane = limitOf(regionContours(method, 'z', regionRaster('z', 1, 64), LEVELS));
  const overZeta = limitOf(regionContours(method, 'zeta', regionRaster('zeta', 1, 64), LEVELS));

  test.each(LIMITS[id] ?? [])('ends where ζ = %d at hω = %d', (zeta, limit) => {
    const root = Math.sqrt(zeta / 2);
    const aside = (_: number, y: number) => y - root - 1e-12;
    expect(Math.abs(firstCrossing(overZeta, aside, (x) => x) - limit)).toBeLessThan(1e-3);
    const angle = Math.acos(Math.min(1, zeta));
    const side = (x: number, y: number) => x * Math.sin(angle) + y * Math.cos(angle) + 1e-12;
    // The function is symmetric about the edges of the window.
    const reach = (x: number, y: number) => (x < 1e-9 && y > -1e-9 ? Math.hypot(x, y) : 0);
    // The ray may cross the contour at a small angle, between two of its points.
    if (zeta <= 1) expect(Math.abs(firstCrossing(inPlane, side, reach) - limit)).toBeLessThan(3e-3);
  });

  test.runIf(method.implicit)('is unbounded', () => {
    for (const [hOmega, zeta] of [
      [3.3, 0],
      [3.3, 1.9],
      [0.1, 0.5],
      [3.3, 0.01],
    ]) {
      expect(isInside(overZeta, hOmega, Math.sqrt(zeta / 2))).toBe(true);
    }
  });

  test('contains exactly the points at which a simulation is stable', { tags: ['sampled'] }, () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 3.3, noNaN: true }),
        fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1.9, noNaN: true })),
        (hOmega, zeta) => {
          const growth = growthPerStep(id, hOmega, zeta);
          // Too near the boundary: the simulation would need too many steps.
          fc.pre(growth > 1.02 || growth < 1 - 1e-3 || Math.abs(growth - 1) < 1e-9);
          const holds = growth <= 1 + 1e-9;
          expect(isInside(overZeta, hOmega, Math.sqrt(zeta / 2)), 'over hω and ζ').toBe(holds);
          if (zeta > 0 && zeta < 1) {
            const [re, im] = [-zeta * hOmega, hOmega * Math.sqrt(1 - zeta * zeta)];
            expect(isInside(inPlane, re, im), 'in the z plane').toBe(holds);
          }
          expect(staysBounded(id, hOmega, zeta, 1500), 'in the simulation').toBe(holds);
        },
      ),
      LONG ? { numRuns: 40, seed: 21 } : { numRuns: 20, seed: 20 },
    );
  });
});
