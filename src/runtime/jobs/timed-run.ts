import { createSimulation, isFiniteState, type SceneFile, type Simulation } from '../../physics';
import { stepInSlices } from './step-in-slices';

/** One run of a method over a fixed time. */
export interface TimedRun {
  /** 4n, m; at the end; null where it blew up. */
  positions: Float64Array | null;
  steps: number;
  /** s; of computing. */
  seconds: number;
  /** Force evaluations; a product with K and D, in a solve, counts as one. */
  evaluations: number;
}

/** Clocks of browsers tick as seldom as every millisecond: shorter runs are repeated until this much has passed, s. */
const LEAST = 4e-3;

const seconds = () => performance.now() / 1000;

/** The solvers' numbers, so that what they leave is far below the error of the method. */
const EXACT = { cgTolerance: 1e-10, cgIterations: 1000, newtonTolerance: 1e-10, newtonIterations: 50, stopOnBlowUp: 1 };

/** A scene set up for a run in double precision, with solvers that solve. */
export function setUp(scene: SceneFile, integrator: string, dt: number): Simulation {
  return createSimulation({ scene, integrator, precision: 'double', params: { ...EXACT, dt } });
}

/** Runs the scene for so many steps of h. */
export function* timedRun(
  scene: SceneFile,
  integrator: string,
  h: number,
  steps: number,
): Generator<null, TimedRun, void> {
  const simulation = setUp(scene, integrator, h);
  const count = countEvaluations(simulation);
  const slices = stepInSlices(simulation, steps);
  let spent = 0;
  for (;;) {
    const start = seconds();
    const { done } = slices.next();
    spent += seconds() - start;
    if (done) break;
    yield null;
  }
  const evaluations = count();
  const sound = !simulation.blowUp && isFiniteState(simulation.state);
  if (!sound) return { positions: null, steps, seconds: spent, evaluations };
  const positions = Float64Array.from(simulation.state.positions);
  return { positions, steps, seconds: spent < LEAST ? again(simulation, steps) : spent, evaluations };
}

/** s; of a short run, as the mean of many: the first was the compiler's too. */
function again(simulation: Simulation, steps: number): number {
  const back = () => simulation.apply({ type: 'reset' });
  let start = seconds();
  let count = 0;
  for (; seconds() - start < LEAST; count++) {
    back();
    simulation.step(steps);
  }
  const both = seconds() - start;
  start = seconds();
  for (let i = 0; i < count; i++) back();
  return Math.max(both - (seconds() - start), 0.1 * both) / count;
}

/** Stands in front of the world's forces and their derivatives, and counts. */
function countEvaluations({ world }: Simulation): () => number {
  const { computeForces, addDerivatives } = world;
  let count = 0;
  Object.assign(world, {
    computeForces(...args: Parameters<typeof computeForces>) {
      count++;
      computeForces(...args);
    },
    addDerivatives(...args: Parameters<typeof addDerivatives>) {
      count++;
      addDerivatives(...args);
    },
  } satisfies Partial<typeof world>);
  return () => count;
}
