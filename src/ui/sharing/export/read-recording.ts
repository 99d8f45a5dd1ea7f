/** Reads a part of the recording from the engine, piece by piece. */
import { OBSERVABLES } from '../../../physics/analysis/state/observables';
import type { EndOf, PartOf, ReadingArgs, ReadingName } from '../../../runtime/readings';
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

/** Rejects with the validation error, or the reason of the signal. */
export async function readRecording<Name extends ReadingName>(
  { ask }: Pick<Lab, 'ask'>,
  name: Name,
  args: ReadingArgs<Name>,
  { signal, onProgress }: ExportWatch,
): Promise<{ parts: PartOf<Name>[]; end: EndOf<Name> }> {
  const reading = await ask('beginReading', { name, args });
  const parts: PartOf<Name>[] = [];
  try {
    for (;;) {
      signal?.throwIfAborted();
      const piece = await ask('nextPiece', { reading });
      parts.push(...(piece.parts as readonly unknown[] as PartOf<Name>[]));
      onProgress?.(piece.done);
      if (piece.end !== null) return { parts, end: piece.end as EndOf<Name> };
    }
  } finally {
    // One that is at its end, or of an engine that has stopped, is closed already.
    await ask('endReading', { reading }).catch(() => {});
  }
}
