/** Shows a blow-up in slow motion, from its first visible growth until the scene has grown tenfold. The simulation rests meanwhile. */
import type { Simulation, Vec3 } from '../physics';
import { type Box, boxOf, type ShownBoxes, type SlowReplay, union } from './frame/frame';
import { boxOfMost, createPoseRecorder, interpolate, type Pose, type PoseRecorder, VISIBLE } from './record-poses';

/** What a user can do with the slow replay. */
export type ReplayControl =
  /** Plays; at the end from the start. Starts it again after it has ended. @param rate 1: the whole takes `duration` */
  | { type: 'play'; rate?: number }
  | { type: 'pause' }
  /** Shows the moment at this part of the whole, 0–1, and pauses. */
  | { type: 'seek'; position: number }
  /** Shows the simulation's state again. */
  | { type: 'end' }
  /** Plays that of a companion from the start. Play and pause are for all replays, the others for that of the main run. */
  | { type: 'repeat'; companion: number };

export type Replayer = ReturnType<typeof createSlowReplay>;

/** Wall seconds of the whole replay. */
const DURATION = 5;
/** Wall time for recording in a frame, ms, or this part of the time between two frames. */
const BUDGET = 100;
const BUDGET_PART = 0.5;
/** Wall time for recording in all, ms; after it the slow replay ends with the last pose. */
const MAX_RECORDING = 2000;

/** @param clock in ms */
export function createSlowReplay(clock: () => number) {
  let recording: PoseRecorder | null = null;
  let recordingTime = 0;
  let player: ReturnType<typeof createPlayer> | null = null;
  /** Wall time from the start of the slow replay, s. */
  let at = 0;
  let rate = 1;
  let playing = false;
  let shown: SlowReplay | null = null;

  /** @param elapsed wall seconds since the last frame */
  function record(elapsed: number): void {
    if (!recording) return;
    const start = clock();
    const budget = Math.max(BUDGET, 1000 * BUDGET_PART * elapsed);
    const complete = recording.record(() => clock() - start > budget);
    recordingTime += clock() - start;
    if (!complete && recordingTime < MAX_RECORDING) return;
    player = createPlayer(recording.poses);
    recording = null;
    draw();
  }

  function draw(): void {
    if (!player) return;
    const position = at / DURATION;
    shown = { ...player.draw(position), position, playing, rate };
  }

  function end(): void {
    recording = player = shown = null;
    playing = false;
  }

  return {
    /** null while there is none. */
    get shown() {
      return shown;
    },
    /** The drawn state, 4n, m and m/s; null: that of the simulation. */
    get state() {
      return player?.state ?? null;
    },
    /** Does nothing if the simulation has not blown up. @param plays false: it rests at the onset */
    start(simulation: Simulation, plays: boolean) {
      end();
      if (!simulation.blowUp) return;
      recording = createPoseRecorder(simulation);
      recordingTime = at = 0;
      rate = 1;
      playing = plays;
      // While recording, the simulation's state is shown.
      const { stepCount: step, time } = simulation;
      const { total: energy } = simulation.energy();
      shown = { step, time, energy, hOmega: 0, hDamping: 0, position: 0, playing: plays, rate, boxes: null };
      record(0);
    },
    /** @param elapsed wall seconds */
    advance(elapsed: number) {
      if (recording) return record(elapsed);
      if (!playing) return;
      at = Math.min(DURATION, at + rate * elapsed);
      playing = at < DURATION;
      draw();
    },
    control(control: Exclude<ReplayControl, { type: 'end' | 'repeat' }>) {
      if (control.type === 'seek') at = DURATION * Math.min(1, Math.max(0, control.position));
      else if (control.type === 'play') {
        rate = control.rate ?? rate;
        if (at >= DURATION) at = 0;
      }
      playing = control.type === 'play';
      draw();
    },
    end,
  };
}

// Plays a recorded blow-up: what is drawn and said at each moment of the slow replay.

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
