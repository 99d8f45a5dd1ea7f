import { createSimulation, type Floats, type Precision, type SceneFile, type Simulation } from '../../physics';
import { noise } from '../../physics/analysis/eigen/lanczos';
import { createLiveLimit } from '../../physics/analysis/stability/live-limit';
import { diagonal } from '../../physics/model/state';
import { methodOf } from '../../physics/registry';
import { COARSEST, type Fate, type Patch, refine } from './map-refinement';
import type { Progress } from './progress';
import { stepInSlices } from './step-in-slices';

export interface StabilityMapArgs {
  integrator: string;
  precision: Precision;
  /** N/m; of the first and the last column. */
  stiffness: [number, number];
  /** s; of the first and the last row. */
  dt: [number, number];
  /** Columns and rows. */
  size: number;
  /** That a run must survive to hold. */
  steps: number;
}

/** What is new since the last. */
export interface MapPart {
  /** The method's limit for small motion about the present state, s, over stiffness, N/m; told once. */
  line: { stiffness: number; dt: number }[] | null;
  patch: Patch | null;
}

/** A velocity that is added to every particle's own, m/s: enough to wake every mode, too little to be seen. */
const DISTURBANCE = 1e-4;
/** What is so many sizes of the scene away does not come back. */
const FAR = 1000;
/** Steps between two looks at that. */
const LOOK = 16;
/** Columns whose limit is estimated: in logarithms it is as good as straight in between. */
const LINE = 9;
/** Looks at each, all but the first going on from the last: it is then right to a few percent, on the safe side. */
const LOOKS = 4;

/**
 * What becomes of the scene under a method with other stiffnesses and steps: each point of the map is a run of its own, from
 * the present state and a small disturbance, the hand let go.
 */
export function* stabilityMap(
  scene: SceneFile,
  args: StabilityMapArgs,
): Generator<Progress<MapPart> | null, { runs: number }, void> {
  const { integrator, precision, size, steps } = args;
  const method = methodOf(integrator);
  const simulation = createSimulation({ scene, integrator, precision });
  if (!simulation.model.stiffness.some((k) => k > 0))
    throw new RangeError('this scene has no springs whose stiffness could be varied');
  check(args);
  const limit = createLiveLimit(simulation.world);
  const line = [];
  for (let i = 0; i < LINE; i++) {
    const stiffness = between(args.stiffness, i / (LINE - 1));
    simulation.apply({ type: 'set', key: 'stiffness', value: stiffness });
    let dt = 0;
    for (let turn = 0; turn < LOOKS; turn++) {
      dt = limit(simulation.state, method, turn === 0).dt;
      yield null;
    }
    line.push({ stiffness, dt });
  }
  yield { done: 0, partial: { line, patch: null } };

  const trial = createTrial(simulation, steps);
  let runs = 0;
  const news = refine(size, (column, row) => {
    runs++;
    return trial(between(args.stiffness, column / (size - 1)), between(args.dt, row / (size - 1)));
  });
  for (const one of news) yield one && { done: one.done, partial: { line: null, patch: one.patch } };
  return { runs };
}

/** One run with this stiffness and this dt, from where the simulation stands now. */
function createTrial(simulation: Simulation, steps: number) {
  const { positions, velocities } = simulation.state;
  const { time } = simulation;
  const home = positions.slice();
  const size = diagonal({ positions: home }, simulation.particleCount);
  const wakened = disturb(home, velocities);

  function enter(stiffness: number, dt: number, stopOnBlowUp: 0 | 1): void {
    simulation.apply({ type: 'reset' });
    for (const [key, value] of Object.entries({ stiffness, dt, stopOnBlowUp })) {
      simulation.apply({ type: 'set', key, value });
    }
    simulation.apply({ type: 'place', positions: home, velocities: wakened, time });
  }

  const isFar = () => simulation.state.positions.some((x, i) => !(Math.abs(x - home[i]) < FAR * size));

  return function* trial(stiffness: number, dt: number): Generator<null, Fate, void> {
    enter(stiffness, dt, 1);
    yield* stepInSlices(simulation, steps);
    if (!simulation.blowUp) return { kind: 'holds', step: null };
    const { step, cause } = simulation.blowUp;
    if (cause === 'non-finite') return { kind: 'explodes', step };
    // It has far too much energy, or springs leap by their own length: let it go on, and see whether there is an end to it.
    enter(stiffness, dt, 0);
    for (let done = 0; done < steps && !simulation.blowUp; done += LOOK) {
      yield* stepInSlices(simulation, LOOK);
      if (isFar()) return { kind: 'explodes', step };
    }
    return { kind: simulation.blowUp ? 'explodes' : 'jitters', step };
  };
}

/** v, and a little noise along the axes along which the scene extends or moves: what is flat stays so, as it does by itself. */
function disturb(x: Floats, v: Floats): Float64Array {
  const moves = [0, 1, 2, 3].map((axis) => v.some((value, i) => i % 4 === axis && (value !== 0 || x[i] !== x[axis])));
  return noise(v.length).map((part, i) => v[i] + (moves[i % 4] ? DISTURBANCE * part : 0));
}

function check({ stiffness, dt, size, steps }: StabilityMapArgs): void {
  for (const [name, [low, high]] of [['stiffness', stiffness] as const, ['dt', dt] as const]) {
    if (!(low > 0 && high > low && Number.isFinite(high))) {
      throw new RangeError(`${name} must go from a positive number to a larger one, got ${low} to ${high}`);
    }
  }
  if (!Number.isInteger(Math.log2(size / COARSEST)) || size < COARSEST || size > 128) {
    throw new RangeError(`the size must be 8, 16, 32, 64 or 128, got ${size}`);
  }
  if (!Number.isInteger(steps) || steps < 1) {
    throw new RangeError(`the steps must be a whole number of at least 1, got ${steps}`);
  }
}

/** From the first (0) to the second (1), by factors. */
function between([low, high]: [number, number], part: number): number {
  return low * (high / low) ** part;
}
