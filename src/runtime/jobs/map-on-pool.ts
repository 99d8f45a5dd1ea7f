/** Computes the k–dt map on several workers, round by round: the runs of a round do not depend on each other. */
import type { SceneFile } from '../../physics';
import { doneOfMap, type Outcome, refineMap, type Square } from '../../physics/analysis/studies/refine-map';
import type { LimitLine, StabilityMapArgs } from '../../physics/analysis/studies/stability-map';
import { runJob } from './run-job';
import { onPool } from './run-pool';

interface MapOptions {
  /** Number of workers. */
  workers: number;
  signal: AbortSignal;
  onLine(line: LimitLine): void;
  /** @param done 0 … 1, of the whole map */
  onOutcome(square: Square, outcome: Outcome, done: number): void;
}

/** @returns the number of runs. Rejects with a RangeError for bad arguments or a scene without springs, and with the signal's reason */
export async function mapOnPool(
  scene: SceneFile,
  args: StabilityMapArgs,
  { workers, signal, onLine, onOutcome }: MapOptions,
): Promise<number> {
  const makeLine = async (own: AbortSignal) => onLine(await runJob('limitLine', [scene, args], { signal: own }));

  /** The work of each of n workers in a round: every n-th square, as runs of neighbouring squares take about the same time. */
  function shares(squares: readonly Square[], outcomes: Outcome[]) {
    let finished = 0;
    return Array.from({ length: Math.min(workers, squares.length) }, (_, first) => async (own: AbortSignal) => {
      const indices = [...squares.keys()].filter((i) => i % workers === first);
      let next = 0;
      const onProgress = ({ partial }: { partial: Outcome }) => {
        const i = indices[next++];
        outcomes[i] = partial;
        finished++;
        onOutcome(squares[i], partial, doneOfMap(args.size, squares[i], finished / squares.length));
      };
      await runJob('mapRuns', [scene, args, indices.map((i) => squares[i])], { signal: own, onProgress });
    });
  }

  let runs = 0;
  const rounds = refineMap(args.size);
  for (let round = rounds.next([]); !round.done; ) {
    const outcomes: Outcome[] = [];
    const works = [...(runs === 0 ? [makeLine] : []), ...shares(round.value, outcomes)];
    await onPool(works, workers, (work, own) => work(own), signal);
    runs += round.value.length;
    round = rounds.next(outcomes);
  }
  return runs;
}
