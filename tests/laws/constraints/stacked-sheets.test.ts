// @module-tag divided
// @module-tag long
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Simulation, type Vec3 } from '../../../src/physics';
import { squareCloth, twoSheets } from '../../fixtures/colliding-cloths';
import { countCrossings } from '../../fixtures/crossings';

const SHEETS = 5;
const MIDDLE = 2;
const SIDE = 9;
const COUNT = SIDE * SIDE;
/** m. */
const SPACING = 0.04;
const WIDTH = SPACING * (SIDE - 1);
/** The angle between grids of two sheets on each other is a multiple of it, °. */
const TURN = 17;
/** s; until the stack rests, and how long that is watched. */
const SETTLES = 3;
const RESTS = 2;
/** m/s. */
const AT_REST = 1e-4;
/** m and s; of the hand. */
const PULL = 2.5 * WIDTH;
const PULLED = 0.25;

/** Five sheets on each other on a floor, by their thickness apart. */
function stack(dt: number): SceneFile {
  const sheet = (layer: number) => {
    const angle = (((2 * layer) % SHEETS) * TURN * Math.PI) / 180;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const place = (u: number, v: number): Vec3 => [c * u - s * v, 0.5 * SPACING * layer, s * u + c * v];
    return squareCloth({ side: SIDE, width: WIDTH, place }, 1000);
  };
  let all = sheet(0);
  for (let layer = 1; layer < SHEETS; layer++) all = { ...all, ...twoSheets(all, sheet(layer)) };
  const { positions, ...sheets } = all;
  return {
    hooke: 1,
    ...sheets,
    particles: { positions, masses: 0.2 * SPACING * SPACING },
    planes: [{ point: [0, 0, 0], normal: [0, 1, 0], friction: 0.5, restitution: 0 }],
    params: { dt, drag: 2e-3, selfCollision: 1, clothFriction: 0.3 },
  };
}

/** Largest way of a coordinate in the time in which the stack is watched, over that time, m/s. */
function driftOf(simulation: Simulation): number {
  const before = simulation.state.positions.slice();
  simulation.step(Math.round(RESTS / simulation.params.dt));
  return Math.max(...simulation.state.positions.map((x, o) => Math.abs(x - before[o]))) / RESTS;
}

/** Where the middle of a sheet is, m. */
function middle({ state: { positions: x } }: Simulation, layer: number): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  for (let i = layer * COUNT; i < (layer + 1) * COUNT; i++)
    for (let axis = 0; axis < 3; axis++) sum[axis] += x[4 * i + axis] / COUNT;
  return sum;
}

const way = (from: Vec3, to: Vec3) => Math.hypot(to[0] - from[0], to[2] - from[2]);

/** By method: its steps, s. */
const RUNS: [integrator: string, dt: number][] = [
  ['implicit-euler', 1 / 120],
  ['implicit-euler', 1 / 60],
  ['implicit-euler-newton', 1 / 120],
  ['tr-bdf2', 1 / 120],
];
/** Of methods that solve springs without their layers, whose stack takes longer to rest. */
const SPRING_RUNS: [integrator: string, dt: number][] = [
  ['xpbd', 1 / 120],
  ['projective-dynamics', 1 / 120],
  ['xpbd', 1 / 60],
  ['vertex-block-descent', 1 / 120],
  ['pbd', 1 / 60],
];
/** s; in which their stack is at rest. When depends on rounding: within 2 to 16 s in starts a micrometer apart. */
const SPRINGS_SETTLE = 30;

/** s; of an explicit method, in whose steps contacts alone hold the sheets up. */
const SHORT = 1 / 5000;
/** Part of its height that a gap may lose in ½ s. */
const LOSS = 0.05;

describe('five sheets on each other, whose grids are turned', () => {
  test('are held up by their contacts in steps of an explicit method', () => {
    const simulation = createSimulation({ scene: stack(SHORT), integrator: 'symplectic-euler' });
    simulation.step(Math.round(0.5 / SHORT));
    const heights = Array.from({ length: SHEETS }, (_, layer) => middle(simulation, layer)[1]);
    for (let layer = 1; layer < SHEETS; layer++)
      expect(heights[layer] - heights[layer - 1], `heights ${heights}`).toBeGreaterThan((1 - LOSS) * 0.5 * SPACING);
    expect(countCrossings(simulation.state.positions, simulation.model.surface)).toBe(0);
  });

  test.each(RUNS)('stay under %s at %f s, and the one in the middle can be pulled out', (integrator, dt) => {
    const simulation = createSimulation({ scene: stack(dt), integrator });
    const { surface } = simulation.model;
    simulation.step(Math.round(SETTLES / dt));
    expect(driftOf(simulation)).toBeLessThan(AT_REST);

    const layers = Array.from({ length: SHEETS }, (_, layer) => layer);
    const starts = layers.map((layer) => middle(simulation, layer));
    const particle = MIDDLE * COUNT + SIDE * ((SIDE - 1) / 2) + SIDE - 1;
    const hand = simulation.particle(particle).position;
    const outwards = [0, 2].map((axis) => (hand[axis] - starts[MIDDLE][axis]) / (0.5 * WIDTH));
    simulation.apply({ type: 'grab', particle, target: hand });
    const steps = Math.round(PULLED / dt);
    for (let step = 1; step <= 2 * steps; step++) {
      const pulled = PULL * Math.min(1, step / steps);
      const target: Vec3 = [hand[0] + pulled * outwards[0], hand[1], hand[2] + pulled * outwards[1]];
      simulation.apply({ type: 'move', target });
      const { ok, stoppedParticles } = simulation.step();
      expect([ok, stoppedParticles]).toEqual([true, 0]);
    }
    expect(countCrossings(simulation.state.positions, surface)).toBe(0);
    const ways = layers.map((layer) => way(starts[layer], middle(simulation, layer)));
    expect(ways[MIDDLE], `ways ${ways}`).toBeGreaterThan(1.2 * WIDTH);
    // Those below carry more than they are pulled by; those above get at most μ g t from the one that slides. One solve in so long a
    // step that the sheet crosses more than a cell pulls those on both sides along.
    const isCoarse = integrator === 'implicit-euler' && dt > 1 / 120;
    for (const layer of layers.filter((one) => one !== MIDDLE)) {
      const bound = isCoarse ? 0.5 * ways[MIDDLE] : (layer < MIDDLE ? 0.1 : 0.5) * WIDTH;
      expect(ways[layer], `ways ${ways}`).toBeLessThan(bound);
    }
  });

  // With four sweeps over the contacts their particles move at 0.1 to 0.3 m/s for ever.
  test.each(SPRING_RUNS)('come to rest under %s at %f s', (integrator, dt) => {
    const simulation = createSimulation({ scene: stack(dt), integrator });
    let drift = Number.POSITIVE_INFINITY;
    while (drift >= AT_REST && simulation.time < SPRINGS_SETTLE) drift = driftOf(simulation);
    expect(drift).toBeLessThan(AT_REST);
    for (let layer = 1; layer < SHEETS; layer++)
      expect(middle(simulation, layer)[1] - middle(simulation, layer - 1)[1]).toBeGreaterThan(0.6 * 0.5 * SPACING);
    expect(countCrossings(simulation.state.positions, simulation.model.surface)).toBe(0);
  });
});
