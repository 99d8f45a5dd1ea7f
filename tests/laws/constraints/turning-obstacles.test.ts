// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile, type Vec3 } from '../../../src/physics';
import { near } from '../../fixtures/ledger-accounts';
import { everyNth } from '../../fixtures/run-length';

const g = 9.81;
const [MU, T] = [0.3, 0.2];
const [RADIUS, POLAR] = [0.5, 0.3];

const surface = { friction: MU, restitution: 0 };
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Surfaces that turn in place, with the normal and the curvature at a point of them, and a place on each. */
const SURFACES = {
  ball: {
    spin: [2, 6, -2] as Vec3,
    place: [RADIUS * Math.sin(POLAR), RADIUS * Math.cos(POLAR), 0] as Vec3,
    obstacles: { spheres: [{ center: [0, 0, 0] as Vec3, radius: RADIUS, spin: [2, 6, -2] as Vec3, ...surface }] },
    normal: (x: Vec3) => x.map((c) => c / RADIUS) as Vec3,
    curvature: 1 / RADIUS,
  },
  table: {
    spin: [0, 6, 0] as Vec3,
    place: [0.3, 0, 0] as Vec3,
    obstacles: {
      bodies: [{ size: [2, 0.5, 2] as Vec3, center: [0, -0.25, 0] as Vec3, spin: [0, 6, 0] as Vec3, ...surface }],
    },
    normal: () => [0, 1, 0] as Vec3,
    curvature: 0,
  },
};
type Turning = (typeof SURFACES)[keyof typeof SURFACES];

/**
 * Where a particle of 1 kg is after T that began at rest, and the work of the surface and the heat of friction until then, by RK4:
 *    v' = g + λN + F,  λ = −g·N − κ|v|²,  F = μλ u/|u|,  u = ω × x − v;   work' = F·(ω × x),  heat' = μλ|u|
 */
function slideExactly({ spin, place, normal, curvature }: Turning): number[] {
  const slope = (y: number[]): number[] => {
    const [x, v] = [y.slice(0, 3) as Vec3, y.slice(3, 6) as Vec3];
    const [N, carried] = [normal(x), cross(spin, x)];
    const push = g * N[1] - curvature * v.reduce((sum, c) => sum + c * c, 0);
    const u = carried.map((c, i) => c - v[i]);
    const speed = Math.hypot(...u);
    const F = u.map((c) => (MU * push * c) / speed);
    const a = F.map((c, i) => c + push * N[i] - (i === 1 ? g : 0));
    return [...v, ...a, F.reduce((sum, c, i) => sum + c * carried[i], 0), MU * push * speed];
  };
  const count = 2000;
  const h = T / count;
  let y = [...place, 0, 0, 0, 0, 0];
  const along = (k: number[], part: number) => y.map((value, i) => value + part * h * k[i]);
  for (let step = 0; step < count; step++) {
    const k1 = slope(y);
    const k2 = slope(along(k1, 0.5));
    const k3 = slope(along(k2, 0.5));
    const k4 = slope(along(k3, 1));
    y = y.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return y;
}

/** A particle of 1 kg, on a spring without stiffness, as one of a net. */
function particle(
  place: Vec3,
  velocity: Vec3,
  dt: number,
  obstacles: Pick<SceneFile, 'spheres' | 'bodies'>,
): SceneFile {
  return {
    hooke: 1,
    particles: { positions: [place, [0, 5, 0]], velocities: [velocity, [0, 0, 0]], masses: 1, pinned: [1] },
    springs: { pairs: [[0, 1]], restLengths: [5], stiffness: 1e-9, damping: 0 },
    params: { dt, gravity: g, drag: 0, cgTolerance: 1e-6, newtonTolerance: 1e-6 },
    ...obstacles,
  };
}

const METHODS = INTEGRATORS.map(({ id, implicit, solvesSprings }) => ({
  id,
  dt: implicit || solvesSprings ? 1 / 480 : 1e-3,
}));

describe.each(everyNth(4, METHODS))(
  'friction of a surface that turns in place, under $id',
  { tags: ['sampled'] },
  ({ id, dt }) => {
    test.each(Object.keys(SURFACES) as (keyof typeof SURFACES)[])(
      'pulls what slides on a %s by Coulomb’s law, does that work, and makes that heat',
      (kind) => {
        const turning = SURFACES[kind];
        const exact = slideExactly(turning);
        const way = Math.hypot(...turning.place.map((x, i) => x - exact[i]));
        expect(way).toBeGreaterThan(0.05);
        const scene = particle(turning.place, [0, 0, 0], dt, turning.obstacles);
        const simulation = createSimulation({ scene, integrator: id, precision: 'double' });
        simulation.energyLedger();
        simulation.step(Math.round(T / dt));
        const { position } = simulation.particle(0);
        near(Math.hypot(...position.map((x, i) => x - exact[i])) / way, 0, 2 * (dt / T));
        const { hand, damping, parameters } = simulation.energyLedger();
        near(hand / exact[6], 1, 0.02);
        near(damping / exact[7], 1, 0.02);
        near(parameters, 0, 1e-12);
      },
    );

    test('holds what lies on a ball up to μ = (g sin θ + ω²R sin θ cos θ)/(g cos θ − ω²R sin²θ), and not beyond', () => {
      const [omega, angle] = [4, 0.1];
      const [s, c] = [Math.sin(angle), Math.cos(angle)];
      const least = (g * s + omega * omega * RADIUS * s * c) / (g * c - omega * omega * RADIUS * s * s);
      const place: Vec3 = [RADIUS * s, RADIUS * c, 0];
      for (const part of [0.95, 1.1]) {
        const ball = { center: [0, 0, 0] as Vec3, radius: RADIUS, spin: [0, omega, 0] as Vec3, restitution: 0 };
        const scene = particle(place, [0, 0, -omega * place[0]], dt, {
          spheres: [{ ...ball, friction: least / part }],
        });
        const simulation = createSimulation({ scene, integrator: id, precision: 'double' });
        simulation.step(Math.round(0.4 / dt));
        const angleNow = omega * simulation.time;
        const carried = [place[0] * Math.cos(angleNow), place[1], -place[0] * Math.sin(angleNow)];
        const slip = Math.hypot(...simulation.particle(0).position.map((x, i) => x - carried[i]));
        if (part < 1) expect(slip).toBeLessThan(1e-9);
        else expect(slip).toBeGreaterThan(5e-3);
      }
    });
  },
);
