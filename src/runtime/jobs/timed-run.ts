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

/** Clocks of browsers tick as seldom as every millisecond: shorter runs are repeated until this much has passed, s … */
const LEAST = 4e-3;
/** … and no more often than this. */
const REPEATS = 40;
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
  let spent = 0;
  function* run(): Generator<null, void, void> {
    const slices = stepInSlices(simulation, steps);
    for (;;) {
      const start = seconds();
      const { done } = slices.next();
      spent += seconds() - start;
      if (done) return;
      yield null;
    }
  }
  yield* run();
  const evaluations = count();
  const sound = !simulation.blowUp && isFiniteState(simulation.state);
  const positions = sound ? Float64Array.from(simulation.state.positions) : null;
  let repeats = 1;
  if (sound && spent < LEAST) {
    // The first run was the compiler's too.
    spent = repeats = 0;
    while (spent < LEAST && repeats < REPEATS) {
      simulation.apply({ type: 'reset' });
      yield* run();
      repeats++;
    }
  }
  return { positions, steps, seconds: spent / repeats, evaluations };
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
