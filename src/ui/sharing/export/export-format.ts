/** What an export format is: its options with their checks, and the part of the recording that it reads. */

import { OBSERVABLES } from '../../../physics/analysis/state/observables';
import { quote } from '../../../physics/model/validate';
import type { Progress } from '../../../physics/slices';
import type { ArgsOf, Follow } from '../../../runtime/connect';
import type { Session } from '../../../runtime/host/session';
import type { RecordedPose } from '../../../runtime/recorded-poses';
import type { Lab } from '../../lab/lab';
import type { ExportOptions, ExportWatch } from '../../lab/scripting';

interface OptionCheck {
  /** What it does, with its unit. */
  readonly help: string;
  /** What a value must be. */
  readonly must: string;
  accepts(value: unknown): boolean;
}

/** By the name of the option. */
export type OptionChecks = Readonly<Record<string, OptionCheck>>;

const range = (min: number, max: number) =>
  max === Number.POSITIVE_INFINITY ? `of at least ${min}` : `from ${min} to ${max}`;

/** @param help what it is, with its unit */
export function number(help: string, min: number, max = Number.POSITIVE_INFINITY): OptionCheck {
  return {
    help,
    must: `be a number ${range(min, max)}`,
    accepts: (value) => typeof value === 'number' && value >= min && value <= max,
  };
}

export function wholeNumber(help: string, min: number, max?: number): OptionCheck {
  const { must, accepts } = number(help, min, max);
  return { help, must: must.replace('a', 'a whole'), accepts: (value) => Number.isInteger(value) && accepts(value) };
}

export function yesOrNo(help: string): OptionCheck {
  return { help, must: 'be true or false', accepts: (value) => typeof value === 'boolean' };
}

export function oneOf(help: string, values: readonly string[]): OptionCheck {
  return {
    help,
    must: `be one of ${values.join(', ')}`,
    accepts: (value) => typeof value === 'string' && values.includes(value),
  };
}

/** @param each the check of its entries */
function listOf(help: string, each: OptionCheck): OptionCheck {
  return {
    help,
    must: `be a list; each entry must ${each.must}`,
    accepts: (value) => Array.isArray(value) && value.every(each.accepts),
  };
}

/**
 * The options that are given: an undefined one counts as absent.
 * @param what the options are of, for messages @throws RangeError with the option's name and its value
 */
export function checkOptions(what: string, checks: OptionChecks, options: unknown): Readonly<Record<string, unknown>> {
  if (typeof options !== 'object' || options === null) {
    throw new RangeError(`${what}: the options must be an object, got ${String(options)}`);
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (!Object.hasOwn(checks, name)) {
      const names = Object.keys(checks).join(', ');
      throw new RangeError(`${what}: there is no option ${JSON.stringify(name)}; there are ${names || 'none'}`);
    }
    const { must, accepts } = checks[name];
    if (!accepts(value)) throw new RangeError(`${what}: ${name} must ${must}, got ${quote(value)}`);
  }
  return Object.fromEntries(given);
}

/** A format of exported files; `exporting.ts` lists all of them. */
export interface ExportFormat {
  /** As `hooke.export` calls it. */
  readonly id: string;
  /** What the name of a file ends with; absent: the id. */
  readonly ending?: string;
  /** As the dialog names it. */
  readonly label: string;
  /** What is in such a file; the tooltip. */
  readonly help: string;
  /** A second button of the dialog: the same format with these options. */
  readonly variant?: { readonly label: string; readonly help: string; readonly options: ExportOptions };
  /** The options that it has, by name. */
  readonly options: OptionChecks;
  /** @param options checked; those that are absent were not given @throws RangeError for what can't be written */
  write(lab: Lab, options: Readonly<Record<string, unknown>>, watch: ExportWatch): Promise<Blob>;
}

/** Which part of the recording; the engine refuses times that are not recorded. */
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

/**
 * Writes a zip archive of numbered files, such as `mesh-07.obj`.
 * @param count of files @param compress false where they can't be compressed further
 */
export async function openZip(name: string, ending: string, count: number, compress: boolean) {
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | null = null;
  const archive = new Zip((error, data) => {
    failure ??= error;
    parts.push(data as Uint8Array<ArrayBuffer>);
  });
  const digits = String(count).length;
  let added = 0;
  return {
    add(bytes: Uint8Array): void {
      const path = `${name}-${String(++added).padStart(digits, '0')}.${ending}`;
      const file = compress ? new ZipDeflate(path) : new ZipPassThrough(path);
      archive.add(file);
      file.push(bytes, true);
      if (failure) throw failure;
    },
    finish(): Blob {
      archive.end();
      return new Blob(parts, { type: 'application/zip' });
    },
    cancel: () => archive.terminate(),
  };
}

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
