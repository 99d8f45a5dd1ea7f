// @module-tag sampled
// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import {
  createSimulation,
  type Floats,
  INTEGRATORS,
  type IntegratorDefinition,
  type Simulation,
  type State,
  stabilityLimit,
} from '../../../src/physics';
import { randomNumbers } from '../../fixtures/random';
import { LONG } from '../../fixtures/run-length';
import { unlikeNet } from '../../fixtures/unlike-net';

/** Rows of the nets, with the seeds. With more than 210 free components no dense matrices are used. */
const NETS: [size: number, seeds: number[]][] = LONG
  ? [
      [9, [6]],
      [12, [1]],
      [20, [4]],
      [32, [5]],
    ]
  : [[9, [6]]];
/** Enough for the motion that grows to outgrow all other; explicit Euler is stable by damping only, and its motion grows slowly. */
const stepsOf = ({ id }: IntegratorDefinition) => (id === 'explicit-euler' ? (LONG ? 40_000 : 12_000) : 1200);
/** Methods whose first bound is far too short in large nets, and that are tried on the largest for that reason. */
const SHORT = ['explicit-euler', 'midpoint'];
/** m; displacements of the size of their rounding error times 1e8. */
const SMALL = 1e-8;
/** Steps after which the motion is made small again. */
const EVERY = 200;
/** Of a motion that neither grows nor decays, per step. */
const ROUNDING = 1e-7;

/** Energy of small motion about rest, J: ½ m v² and ½ k (n·(u_a − u_b))². */
function energyOf({ model }: Simulation, rest: Floats, { positions: x, velocities: v }: State): number {
  let sum = 0;
  for (let i = 0; i < v.length; i++) sum += (model.masses[i >> 2] * v[i] * v[i]) / 2;
  for (let j = 0; j < model.springCount; j++) {
    const [a, b] = [4 * model.springs[2 * j], 4 * model.springs[2 * j + 1]];
    let [along, squared] = [0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const d = rest[a + axis] - rest[b + axis];
      along += d * (x[a + axis] - rest[a + axis] - (x[b + axis] - rest[b + axis]));
      squared += d * d;
    }
    sum += (model.stiffness[j] * along * along) / (2 * squared);
  }
  return sum;
}

/** A motion whose amplitude has grown by this factor grows: a bounded one swings by far less. Its steps end. */
const GROWN = 1000;

/**
 * Growth of small motion about rest by steps of h: half the logarithm of its energy, per step, over the last half of the steps, or
 * over all of them if it has grown by GROWN.
 */
function growthRate(simulation: Simulation, method: IntegratorDefinition, h: number): number {
  const { world } = simulation;
  const rest = simulation.state.positions;
  const random = randomNumbers(9);
  const state = { positions: rest.slice(), velocities: simulation.state.velocities.slice(), time: 0 };
  const { positions: x, velocities: v } = state;
  const integrator = method.create(world);
  const isFree = (place: number) => place % 4 < 3 && world.model.inverseMasses[place >> 2] > 0;
  for (let i = 0; i < v.length; i++) if (isFree(i)) v[i] = (SMALL / h) * (2 * random() - 1);
  let [rate, grown] = [0, 0];
  const steps = stepsOf(method);
  for (let step = 0; step < steps; step += EVERY) {
    const before = energyOf(simulation, rest, state);
    for (let i = 0; i < EVERY; i++) integrator.step(state, h);
    const factor = Math.sqrt(energyOf(simulation, rest, state) / before);
    grown += Math.log(factor);
    if (grown > Math.log(GROWN)) return grown / (step + EVERY);
    if (step >= steps / 2) rate += Math.log(factor) / (steps / 2);
    for (let i = 0; i < v.length; i++) {
      v[i] /= factor;
      x[i] = rest[i] + (x[i] - rest[i]) / factor;
    }
  }
  return rate;
}

describe('the limit of nets of unlike masses, springs and dampers', () => {
  for (const method of INTEGRATORS.filter(({ implicit, solvesSprings }) => !implicit && !solvesSprings)) {
    test(`of ${method.id} is at most 10 % short, and never too long`, { tags: ['long'] }, () => {
      for (const [size, seeds] of NETS) {
        if (size > 20 && !SHORT.includes(method.id)) continue;
        for (const seed of seeds) {
          const simulation = createSimulation({ scene: unlikeNet(size, seed, LONG ? 0.1 : 0.3), precision: 'double' });
          const { dt, isBound } = stabilityLimit(simulation, method);
          expect(isBound).toBe(false);
          expect(growthRate(simulation, method, dt), `${size} × ${size}, seed ${seed}`).toBeLessThan(ROUNDING);
          expect(growthRate(simulation, method, dt / 0.9), `${size} × ${size}, seed ${seed}`).toBeGreaterThan(ROUNDING);
        }
      }
    });
  }
});
