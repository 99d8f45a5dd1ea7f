/** Observables over time, read from the recording as numbers. */
import { OBSERVABLES } from '../../../../physics/analysis/state/observables';
import { LINE_END } from '../../../../physics/experiment/table-text';
import type { Lab } from '../../../lab/lab';
import type { ExportWatch } from '../../../lab/scripting';
import { readTable } from '../read-recording';

export interface Column {
  /** As in `kinetic energy`, or `x of particle 12`. */
  readonly label: string;
  /** As in `m/s`; '' for a number without unit. */
  readonly unit: string;
  /** One for each moment; NaN where one is not finite. */
  readonly values: readonly number[];
}

export interface Series {
  /** Of each moment; ascending. */
  readonly steps: readonly number[];
  /** Of each moment, s. */
  readonly times: readonly number[];
  readonly columns: readonly Column[];
  /** Lines about the scene, method and parameters, a blow-up and the last moment. */
  readonly settings: readonly string[];
  /** Lines about the commands between the moments. */
  readonly commands: readonly string[];
}

/** Moments without an interval of the caller: more points than a chart has pixels. */
const MOMENTS = 1000;
const MAX_MOMENTS = 20_000;
const ABOUT_COMMANDS = /^(command at step \d+:|\d+ commands before these)/;

/**
 * @param options RANGE_OPTIONS and COLUMN_OPTIONS; without an interval it is a thousandth of the range
 * @throws RangeError as the table of the recording, or for too many moments
 */
export async function readSeries(
  lab: Lab,
  options: Readonly<Record<string, unknown>>,
  watch: ExportWatch,
): Promise<Series> {
  const { first, last } = lab.frame.status.timeline;
  const { from = first.time, to = last.time } = options as { from?: number; to?: number };
  const interval = (options.interval as number | undefined) ?? (to > from ? (to - from) / MOMENTS : undefined);
  const count = interval ? 1 + Math.floor((to - from) / interval + 1e-6) : 1;
  if (count > MAX_MOMENTS) throw new RangeError(`interval: ${count} moments, at most ${MAX_MOMENTS} in a chart`);
  const { parts, end } = await readTable(lab, { ...options, interval }, watch);
  const about = end.split(LINE_END).filter((line) => line !== '');
  const comments = about.slice(1, -1).map((line) => line.slice(2));
  const rows = parts.map((row) => row.trim().split(',').map(numberOf));
  const [, , ...heads] = (about.at(-1) as string).split(',');
  return {
    steps: rows.map(([step]) => step),
    times: rows.map(([, time]) => time),
    columns: heads.map((head, k) => ({ ...described(head), values: rows.map((row) => row[2 + k]) })),
    settings: comments
      .filter((line) => !ABOUT_COMMANDS.test(line))
      .map((line) => line.replace('at the last row:', 'at the last moment:')),
    commands: comments.filter((line) => ABOUT_COMMANDS.test(line)),
  };
}

const numberOf = (cell: string) => (cell === '' ? Number.NaN : Number(cell));

/** @param head as in `kinetic / J` or `x of particle 12 / m` */
function described(head: string): Pick<Column, 'label' | 'unit'> {
  const [name, unit = ''] = head.split(' / ');
  const [id] = name.split(' ', 1);
  const label = OBSERVABLES.find((one) => one.id === id)?.label ?? id;
  return { label: label + name.slice(id.length), unit };
}
