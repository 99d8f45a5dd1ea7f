/** Runs a scene over a fixed time with exact solves, and measures its cost. */

import { CONTACT_TOLERANCE, createObstacles } from '../../constraints/contact/obstacle-cache';
import { isFiniteState } from '../../model/state';
import type { SceneFile } from '../../scenes/file/scene-file';
import { createSimulation, type Simulation } from '../../simulation';
import { stepInSlices } from '../sliced-work';

/** Wall time in seconds, from any origin. */
export type Clock = () => number;

/** One run of a method over a fixed time. */
export interface TimedRun {
  /** 4n; m; at the end; null after a blow-up. */
  positions: Float64Array | null;
  steps: number;
  /** s; computing time. */
  seconds: number;
  /** Force evaluations, and products with K and D in a solve. */
  evaluations: number;
  /** False if there is no obstacle but floors without rebound that nothing has reached. */
  touches: boolean;
}

/** s; the resolution of a browser's clock can be 1 ms: shorter runs are repeated until this time has passed. */
const MIN_TIME = 4e-3;

/** Solver settings that leave errors far below those of the method. */
const EXACT = { cgTolerance: 1e-10, cgIterations: 1000, newtonTolerance: 1e-10, newtonIterations: 50, stopOnBlowUp: 1 };

/** A simulation in double precision with exact solves. */
export function createExactRun(scene: SceneFile, integrator: string, dt: number): Simulation {
  return createSimulation({ scene, integrator, precision: 'double', params: { ...EXACT, dt } });
}

/** Runs the scene for `steps` steps of h. */
export function* timedRun(
  scene: SceneFile,
  integrator: string,
  h: number,
  steps: number,
  clock: Clock,
): Generator<null, TimedRun, void> {
  const simulation = createExactRun(scene, integrator, h);
  const { count, touches } = watchForces(simulation);
  const slices = stepInSlices(simulation, steps);
  let spent = 0;
  for (;;) {
    const start = clock();
    const { done } = slices.next();
    spent += clock() - start;
    if (done) break;
    yield null;
  }
  const evaluations = count();
  if (simulation.blowUp || !isFiniteState(simulation.state)) {
    return { positions: null, steps, seconds: spent, evaluations, touches: touches() };
  }
  const positions = Float64Array.from(simulation.state.positions);
  const seconds = spent < MIN_TIME ? meanTime(simulation, steps, clock) : spent;
  return { positions, steps, seconds, evaluations, touches: touches() };
}

/** s; mean time of many runs: the first included compilation. */
function meanTime(simulation: Simulation, steps: number, clock: Clock): number {
  const reset = () => simulation.apply({ type: 'reset' });
  let start = clock();
  let count = 0;
  for (; clock() - start < MIN_TIME; count++) {
    reset();
    simulation.step(steps);
  }
  const withResets = clock() - start;
  start = clock();
  for (let i = 0; i < count; i++) reset();
  return Math.max(withResets - (clock() - start), 0.1 * withResets) / count;
}

/** Wraps the world's forces and their derivatives to count calls, and to see who reaches a floor. */
function watchForces({ world }: Simulation): { count(): number; touches(): boolean } {
  const { computeForces, addDerivatives, kernel } = world;
  const obstacles = createObstacles(world.environment);
  // What falls on such a floor stays there, so that the next evaluation sees it.
  const floors = obstacles.flatMap(({ level, restitution }) => (level !== undefined && restitution === 0 ? level : []));
  let touches = floors.length < obstacles.length;
  let count = 0;
  Object.assign(world, {
    computeForces(...args: Parameters<typeof computeForces>) {
      count++;
      for (const level of floors) touches ||= !kernel.areAbove(args[0].positions, level + CONTACT_TOLERANCE);
      computeForces(...args);
    },
    addDerivatives(...args: Parameters<typeof addDerivatives>) {
      count++;
      addDerivatives(...args);
    },
  } satisfies Partial<typeof world>);
  return { count: () => count, touches: () => touches };
}
