/**
 * How far a job is. A job is work that takes seconds and leaves the run alone: a generator over a scene as it stood, and
 * plain arguments. It yields every few milliseconds, null where there is no news, so that a page's thread can do other
 * things in between, and returns its result.
 */
export interface Progress<Partial> {
  /** 0 … 1. */
  done: number;
  /** What is known by now. */
  partial: Partial;
}
