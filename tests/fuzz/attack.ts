/** An attack with random input, and the search for a short case that fails. */
import fc from 'fast-check';

/** Which cases to run: `cases` of them from a seed on, or as many as the time allows. */
export interface Options {
  readonly seed: number;
  /** ms. */
  readonly time: number;
  readonly cases: number;
  /** Only this case of the seed, as a failure names it; absent: all. */
  readonly path?: string;
  /** Folder of a built site for attacks in a browser; absent: it is built anew. */
  readonly site?: string;
  /** Called before each case: the last one is the one that does not end. */
  onCase?(text: string): void;
}

/** A case that fails, as short as it could be made. */
export interface Failure {
  readonly seed: number;
  readonly path: string;
  /** The case itself. */
  readonly text: string;
  readonly error: string;
}

export interface Outcome {
  /** Number of cases, and what happened in them. */
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: readonly Failure[];
}

export interface Attack {
  readonly id: string;
  readonly about: string;
  run(options: Options): Promise<Outcome>;
}

/** Cases of one seed: the next ones have the next seed, so that a failure is found again after few cases. */
const BATCH = 200;
/** Failures of other kinds that are still looked for. */
const MAX_FAILURES = 8;

/** Counts what happens in the cases. */
export type Count = (what: string, by?: number) => void;

/** An attack by independent cases. @param check throws if the case fails */
export function attackByCases<T>(
  id: string,
  about: string,
  arbitrary: fc.Arbitrary<T>,
  check: (value: T, count: Count) => void | Promise<void>,
): Attack {
  return {
    id,
    about,
    async run({ seed: first, time, cases, path, onCase }) {
      const counts: Record<string, number> = { cases: 0 };
      const failures: Failure[] = [];
      const count: Count = (what, by = 1) => {
        counts[what] = (counts[what] ?? 0) + by;
      };
      const property = fc.asyncProperty(arbitrary, async (value) => {
        onCase?.(fc.stringify(value));
        await check(value, count);
      });
      const end = performance.now() + time;
      for (let seed = first; counts.cases < cases && performance.now() < end; seed++) {
        const numRuns = Math.min(BATCH, cases - counts.cases);
        const result = await fc.check(property, {
          seed,
          numRuns,
          ...(Number.isFinite(time) && { interruptAfterTimeLimit: end - performance.now() }),
          ...(path !== undefined && { path }),
        });
        counts.cases += result.numRuns;
        // Out of time.
        if (result.numRuns === 0) break;
        if (result.failed && result.counterexample !== null) {
          const error = (result.errorInstance as Error)?.stack ?? String(result.errorInstance);
          const text = fc.stringify(result.counterexample?.[0]);
          const isNew = failures.every((one) => kindOf(one.error) !== kindOf(error));
          if (isNew) failures.push({ seed, path: result.counterexamplePath ?? '', text, error });
          if (failures.length === MAX_FAILURES) break;
        }
        if (path !== undefined) break;
      }
      return { counts, failures };
    },
  };
}

/** The first line of an error without its numbers. */
const kindOf = (error: string) =>
  error
    .split('\n')[0]
    .replace(/[-+\d.e"]+/g, '#')
    .slice(0, 80);
