/** Continues a blow-up on a run of its own until the scene has grown at least tenfold, and keeps some poses of it. */

import type { Floats, Model, Simulation } from '../physics';
import { createOnsetTracker } from '../physics/blow-up/diagnosis/instability-onset';
import { dot } from '../physics/kernels/javascript/solver-loops';
import { areFinite } from '../physics/model/state';
import { largest } from '../physics/statics/equilibrium/net-force';
import { type Box, boxOf, diagonalOf } from './frame/frame';
import { positionsFor } from './frame/snapshot';

/** The scene at one step of a blow-up; the last pose can lie between two steps. */
export interface Pose {
  /** 4n; m. */
  readonly positions: Float32Array;
  /** Steps since the scene began. */
  readonly step: number;
  /** s. */
  readonly time: number;
  /** J; kinetic + elastic + gravity. */
  readonly energy: number;
  /** hω and hc of the motion that grows, of ω in rad/s from M⁻¹K and c in 1/s from M⁻¹D. */
  growing: { readonly hOmega: number; readonly hDamping: number };
  /** Amplitude of the motion that changes sign from step to step, over the size of the scene. */
  readonly amplitude: number;
}

export type PoseRecorder = ReturnType<typeof createPoseRecorder>;

/**
 * The recording ends when the box around the scene has grown by the first factor and the box around most particles by the second
 * one, or the former by the third: the particles may grow one by one.
 */
const GROWN = 10;
const MAX_GROWN = 3;
const MAX_GROWTH = 16;
/** Smallest ratio of the amplitudes of consecutive poses. */
const APART = 1.5;
/** Up to this ratio, a pose must be in phase with the one before it: poses then show the growth without the oscillation. */
const APART_OUT_OF_PHASE = 3;
/** Number of steps before the quiet state at which the recording starts. */
const STEPS_BEFORE = 16;
/** Number of steps without a new pose, after the detection, that end the recording: the motion no longer grows. */
const MAX_STEPS_WITHOUT_POSE = 2048;
const MAX_STEPS = 20_000;

/** @param simulation a simulation at a blow-up; it stays as it is */
export function createPoseRecorder(simulation: Simulation) {
  const foundAt = simulation.blowUp?.step ?? simulation.stepCount;
  const quiet = simulation.replay()?.from ?? simulation.stepCount;
  const run = simulation.rerun(Math.max(simulation.timeline.first.step, quiet - STEPS_BEFORE));
  const { model } = simulation;
  let before = momentOf(run, model);
  const { size, isGrown } = createGrowth(before.positions);
  let now = before;
  let nowAmplitude = 0;
  let poses: Pose[] = [];
  /** The change of direction at the last pose, 4n; m. */
  let lastChange: Float64Array = new Float64Array(0);
  let steps = 0;
  let stepsSincePose = 0;
  let complete = false;

  function keep({ positions, step, time, energy }: Moment, change: Float64Array, amplitude: number): void {
    const last = poses.at(-1);
    let growing = last?.growing ?? UNKNOWN;
    if (last) {
      growing = growingMotion(run, before, now) ?? growing;
      // Not computed before: most of the first poses are replaced at once.
      if (last.growing === UNKNOWN) last.growing = growing;
    }
    poses.push({ positions: Float32Array.from(positions), step, time, energy, growing, amplitude });
    lastChange = change;
    stepsSincePose = 0;
  }

  /** Runs one step, and keeps its state if it is a new pose. */
  function step(): void {
    run.step();
    steps++;
    stepsSincePose++;
    const next = momentOf(run, model);
    const change = changeOf(before.positions, now.positions, next.positions);
    const amplitude = largest(change) / size;
    const finite = areFinite(run.state.positions);
    const last = poses.at(-1);
    if (!finite || isGrown(next.positions)) {
      if (last?.step !== now.step) keep(now, lastChange, nowAmplitude);
      if (finite) keep(largestPart(now, next), change, GROWN);
      complete = true;
    } else if (!last || amplitude < VISIBLE) {
      poses = [];
      keep(next, change, amplitude);
    } else if (amplitude > APART * last.amplitude) {
      const isInPhase = dot(lastChange, change) > 0;
      if (isInPhase || amplitude > APART_OUT_OF_PHASE * last.amplitude) keep(next, change, amplitude);
    }
    before = now;
    now = next;
    nowAmplitude = amplitude;
    complete ||= steps >= MAX_STEPS || (now.step > foundAt && stepsSincePose > MAX_STEPS_WITHOUT_POSE);
  }

  /** The state between two steps at which the scene has its largest size. */
  function largestPart(from: Moment, to: Moment): Moment {
    const positions = new Float64Array(from.positions.length);
    const isGrownAt = (fraction: number) => isGrown(interpolate(from.positions, to.positions, fraction, positions));
    // By the logarithm: a step can multiply the size by 1e30.
    let [low, high] = [-100, 0];
    for (let i = 0; i < 36; i++) {
      const middle = (low + high) / 2;
      if (isGrownAt(Math.exp(middle))) high = middle;
      else low = middle;
    }
    const fraction = Math.exp(high);
    isGrownAt(fraction);
    return {
      positions,
      step: from.step + fraction,
      time: from.time + fraction * (to.time - from.time),
      // Energy grows with the square of the displacement.
      energy: from.energy + fraction * fraction * (to.energy - from.energy),
    };
  }

  return {
    /** Oldest first. */
    get poses() {
      return poses;
    },
    /** Runs steps until the recording is complete or `pause` returns true. True if it is complete. */
    record(pause: () => boolean) {
      while (!complete) {
        step();
        if (pause()) break;
      }
      return complete;
    },
  };
}

/** @param start 4n; m */
function createGrowth(start: Floats) {
  const size = diagonalOf(boxOf(start)) || 1;
  const sizeOfMost = diagonalOf(boxOfMost(start)) || 1;
  return {
    /** m. */
    size,
    isGrown(positions: Floats): boolean {
      const growth = diagonalOf(boxOf(positions)) / size;
      if (growth < GROWN) return false;
      return growth >= MAX_GROWTH || diagonalOf(boxOfMost(positions)) >= MAX_GROWN * sizeOfMost;
    },
  };
}

/** A state of the run. */
interface Moment {
  /** 4n; m. */
  readonly positions: Float64Array;
  readonly step: number;
  /** s. */
  readonly time: number;
  /** J. */
  readonly energy: number;
}

/** For the particles of a model: the run may have torn the cloth elsewhere. */
function momentOf(run: Simulation, model: Model): Moment {
  const { state, stepCount, time } = run;
  const positions = positionsFor(model, state.positions, run.model.origins);
  return { positions: Float64Array.from(positions), step: stepCount, time, energy: run.energy().total };
}

const UNKNOWN: Pose['growing'] = { hOmega: 0, hDamping: 0 };

/** Of the motion that changes sign from step to step; null if it cannot be computed. */
function growingMotion({ world, state, params }: Simulation, before: Moment, now: Moment): Pose['growing'] | null {
  const tracker = createOnsetTracker(world);
  for (const { positions } of [before, now]) tracker.add({ ...state, positions });
  tracker.add(state);
  const { omega, damping } = tracker.rates();
  const growing = { hOmega: params.dt * omega, hDamping: params.dt * damping };
  return Number.isFinite(growing.hOmega + growing.hDamping) ? growing : null;
}

// The geometry of poses: how much they change, in which phase, and the box around most of them.

/** Amplitude of a motion below which nothing can be seen, over the size of the scene. */
export const VISIBLE = 0.002;

/** 4n; m: (x₊ − 2x + x₋)/4, the amplitude of motion that changes sign in each step. */
function changeOf(before: Floats, now: Floats, after: Floats): Float64Array {
  const change = new Float64Array(now.length);
  for (let i = 0; i < change.length; i++) {
    const difference = (after[i] - 2 * now[i] + before[i]) / 4;
    change[i] = i % 4 < 3 ? difference : 0;
  }
  return change;
}

/** x = a + part (b − a). */
export function interpolate<X extends Floats>(a: Floats, b: Floats, part: number, x: X): X {
  for (let i = 0; i < x.length; i++) x[i] = a[i] + part * (b[i] - a[i]);
  return x;
}

/** Standard deviations of the positions to each side of their mean. */
const DEVIATIONS = 2;

/** The box around most positions, m: a few that are far away do not enlarge it much. @param positions 4n */
export function boxOfMost(positions: Floats): Box {
  const { min, max } = boxOf(positions);
  for (let c = 0; c < 3; c++) {
    const mean = meanOf(positions, c, (x) => x);
    const reach = DEVIATIONS * Math.sqrt(meanOf(positions, c, (x) => (x - mean) * (x - mean)));
    min[c] = Math.max(min[c], mean - reach);
    max[c] = Math.min(max[c], mean + reach);
  }
  return { min, max };
}

function meanOf(positions: Floats, axis: number, value: (x: number) => number): number {
  let sum = 0;
  for (let i = axis; i < positions.length; i += 4) sum += value(positions[i]);
  return (4 * sum) / positions.length;
}
