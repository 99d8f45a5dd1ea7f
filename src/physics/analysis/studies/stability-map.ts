/** Maps the stiffnesses and steps at which a scene is stable under a method, by one run for each point. */
import type { Floats, Precision } from '../../model/arena';
import { diagonal } from '../../model/state';
import { methodOf } from '../../registry';
import type { SceneFile } from '../../scenes/file/scene-file';
import { createSimulation, type Simulation } from '../../simulation';
import { noise } from '../eigen/lanczos';
import { type Progress, stepInSlices } from '../sliced-work';
import { createLiveLimit } from '../stability/live-limit';

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

/** The new results since the last report. */
export interface MapPart {
  /** Stability limit for small motion about the present state, s, over stiffness, N/m; reported once. */
  line: { stiffness: number; dt: number }[] | null;
  patch: Patch | null;
}

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

/**
 * Each point of the map is a run of its own, from the present state with a small disturbance, without the grab.
 * @throws RangeError for bad arguments, or a scene without springs
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
  checkArgs(args);
  const limit = createLiveLimit(simulation.world);
  const line = [];
  for (let i = 0; i < LINE_POINTS; i++) {
    const stiffness = interpolate(args.stiffness, i / (LINE_POINTS - 1));
    simulation.apply({ type: 'set', key: 'stiffness', value: stiffness });
    let dt = 0;
    for (let turn = 0; turn < LIMIT_ITERATIONS; turn++) {
      dt = limit(simulation.state, method, turn === 0).dt;
      yield null;
    }
    line.push({ stiffness, dt });
  }
  yield { done: 0, partial: { line, patch: null } };

  const trial = createTrial(simulation, steps);
  let runs = 0;
  const refinement = refine(size, (column, row) => {
    runs++;
    return trial(interpolate(args.stiffness, column / (size - 1)), interpolate(args.dt, row / (size - 1)));
  });
  for (const part of refinement) yield part && { done: part.done, partial: { line: null, patch: part.patch } };
  return { runs };
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

/** Fills a square map from coarse to fine, with runs only where the outcome changes. */

/** How a run ended. */
export interface Outcome {
  kind: 'holds' | 'jitters' | 'explodes';
  /** Step at which the blow-up was detected; null if there was none. */
  step: number | null;
}

/** A square of the map, in cells, with the outcome of the run at its centre. */
export interface Patch {
  column: number;
  row: number;
  side: number;
  outcome: Outcome;
}

/** Columns and rows of the coarsest round. */
const MIN_SIZE = 8;

/**
 * Divides a square while one of its neighbours has another outcome. So a small part of the runs finds the boundaries.
 * @param size columns and rows, MIN_SIZE times a power of two
 * @param run makes the run at a point, in cells from the centre of the first cell
 */
function* refine(
  size: number,
  run: (column: number, row: number) => Generator<null, Outcome, void>,
): Generator<{ done: number; patch: Patch } | null, void, void> {
  const rounds = Math.log2(size / MIN_SIZE);
  let coarse: Outcome[] = [];
  for (let round = 0; round <= rounds; round++) {
    const count = MIN_SIZE * 2 ** round;
    const side = size / count;
    const fine = Array.from({ length: count * count }, (_, i) => inherited(coarse, count / 2, i));
    const open = fine.flatMap((outcome, i) => (outcome ? [] : [i]));
    for (const [turn, i] of open.entries()) {
      const [column, row] = [(i % count) * side, Math.floor(i / count) * side];
      const outcome = yield* run(column + (side - 1) / 2, row + (side - 1) / 2);
      fine[i] = outcome;
      const done = (2 ** round * (1 + (turn + 1) / open.length) - 1) / (2 ** (rounds + 1) - 1);
      yield { done, patch: { column, row, side, outcome } };
    }
    coarse = fine as Outcome[];
  }
}

/** The outcome of the coarse square that contains cell i of the finer map, if all its neighbours have the same kind. */
function inherited(coarse: readonly Outcome[], count: number, i: number): Outcome | null {
  if (coarse.length === 0) return null;
  const [column, row] = [(i % (2 * count)) >> 1, Math.floor(i / (2 * count)) >> 1];
  const own = coarse[row * count + column];
  for (let r = Math.max(0, row - 1); r <= Math.min(count - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(count - 1, column + 1); c++) {
      if (coarse[r * count + c].kind !== own.kind) return null;
    }
  }
  return own;
}
