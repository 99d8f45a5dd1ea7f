/** Does a job to its end. */
export function finish<Result>(work: Generator<unknown, Result, void>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
