// @module-tag divided
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Simulation, type Vec3 } from '../../../src/physics';
import { squareCloth, twoSheets } from '../../fixtures/colliding-cloths';
import { LONG } from '../../fixtures/run-length';

const G = 9.81;
const SPACING = 0.04;
/** Of the speed by Coulomb's law. */
const TOLERANCE = 0.1;
/** s; of runs in long steps, and in short ones. */
const SECONDS = LONG ? [0.3, 0.3] : [0.3, 0.06];
/** m; least way that counts as creep, in as many seconds. */
const STAYS = 1e-4;

interface Slope {
  tangent: number;
  friction: number;
  /** The angle between the two grids, °. */
  turn: number;
  stiffness: number;
  dt: number;
}

const PINNED = 25 * 25;

/** A free sheet on a pinned one on a slope, which falls along x. */
function sheetOnSheet({ tangent, friction, turn, stiffness, dt }: Slope): SceneFile {
  const slope = Math.atan(tangent);
  const sheet = (side: number, height: number, angle: number) =>
    squareCloth(
      {
        side,
        width: SPACING * (side - 1),
        place(u, v): Vec3 {
          const x = Math.cos(angle) * u - Math.sin(angle) * v;
          const z = Math.sin(angle) * u + Math.cos(angle) * v;
          return [Math.cos(slope) * x + Math.sin(slope) * height, Math.cos(slope) * height - Math.sin(slope) * x, z];
        },
      },
      stiffness,
    );
  const below = sheet(25, 0, 0);
  const above = sheet(9, 0.5 * SPACING, (turn * Math.PI) / 180);
  const { positions, ...sheets } = twoSheets(below, above);
  return {
    hooke: 1,
    ...sheets,
    particles: {
      positions,
      masses: 0.2 * SPACING * SPACING,
      pinned: Array.from({ length: PINNED }, (_, i) => i),
    },
    params: { dt, drag: 0, selfCollision: 1, clothFriction: friction },
  };
}

/** The mean of positions or velocities of the free sheet down the slope. */
function along({ particleCount }: Simulation, values: ArrayLike<number>, tangent: number): number {
  const slope = Math.atan(tangent);
  let sum = 0;
  for (let i = PINNED; i < particleCount; i++)
    sum += Math.cos(slope) * values[4 * i] - Math.sin(slope) * values[4 * i + 1];
  return sum / (particleCount - PINNED);
}

/** By method: its steps, s, and the stiffness of the springs, N/m. */
const RUNS: [integrator: string, stiffness: number, dts: number[]][] = [
  ['implicit-euler', 1000, [1 / 60, 1 / 120, 1e-3]],
  ['tr-bdf2', 1000, [1 / 60, 1 / 120]],
  ['implicit-euler-newton', 1000, [1 / 120, 1 / 60, 1e-3]],
  ['xpbd', 1000, [1 / 120, 1 / 60, 1e-3]],
  ['pbd', 1000, [1 / 120]],
  ['projective-dynamics', 1000, [1 / 120]],
  ['vertex-block-descent', 1000, [1 / 120]],
  ['symplectic-euler', 100, [5e-4, 2e-4]],
  ['velocity-verlet', 100, [2e-4]],
  ['rk4', 100, [5e-4]],
];
const IN_SHORT = ['implicit-euler', 'xpbd'];

describe('layers', () => {
  for (const [integrator, stiffness, dts] of RUNS) {
    if (!LONG && !IN_SHORT.includes(integrator)) continue;
    for (const dt of LONG ? dts : dts.slice(0, 1)) {
      test(`slide on each other by Coulomb’s law, and stay below its angle, under ${integrator} at ${dt.toFixed(4)} s`, {
        tags: ['sampled'],
      }, () => {
        const cases = LONG
          ? [
              [0, 0.1],
              [0, 0.35],
              [0, 0.5],
              [0.3, 0.5],
              [0.3, 0.8],
            ]
          : [
              [0, 0.1],
              [0.3, 0.5],
            ];
        const seconds = SECONDS[dt < 1e-3 ? 1 : 0];
        for (const [friction, tangent] of cases) {
          const scene = sheetOnSheet({ tangent, friction, turn: 17, stiffness, dt });
          const simulation = createSimulation({ scene, integrator });
          simulation.step(Math.round(seconds / dt));
          const slope = Math.atan(tangent);
          const speed = G * simulation.state.time * (Math.sin(slope) - friction * Math.cos(slope));
          const measured = along(simulation, simulation.state.velocities, tangent) / speed;
          expect(Math.abs(measured - 1), `friction ${friction}, tan ${tangent}: ${measured}`).toBeLessThan(TOLERANCE);
        }
        const scene = sheetOnSheet({ tangent: 0.2, friction: 0.3, turn: 17, stiffness, dt });
        const simulation = createSimulation({ scene, integrator });
        simulation.step(Math.round(seconds / dt));
        const before = along(simulation, simulation.state.positions, 0.2);
        simulation.step(Math.round(seconds / dt));
        expect(Math.abs(along(simulation, simulation.state.positions, 0.2) - before)).toBeLessThan(STAYS);
      });
    }
  }
});
