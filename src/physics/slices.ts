/** Work in slices: generators that yield where other work can run in between. */

/** Progress report of a long computation, which may also yield null. */
export interface Progress<Partial> {
  /** 0 … 1. */
  done: number;
  /** The result so far. */
  partial: Partial;
}

/** The result, without a pause between the slices. */
export function runToEnd<T>(work: Generator<unknown, T, void>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The same work, which yields something else of what each slice yields. */
export function* mapSlices<From, To, T>(
  work: Generator<From, T, void>,
  map: (slice: From) => To,
): Generator<To, T, void> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    yield map(value);
  }
}

/** The same work as the part from `begin` to `end` of all, 0 … 1. Yields what is done: of slices whose number is not known, ever less. */
export function scaleProgress<T>(
  begin: number,
  end: number,
  work: Generator<void, T, void>,
): Generator<number, T, void> {
  let next = begin;
  return mapSlices(work, () => {
    const done = next;
    next += 0.2 * (end - next);
    return done;
  });
}
