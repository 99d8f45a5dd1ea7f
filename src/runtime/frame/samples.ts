/** Samples of a run at fixed steps, so that what the page records over time does not depend on its frame rate. */
import type { Energy } from '../../physics';

/** Scenes of at most this many particles are always sampled, all of them. */
export const SAMPLED_PARTICLES = 10;
/** Samples that are kept until they are recorded, at most. */
export const SAMPLE_CAPACITY = 4096;
/** Their frames: two seconds of them, in which each part of the page that records has been drawn several times. */
const FRAMES = 120;

/** The run after one step. */
export interface Sample {
  step: number;
  /** s. */
  time: number;
  /** Indices of the sampled particles. */
  particles: readonly number[];
  /** 3 for each sampled particle; m and m/s. */
  positions: Float64Array;
  velocities: Float64Array;
  /** The whole run; null unless it was asked for. */
  run: { energy: Energy; strain: number; iterations: number } | null;
}

/** The newest samples of all frames, also of those that were never drawn. They are numbered without gaps. */
export interface SampleLog {
  /** Number of the next sample. */
  readonly end: number;
  /** The samples from that number on, as far as they are kept. */
  from(number: number): readonly Sample[];
}

export function createSampleLog() {
  const kept: Sample[] = [];
  let end = 0;
  /** Numbers of the first samples of the newest frames that have any. */
  const firsts: number[] = [];
  return {
    get end() {
      return end;
    },
    from: (number: number): readonly Sample[] =>
      number >= end ? [] : kept.slice(Math.max(0, kept.length - (end - number))),
    add(samples: readonly Sample[]) {
      if (samples.length === 0) return;
      if (firsts.push(end) > FRAMES) firsts.shift();
      end += samples.length;
      kept.push(...samples);
      kept.splice(0, kept.length - Math.min(end - firsts[0], SAMPLE_CAPACITY));
    },
    /** Drops those of a scene that was replaced; the next ones are numbered from there. */
    clear() {
      kept.length = firsts.length = 0;
    },
  };
}
