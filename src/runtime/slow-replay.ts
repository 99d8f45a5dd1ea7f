/** Shows a blow-up in slow motion, from its first visible growth until the scene has grown tenfold. The simulation rests meanwhile. */
import type { Simulation } from '../physics';
import type { SlowReplay } from './frame/frame';
import { type Player, type PoseRecording, recordPoses } from './play-poses';

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
  let recording: PoseRecording | null = null;
  let recordingTime = 0;
  let player: Player | null = null;
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
    player = recording.play();
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
      recording = recordPoses(simulation);
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
