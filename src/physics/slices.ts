/** Work in slices: generators that yield where other work can run in between. */

/** The result, without a pause between the slices. */
export function atOnce<T>(work: Generator<unknown, T, void>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The same work as the part from `begin` to `end` of all, 0 … 1. Yields what is done: of slices whose number is not known, ever less. */
export function* scaleProgress<T>(
  begin: number,
  end: number,
  work: Generator<void, T, void>,
): Generator<number, T, void> {
  for (let done = begin; ; done += 0.2 * (end - done)) {
    const slice = work.next();
    if (slice.done) return slice.value;
    yield done;
  }
}
