// @module-tag sampled
import { describe, expect, test } from 'vitest';
import { createSimulation, type Simulation, type Vec3 } from '../../../src/physics';
import { createFeaturePair, findClosest } from '../../../src/physics/collision/closest-points';
import { CELL, coarseNet, SIDE } from '../../fixtures/coarse-net';
import { randomNumbers } from '../../fixtures/random';
import { LONG } from '../../fixtures/run-length';

const g = 9.81;

/** How deep a triangle of the net is in the ball, m, from the distance of its middle; and where the nearest point is above the middle, m. */
function nearest(
  { model, state }: Simulation,
  center: ArrayLike<number>,
  radius: number,
): { depth: number; above: number } {
  const pair = createFeaturePair();
  let depth = Number.NEGATIVE_INFINITY;
  let above = 0;
  for (let axis = 0; axis < 3; axis++) pair.points[axis] = center[axis];
  for (let t = 0; t < model.surface.length; t += 3) {
    for (let q = 0; q < 9; q++)
      pair.points[3 + q] = state.positions[4 * model.surface[t + Math.floor(q / 3)] + (q % 3)];
    findClosest(pair);
    if (radius - pair.distance <= depth) continue;
    depth = radius - pair.distance;
    above = -pair.distance * pair.normal[1];
  }
  return { depth, above };
}

interface Case {
  radius: number;
  friction: number;
  /** m; of the net over the ball. */
  shift: Vec3;
  /** m/s; of the ball. */
  velocity: Vec3;
  integrator: string;
  dt: number;
}

const SETUPS: [string, number][] = [
  ['implicit-euler', 1 / 60],
  ['symplectic-euler', 5e-4],
  ['implicit-euler-newton', 1 / 60],
  ['tr-bdf2', 1 / 60],
  ['velocity-verlet', 5e-4],
  ['implicit-euler', 1 / 120],
  ['rk4', 5e-4],
  ['xpbd', 1 / 60],
  ['projective-dynamics', 1 / 60],
  ['vertex-block-descent', 1 / 60],
  ['pbd', 1 / 60],
];

function randomCases(count: number): Case[] {
  const random = randomNumbers(33);
  const between = (low: number, high: number) => low + (high - low) * random();
  return Array.from({ length: count }, (_, i) => {
    const [integrator, dt] = SETUPS[i % SETUPS.length];
    const moves = random() < 0.5;
    return {
      radius: between(0.02, 0.07),
      friction: random() < 0.3 ? 0 : random(),
      shift: [between(-0.15, 0.15), between(0, 0.1), between(-0.15, 0.15)],
      velocity: moves ? [between(-0.5, 0.5), between(0, 1), between(-0.5, 0.5)] : [0, 0, 0],
      integrator,
      dt,
    };
  });
}

/** Drops a net onto a ball; half of the time the ball comes up to it. */
function drop({ radius, friction, shift, velocity, integrator, dt }: Case) {
  const scene = coarseNet(0.1, shift, {
    spheres: [{ center: [0, 0, 0], radius, friction, velocity }],
    params: { dt, gravity: g, drag: 0, stopOnBlowUp: 0 },
  });
  return createSimulation({ scene, integrator, precision: 'double' });
}

const COUNT = LONG ? 200 : 7;

test(`no triangle goes into a ball that is smaller than the cells, in ${COUNT} drops and pushes`, () => {
  for (const one of randomCases(COUNT)) {
    const simulation = drop(one);
    const isStill = one.velocity.every((v) => v === 0);
    const start = simulation.energy().total;
    let deepest = 0;
    let rise = Number.NEGATIVE_INFINITY;
    while (simulation.time < 0.5) {
      simulation.step();
      const center = one.velocity.map((v) => v * simulation.time);
      deepest = Math.max(deepest, nearest(simulation, center, one.radius).depth);
      rise = Math.max(rise, simulation.energy().total - start);
    }
    const about = JSON.stringify(one);
    expect(simulation.blowUp, about).toBeNull();
    // A hundredth of a cell.
    expect(deepest, about).toBeLessThan(0.01 * CELL);
    // PBD moves particles by no forces: its energy has no bound.
    if (isStill && one.integrator !== 'pbd') expect(rise, about).toBeLessThan(0.02 * Math.abs(start));
  }
});

describe.each(LONG ? SETUPS : SETUPS.slice(0, 2))('under %s in steps of %f s', (integrator, dt) => {
  test('a net that hangs from its corners lies on a ball under the middle of a cell', () => {
    const scene = coarseNet(0.05, [0.01, 0, 0.02], {
      spheres: [{ center: [0, 0, 0], radius: 0.03, friction: 0.5 }],
      params: { dt, gravity: g, drag: 0.05, stopOnBlowUp: 0 },
    });
    scene.particles = { ...scene.particles, pinned: [0, SIDE - 1, SIDE * (SIDE - 1), SIDE * SIDE - 1] };
    const simulation = createSimulation({ scene, integrator, precision: 'double' });
    simulation.step(Math.round(1.5 / dt));
    const { depth, above } = nearest(simulation, [0, 0, 0], 0.03);
    expect(depth).toBeLessThan(0.01 * CELL);
    expect(above).toBeGreaterThan(0.02);
    expect(simulation.blowUp).toBeNull();
  });
});
