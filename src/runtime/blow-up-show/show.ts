/** Shows a blow-up in slow motion, from its first visible growth until the scene has grown tenfold. The simulation rests meanwhile. */
import type { Floats, Simulation, Vec3 } from '../../physics';
import type { BlowUpShow, Box, ShownBoxes } from '../frame/frame';
import { boxOf, boxOfMost, interpolate, union, VISIBLE } from './pose-geometry';
import type { createPoseRecorder, Pose, PoseRecorder } from './record-poses';

/** What a user can do with the show. */
export type ShowControl =
  /** Plays; at the end from the start. Starts it again after it has ended. @param rate 1: the whole takes `duration` */
  | { type: 'play'; rate?: number }
  | { type: 'pause' }
  /** Shows the moment at this part of the whole, 0–1, and pauses. */
  | { type: 'seek'; position: number }
  /** Shows the simulation's state again. */
  | { type: 'end' };

export interface Show {
  /** null while there is none. */
  readonly shown: BlowUpShow | null;
  /** The drawn state, 4n, m and m/s; null: that of the simulation. */
  readonly state: { readonly positions: Floats; readonly velocities: Floats } | null;
  /** Does nothing if the simulation has not blown up. @param plays false: it rests at the onset */
  start(simulation: Simulation, plays: boolean): void;
  /** @param elapsed wall seconds */
  advance(elapsed: number): void;
  control(control: Exclude<ShowControl, { type: 'end' }>): void;
  end(): void;
}

/** Wall seconds of the whole show, and of its beginning, in which the onset rests. */
const DURATION = 5;
const ONSET = 0.8;
/** Wall time for recording in a frame, and in all, ms; after it the show ends with the last pose. */
const BUDGET = 30;
const MAX_RECORDING = 2000;
/** Time from one pose to the next: this, plus the logarithm of the ratio of their amplitudes. */
const BASE_TIME = 0.35;
/** Boxes from one pose to the next. */
const BOXES = 12;
/** Largest ratio of amplitudes in the motion between two poses. */
const MAX_RATIO = 1e4;

/** When something is shown: wall time from the start of the show, s. */
interface Timed {
  readonly at: number;
}

type Key = Pose & Timed;

/** null until it is loaded: by the first blow-up, as most runs need none. */
let createRecorder: typeof createPoseRecorder | null = null;

/** Loads what records a blow-up. */
export async function loadRecorder(): Promise<void> {
  createRecorder = (await import('./record-poses')).createPoseRecorder;
}

/** @param clock in ms */
export function createShow(clock: () => number): Show {
  /** The simulation to record, while the recorder is loaded. */
  let waiting: Simulation | null = null;
  let recorder: PoseRecorder | null = null;
  let recordingTime = 0;
  /** Empty while recording. */
  let keys: readonly Key[] = [];
  let boxes: readonly (ShownBoxes & Timed)[] = [];
  /** Wall time from the start of the show, s. */
  let at = 0;
  let rate = 1;
  let playing = false;
  let shown: BlowUpShow | null = null;
  let state: Show['state'] = null;

  function record(): void {
    if (waiting && createRecorder) {
      recorder = createRecorder(waiting);
      waiting = null;
    }
    if (!recorder) return;
    const start = clock();
    const complete = recorder.record(() => clock() - start > BUDGET);
    recordingTime += clock() - start;
    if (!complete && recordingTime < MAX_RECORDING) return;
    keys = timed(recorder.poses);
    boxes = boxesOf(keys);
    recorder = null;
    const { length } = keys[0].positions;
    state = { positions: new Float32Array(length), velocities: new Float32Array(length) };
    show();
  }

  function show(): void {
    if (!state) return;
    const { a, b, passed } = around(keys, at);
    const part = partAt(passed, ratioOf(a, b));
    interpolate(a.positions, b.positions, part, state.positions);
    for (let i = 0; i < state.velocities.length; i++)
      state.velocities[i] = b === a ? 0 : (b.positions[i] - a.positions[i]) / (b.time - a.time);
    shown = {
      step: Math.floor(mix(a.step, b.step, part)),
      time: mix(a.time, b.time, part),
      energy: mix(a.energy, b.energy, part * part),
      hOmega: mix(a.growing.hOmega, b.growing.hOmega, passed),
      hDamping: mix(a.growing.hDamping, b.growing.hDamping, passed),
      position: at / DURATION,
      playing,
      rate,
      boxes: boxesAt(boxes, at),
    };
  }

  function end(): void {
    waiting = recorder = shown = state = null;
    keys = boxes = [];
    playing = false;
  }

  return {
    get shown() {
      return shown;
    },
    get state() {
      return state;
    },
    start(simulation, plays) {
      end();
      if (!simulation.blowUp) return;
      waiting = simulation;
      if (!createRecorder) loadRecorder().catch(end);
      recordingTime = at = 0;
      rate = 1;
      playing = plays;
      // While recording, the simulation's state is shown.
      const { stepCount: step, time } = simulation;
      const { total: energy } = simulation.energy();
      shown = {
        step,
        time,
        energy,
        hOmega: 0,
        hDamping: 0,
        position: 0,
        playing: plays,
        rate,
        boxes: null,
      };
      record();
    },
    advance(elapsed) {
      if (waiting || recorder) return record();
      if (!playing) return;
      at = Math.min(DURATION, at + rate * elapsed);
      playing = at < DURATION;
      show();
    },
    control(control) {
      if (control.type === 'seek') at = DURATION * Math.min(1, Math.max(0, control.position));
      else if (control.type === 'play') {
        rate = control.rate ?? rate;
        if (at >= DURATION) at = 0;
      }
      playing = control.type === 'play';
      show();
    },
    end,
  };
}

/** Sets when each pose is shown: growth by a constant factor takes a constant time. */
function timed(poses: readonly Pose[]): Key[] {
  const durations = poses.map((pose, i) => (i === 0 ? 0 : BASE_TIME + Math.log(ratioOf(poses[i - 1], pose))));
  const sum = durations.reduce((total, duration) => total + duration, 0) || 1;
  let passed = 0;
  return poses.map((pose, i) => {
    passed += durations[i];
    return { ...pose, at: ONSET + ((DURATION - ONSET) * passed) / sum };
  });
}

/** The two entries around a time, and the part of the time between them that has passed, 0–1. */
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

function mix(from: number, to: number, part: number): number {
  return from + part * (to - from);
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
