/** Plays a recorded blow-up: what is drawn and said at each moment of the slow replay. */

import type { Simulation, Vec3 } from '../physics';
import { boxOf, union } from './frame/box';
import type { Box, ShownBoxes, SlowReplay } from './frame/frame';
import { boxOfMost, createPoseRecorder, interpolate, type Pose, type PoseRecorder, VISIBLE } from './record-poses';

export type Player = ReturnType<typeof createPlayer>;

export interface PoseRecording extends Pick<PoseRecorder, 'record'> {
  /** Plays what has been recorded so far. */
  play(): Player;
}

/** Fraction of the slow replay in which the onset rests: a hand that still moves a slider sees the growth begin at once. */
const ONSET = 0.01;
/** Time from one pose to the next: this, plus the logarithm of the ratio of their amplitudes. */
const BASE_TIME = 0.35;
/** The amplitude up to which one sees little, over the size of the scene, and the part of the slow replay in which it grows so far. */
const SMALL = 0.3;
const SMALL_PART = 0.03;
/** Boxes from one pose to the next. */
const BOXES = 12;
/** Largest ratio of amplitudes in the motion between two poses. */
const MAX_RATIO = 1e4;

/** When something is shown: the part of the slow replay before it. */
interface Timed {
  readonly at: number;
}

type Key = Pose & Timed;

/** @param simulation a simulation at a blow-up; it stays as it is */
export function recordPoses(simulation: Simulation): PoseRecording {
  const recorder = createPoseRecorder(simulation);
  return { record: recorder.record, play: () => createPlayer(recorder.poses) };
}

function createPlayer(poses: readonly Pose[]) {
  const keys = timed(poses);
  const boxes = boxesOf(keys);
  const { length } = keys[0].positions;
  const state = { positions: new Float32Array(length), velocities: new Float32Array(length) };
  return {
    /** What is drawn; 4n each; m and m/s. */
    state,
    /** Draws the moment at this part of the slow replay, 0–1. */
    draw(position: number): Omit<SlowReplay, 'position' | 'playing' | 'rate'> {
      const { a, b, passed } = around(keys, position);
      const fraction = partAt(passed, ratioOf(a, b));
      interpolate(a.positions, b.positions, fraction, state.positions);
      for (let i = 0; i < state.velocities.length; i++)
        state.velocities[i] = b === a ? 0 : (b.positions[i] - a.positions[i]) / (b.time - a.time);
      return {
        step: Math.floor(mix(a.step, b.step, fraction)),
        time: mix(a.time, b.time, fraction),
        energy: mix(a.energy, b.energy, fraction * fraction),
        hOmega: mix(a.growing.hOmega, b.growing.hOmega, passed),
        hDamping: mix(a.growing.hDamping, b.growing.hDamping, passed),
        boxes: boxesAt(boxes, position),
      };
    },
  };
}

/** Sets when each pose is shown: growth by a constant factor takes a constant time, once it can be seen. */
function timed(poses: readonly Pose[]): Key[] {
  const durations = poses.map((pose, i) => (i === 0 ? 0 : BASE_TIME + Math.log(ratioOf(poses[i - 1], pose))));
  const isSmall = poses.map((pose, i) => i > 0 && poses[i - 1].amplitude < SMALL && pose.amplitude < 1);
  const sumOf = (small: boolean) => durations.reduce((sum, one, i) => (isSmall[i] === small ? sum + one : sum), 0);
  const [small, large] = [sumOf(true), sumOf(false)];
  const fraction = small === 0 ? 0 : large === 0 ? 1 : SMALL_PART;
  let at = ONSET;
  return poses.map((pose, i) => {
    const share = isSmall[i] ? fraction / small : (1 - fraction) / (large || 1);
    at += (1 - ONSET) * share * durations[i];
    return { ...pose, at };
  });
}

/** The two entries around a position, and how far it is from one to the other, 0–1. */
function around<T extends Timed>(entries: readonly T[], at: number): { a: T; b: T; passed: number } {
  const next = entries.findIndex((entry, i) => i > 0 && entry.at >= at);
  const b = entries.at(next) as T;
  const a = next > 0 ? entries[next - 1] : b;
  return { a, b, passed: b.at > a.at ? Math.max(0, (at - a.at) / (b.at - a.at)) : 1 };
}

/** The boxes at some times from pose to pose: between two poses the scene can first shrink. */
function boxesOf(keys: readonly Key[]): (ShownBoxes & Timed)[] {
  const first = boxOf(keys[0].positions);
  const boxes = [{ first, all: first, most: first, at: keys[0].at }];
  const between = keys[0].positions.slice();
  for (let i = 1; i < keys.length; i++) {
    const [a, b] = [keys[i - 1], keys[i]];
    for (let k = 1; k <= BOXES; k++) {
      const passed = k / BOXES;
      interpolate(a.positions, b.positions, partAt(passed, ratioOf(a, b)), between);
      const { all, most } = boxes[boxes.length - 1];
      const at = mix(a.at, b.at, passed);
      boxes.push({ first, all: union(all, boxOf(between)), most: union(most, boxOfMost(between)), at });
    }
  }
  return boxes;
}

function boxesAt(boxes: readonly (ShownBoxes & Timed)[], at: number): ShownBoxes {
  const { a, b, passed } = around(boxes, at);
  const corner = (from: Vec3, to: Vec3) => from.map((x, c) => mix(x, to[c], passed)) as Vec3;
  const box = (from: Box, to: Box) => ({ min: corner(from.min, to.min), max: corner(from.max, to.max) });
  return { first: a.first, all: box(a.all, b.all), most: box(a.most, b.most) };
}

function mix(from: number, to: number, fraction: number): number {
  return from + fraction * (to - from);
}

/** The ratio of the amplitudes of two consecutive poses, at least 1. */
function ratioOf(a: Pose, b: Pose): number {
  const ratio = Math.max(VISIBLE, b.amplitude) / Math.max(VISIBLE, a.amplitude);
  return Math.min(MAX_RATIO, Math.max(1, ratio));
}

/** How far the particles have moved to the next pose, 0–1, when this part of the time has passed: their amplitude grows exponentially. */
function partAt(passed: number, ratio: number): number {
  return ratio > 1.001 ? (ratio ** passed - 1) / (ratio - 1) : passed;
}
