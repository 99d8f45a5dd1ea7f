/** Maps the stiffnesses and steps at which a scene is stable under a method, by one run for each point. */
import type { Floats, Precision } from '../../model/arena';
import { diagonal } from '../../model/state';
import { methodOf } from '../../registry';
import type { SceneFile } from '../../scenes/file/check-scene-file';
import { createSimulation, type Simulation, stepInSlices } from '../../simulation';
import type { Progress } from '../../slices';
import { noise } from '../eigen/lanczos';
import { createLiveLimit } from '../stability/live-limit';
import type { StabilityLimit } from '../stability/longest-step';
import { MIN_SIZE, type Outcome, type Square } from './refine-map';

export interface StabilityMapArgs {
  integrator: string;
  precision: Precision;
  /** N/m; of the first and the last column. */
  stiffness: [number, number];
  /** s; of the first and the last row. */
  dt: [number, number];
  /** Columns and rows. */
  size: number;
  /** Steps after which a run counts as stable. */
  steps: number;
}

/** Stability limit for small motion about the present state, over stiffness, N/m. */
export type LimitLine = ({ stiffness: number } & Pick<StabilityLimit, 'dt' | 'isBound'>)[];

/** m/s; added to the velocity of every particle: enough to excite every mode, too small to see. */
const DISTURBANCE = 1e-4;
/** In sizes of the scene: a particle this far away does not come back. */
const MAX_DISTANCE = 1000;
/** Steps between two checks of the distance. */
const CHECK_EVERY = 16;
/** Columns at which the limit is computed: between them it is nearly straight in logarithms. */
const LINE_POINTS = 9;
/** Iterations of the limit at each point: then it is right to a few percent, on the safe side. */
const LIMIT_ITERATIONS = 4;

/** @throws RangeError for bad arguments, or a scene without springs */
export function* limitLine(scene: SceneFile, args: StabilityMapArgs): Generator<null, LimitLine, void> {
  const simulation = open(scene, args);
  const limit = createLiveLimit(simulation.world);
  const method = methodOf(args.integrator);
  const line = [];
  for (let i = 0; i < LINE_POINTS; i++) {
    const stiffness = interpolate(args.stiffness, i / (LINE_POINTS - 1));
    simulation.apply({ type: 'set', key: 'stiffness', value: stiffness });
    let found: Pick<StabilityLimit, 'dt' | 'isBound'> = { dt: 0, isBound: true };
    for (let turn = 0; turn < LIMIT_ITERATIONS; turn++) {
      found = limit(simulation.state, method, turn === 0);
      yield null;
    }
    line.push({ stiffness, dt: found.dt, isBound: found.isBound });
  }
  return line;
}

/**
 * Each point of the map is a run of its own, from the present state with a small disturbance, without the grab. What it gives does not
 * depend on the others.
 * @param squares whose runs are made, in this order; each that is finished is a partial result
 * @throws RangeError for bad arguments, or a scene without springs
 */
export function* mapRuns(
  scene: SceneFile,
  args: StabilityMapArgs,
  squares: readonly Square[],
): Generator<Progress<Outcome> | null, Outcome[], void> {
  const { size } = args;
  const trial = createTrial(open(scene, args), args.steps);
  const outcomes: Outcome[] = [];
  for (const { column, row, side } of squares) {
    const at = (range: [number, number], cell: number) => interpolate(range, (cell + (side - 1) / 2) / (size - 1));
    const outcome = yield* trial(at(args.stiffness, column), at(args.dt, row));
    outcomes.push(outcome);
    yield { done: outcomes.length / squares.length, partial: outcome };
  }
  return outcomes;
}

function open(scene: SceneFile, args: StabilityMapArgs): Simulation {
  const { integrator, precision } = args;
  const simulation = createSimulation({ scene, integrator, precision });
  if (!simulation.model.stiffness.some((k) => k > 0))
    throw new RangeError('this scene has no springs whose stiffness could be varied');
  checkArgs(args);
  return simulation;
}

/** Makes `trial(stiffness, dt)`: one run from the state of the simulation when it was created. */
function createTrial(simulation: Simulation, steps: number) {
  const { positions, velocities } = simulation.state;
  const { time } = simulation;
  const home = positions.slice();
  const size = diagonal({ positions: home }, simulation.particleCount);
  const disturbed = disturb(home, velocities);

  function begin(stiffness: number, dt: number, stopOnBlowUp: 0 | 1): void {
    simulation.apply({ type: 'reset' });
    for (const [key, value] of Object.entries({ stiffness, dt, stopOnBlowUp })) {
      simulation.apply({ type: 'set', key, value });
    }
    simulation.apply({ type: 'place', positions: home, velocities: disturbed, time });
  }

  const isFar = () => simulation.state.positions.some((x, i) => !(Math.abs(x - home[i]) < MAX_DISTANCE * size));

  return function* trial(stiffness: number, dt: number): Generator<null, Outcome, void> {
    begin(stiffness, dt, 1);
    yield* stepInSlices(simulation, steps);
    if (!simulation.blowUp) return { kind: 'holds', step: null };
    const { step, cause } = simulation.blowUp;
    if (cause === 'non-finite') return { kind: 'explodes', step };
    // The energy is far too high, or springs change by their own length: run on, to see whether the motion stays bounded.
    begin(stiffness, dt, 0);
    for (let done = 0; done < steps && !simulation.blowUp; done += CHECK_EVERY) {
      yield* stepInSlices(simulation, CHECK_EVERY);
      if (isFar()) return { kind: 'explodes', step };
    }
    return { kind: simulation.blowUp ? 'explodes' : 'jitters', step };
  };
}

/** v with a little noise along each axis along which the scene extends or moves: a flat scene stays flat. */
function disturb(x: Floats, v: Floats): Float64Array {
  const moves = [0, 1, 2, 3].map((axis) => v.some((value, i) => i % 4 === axis && (value !== 0 || x[i] !== x[axis])));
  return noise(v.length).map((part, i) => v[i] + (moves[i % 4] ? DISTURBANCE * part : 0));
}

function checkArgs({ stiffness, dt, size, steps }: StabilityMapArgs): void {
  for (const [name, [low, high]] of [['stiffness', stiffness] as const, ['dt', dt] as const]) {
    if (!(low > 0 && high > low && Number.isFinite(high))) {
      throw new RangeError(`${name} must go from a positive number to a larger one, got ${low} to ${high}`);
    }
  }
  if (!Number.isInteger(Math.log2(size / MIN_SIZE)) || size < MIN_SIZE || size > 128) {
    throw new RangeError(`the size must be 8, 16, 32, 64 or 128, got ${size}`);
  }
  if (!Number.isInteger(steps) || steps < 1) {
    throw new RangeError(`the steps must be a whole number of at least 1, got ${steps}`);
  }
}

/** From low (0) to high (1), linear in the logarithm. */
function interpolate([low, high]: [number, number], part: number): number {
  return low * (high / low) ** part;
}
