/** Grades a method or a force by the laws of its kind: each with a sentence that has the number. */
import { forces, methodOf } from '../../registry';
import type { Simulation } from '../../simulation';
import type { IntegratorDefinition } from '../../world/integrator';
import { createGrowth } from '../stability/growth';
import { longestStep } from '../stability/longest-step';
import { type ArraysIn, allocationsIn, clothWith, FORCE_LAWS, type Law, type Verdict } from './laws';
import { orderInMotion } from './scorecard';

/** @throws RangeError for an id that is neither a method's nor a force's */
export function grade(id: string, arraysIn?: ArraysIn): (Verdict & { law: string })[] {
  const force = forces.find((one) => one.id === id);
  return force?.create ? gradeBy(FORCE_LAWS, force, arraysIn) : gradeBy(METHOD_LAWS, methodOf(id), arraysIn);
}

const notCounted: ArraysIn = (work) => {
  work();
  return 0;
};

export function gradeBy<D>(
  laws: readonly Law<D>[],
  definition: D,
  arraysIn = notCounted,
): (Verdict & { law: string })[] {
  return laws.map(({ law, measure }) => {
    try {
      return { law, ...measure(definition, arraysIn) };
    } catch (error) {
      return { law, holds: false, says: `could not be measured: ${error instanceof Error ? error.message : error}` };
    }
  });
}

// The laws that a method is graded by.

/** The order that is measured differs by at most this from the one that is claimed. */
const ORDER_TOLERANCE = 0.1;
const STEPS = 40;
/** hω of the undamped spring: a twelfth of a period. */
const H_OMEGA = 0.5;
/** A factor this close to 1 counts as 1. */
const ROUNDING = 1e-10;
/** Parameters without which no force acts from outside. */
const NO_LOADS = { gravity: 0, drag: 0, airDrag: 0, decay: 0 };
/** Of the momentum, relative to that of the particles one by one. */
const MOMENTUM_TOLERANCE = 1e-9;

/** In words where there is no number: `stable up to hω = 2.00`, `unstable at every step`. */
function described(limit: number): string {
  if (limit === 0) return 'unstable at every step';
  return limit === Number.POSITIVE_INFINITY ? 'stable at every step' : `stable up to hω = ${limit.toPrecision(3)}`;
}

/** Σ m v, and Σ m |v|, kg·m/s. */
function momentumOf({ model: { masses }, state: { velocities } }: Simulation): { sum: number[]; size: number } {
  const sum = [0, 0, 0];
  let size = 0;
  for (let i = 0; i < masses.length; i++) {
    const v = velocities.subarray(4 * i, 4 * i + 3);
    for (let axis = 0; axis < 3; axis++) sum[axis] += masses[i] * v[axis];
    size += masses[i] * Math.hypot(...v);
  }
  return { sum, size };
}

export const METHOD_LAWS: readonly Law<IntegratorDefinition>[] = [
  {
    law: 'order',
    measure(method) {
      const seen = orderInMotion(method);
      const says = `order ${seen.toFixed(2)} on a damped, driven oscillator (you claim ${method.order})`;
      return { holds: Math.abs(seen - method.order) <= ORDER_TOLERANCE, says };
    },
  },
  /** Whatever a method does to the energy, it must not make a damped spring grow at every step. */
  {
    law: 'undamped spring',
    measure(method) {
      const growth = createGrowth(method);
      const energy = growth(H_OMEGA, 0, 0) ** 2;
      const limit = (damping: number) => longestStep(growth, { omega: 1, damping });
      const change =
        Math.abs(energy - 1) < ROUNDING
          ? 'keeps its energy'
          : `${energy > 1 ? 'grows' : 'shrinks'} in energy ${energy.toPrecision(5)} times a step`;
      const [undamped, damped] = [limit(0), limit(0.2)];
      const range = `without damping ${described(undamped)}, with a tenth of critical damping ${described(damped)}`;
      return { holds: damped > 0, says: `an undamped spring ${change} at hω = ½; ${range}` };
    },
  },
  {
    law: 'pins stay',
    measure(method) {
      const simulation = clothWith(method);
      const { model, state } = simulation;
      const before = state.positions.slice();
      simulation.step(STEPS);
      let [worst, pin, moves] = [0, -1, false];
      for (let i = 0; i < 4 * model.particleCount; i++) {
        if (model.pinned[i >> 2] === 0) continue;
        const distance = Math.abs(state.positions[i] - before[i]);
        moves ||= state.velocities[i] !== 0;
        if (distance > worst) [worst, pin] = [distance, i >> 2];
      }
      const says =
        worst > 0
          ? `pinned particle ${pin} moved ${worst.toPrecision(2)} m in ${STEPS} steps: scale forces by inverseMasses, which are 0 for pins`
          : moves
            ? 'a pinned particle has a velocity'
            : `pins moved 0 m in ${STEPS} steps`;
      return { holds: worst === 0 && !moves, says };
    },
  },
  {
    law: 'determinism',
    measure(method) {
      const run = (parts: readonly number[]) => {
        const simulation = clothWith(method);
        for (const count of parts) simulation.step(count);
        return simulation.hash();
      };
      const [whole, again, parts] = [run([STEPS]), run([STEPS]), run([1, STEPS - 1])];
      const holds = whole === again && whole === parts;
      return {
        holds,
        says: holds
          ? `two runs of ${STEPS} steps agree to the bit`
          : `two runs of ${STEPS} steps differ: a step may depend on nothing but the state, h and its memory`,
      };
    },
  },
  {
    law: 'memory',
    measure(method) {
      const simulation = clothWith(method);
      simulation.step(STEPS / 2);
      const copy = simulation.fork();
      const [a, b] = [simulation, copy].map((one: Simulation) => {
        one.step(STEPS / 2);
        return one.hash();
      });
      return {
        holds: a === b,
        says:
          a === b
            ? 'a copy of a run continues with the same bits'
            : 'a copy of a run continues differently: what a step remembers belongs into `memory`, a Float64Array',
      };
    },
  },
  {
    law: 'momentum',
    measure(method) {
      const simulation = clothWith(method, NO_LOADS, 'double');
      simulation.apply({ type: 'pins', particles: [] });
      const before = momentumOf(simulation);
      simulation.step(STEPS);
      const after = momentumOf(simulation);
      const change = Math.hypot(...after.sum.map((p, axis) => p - before.sum[axis])) / after.size;
      const says = `a free cloth changes its momentum by ${change.toExponential(1)} of what its particles have, in ${STEPS} steps`;
      return { holds: change < MOMENTUM_TOLERANCE, says };
    },
  },
  {
    law: 'allocations',
    measure(method, arraysIn) {
      const simulation = clothWith(method);
      simulation.step(2);
      return allocationsIn(simulation.world.arena, STEPS, 'step', () => arraysIn(() => simulation.step(STEPS)));
    },
  },
];
