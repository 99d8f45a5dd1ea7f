import type { Simulation } from '../../src/physics';
import { advance, swingingCloth } from './cloth';
import { duration } from './timing';

/** A state of the swinging cloth, from which every candidate steps. */
export interface Moment {
  positions: Float32Array;
  velocities: Float32Array;
  time: number;
}

/** Steps into the swing: falling, through the lowest point, and folded on its way up. */
const STEPS = [10, 25, 40];

/** Cost of a step from the moments of a swing. */
export interface Cost {
  /** ms; mean of the shortest time of each step. */
  ms: number;
  /** Mean number of conjugate gradient iterations. */
  iterations: number;
}

/** Timed steps from each moment. One untimed step comes first, because a solve starts from the last Δv. */
const TIMED = 2;
/** ms; a candidate with longer steps is timed from one moment only, and once. */
const SLOW = 3000;

/** States of a swinging cloth of n × n, computed with the default solver. */
export function momentsOf(n: number, params: Record<string, number> = {}): Moment[] {
  const simulation = swingingCloth(n, {}, params);
  return STEPS.map((step) => {
    advance(simulation, step - simulation.stepCount);
    const { positions, velocities, time } = simulation.state;
    return { positions: Float32Array.from(positions), velocities: Float32Array.from(velocities), time };
  });
}

export function enter(simulation: Simulation, moment: Moment): void {
  simulation.apply({ type: 'place', ...moment });
}

/** Cost of a step for each candidate, from the same moments, in interleaved rounds. */
export function costs<Name extends string>(
  candidates: Record<Name, Simulation>,
  moments: Moment[],
  rounds: number,
): Record<Name, Cost> {
  const entries = (Object.entries(candidates) as [Name, Simulation][]).map(([name, simulation]) => ({
    name,
    simulation,
    /** Time of each timed step. */
    ms: [] as number[],
    iterations: [] as number[],
  }));
  for (let round = 0; round < rounds; round++) {
    moments.forEach((moment, i) => {
      for (const { simulation, ms, iterations } of entries) {
        if (ms[0] > SLOW && round + i > 0) continue;
        enter(simulation, moment);
        advance(simulation, 1);
        for (let step = 0; step < TIMED; step++) {
          const at = TIMED * i + step;
          const time = duration(() => advance(simulation, 1));
          ms[at] = Math.min(ms[at] ?? time, time);
          iterations[at] = simulation.report.iterations;
        }
      }
    });
  }
  return Object.fromEntries(
    entries.map(({ name, ms, iterations }) => [name, { ms: mean(ms), iterations: mean(iterations) }]),
  ) as Record<Name, Cost>;
}

export const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
