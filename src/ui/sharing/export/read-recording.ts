/** Reads a part of the recording from the engine, piece by piece: the run continues in between. */
import type { Progress } from '../../../physics/analysis/sliced-work';
import { OBSERVABLES } from '../../../physics/analysis/state/observables';
import type { Session } from '../../../runtime/host/session';
import type { RecordedPose } from '../../../runtime/recorded-poses';
import type { ArgsOf, Follow } from '../../../runtime/remote/connect';
import type { Lab } from '../../lab/lab';
import type { ExportWatch } from '../../lab/scripting';
import { listOf, number, type OptionChecks, oneOf, wholeNumber } from './option-checks';

/** Which part of it; the engine refuses times that are not recorded. */
export const RANGE_OPTIONS: OptionChecks = {
  from: number('s; absent: the start of the recording', 0),
  to: number('s; absent: its end', 0),
  interval: number('s between two moments; absent: 1/60', 0),
};

const ids = OBSERVABLES.map(({ id }) => id);

/** Which columns a table of it has. */
export const COLUMN_OPTIONS: OptionChecks = {
  observables: listOf('absent: the energies and the largest strain', oneOf('Observable', ids)),
  particles: listOf('Those whose own observables are written', wholeNumber('Particle', 0)),
};

/** All parts, and what the engine returns at the end. Rejects with the validation error, or the reason of the signal. */
async function readParts<Part, End>(
  read: (follow: Follow<Progress<Part | null>>) => Promise<End>,
  { signal, onProgress }: ExportWatch,
): Promise<{ parts: Part[]; end: End }> {
  const parts: Part[] = [];
  const end = await read({
    signal,
    onProgress({ done, partial }) {
      if (partial !== null) parts.push(partial);
      onProgress?.(done);
    },
  });
  return { parts, end };
}

/** The rows of its table, and the head. */
export function readTable({ host }: Lab, range: ArgsOf<Session['recordedTable']>[0], watch: ExportWatch) {
  return readParts<string, string>((follow) => host.connection.call('recordedTable', [range], follow), watch);
}

/** The poses of its particles, and the interval, s. */
export function readPoses({ host }: Lab, range: ArgsOf<Session['recordedPoses']>[0], watch: ExportWatch) {
  return readParts<RecordedPose, number>((follow) => host.connection.call('recordedPoses', [range], follow), watch);
}
