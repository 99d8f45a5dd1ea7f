import type { SceneFile } from '../../physics';

/** How far a job is. */
export interface Progress<Partial> {
  /** 0 … 1. */
  done: number;
  /** What is known by now. */
  partial: Partial;
}

/**
 * Work that takes seconds and leaves the run alone: on a scene as it stood, with plain data in and out. It yields every few
 * milliseconds, null where there is no news, so that a page's thread can do other things in between.
 */
export type Job<Args, Partial, Result> = (
  scene: SceneFile,
  args: Args,
) => Generator<Progress<Partial> | null, Result, void>;
