/** Charts of series over time, one under the other: one for each unit. */
import { OBSERVABLES } from '../../../physics/analysis/state/observables';
import { LINE_END } from '../../../physics/experiment/table-text';
import { fineRange } from '../../instruments/parts/axis';
import type { Drawing } from '../../instruments/parts/canvas';
import { lineDrawing } from '../../instruments/parts/line-chart';
import { MAX_LINES } from '../../instruments/parts/line-markers';
import type { Lab } from '../../lab/lab';
import type { ExportWatch } from '../../lab/scripting';
import { layOut, partsOf, svgFile } from './chart-page';
import { readTable } from './export-format';
import type { Markup } from './svg-pen';

/** What a unit measures, where a chart has several lines. */
const QUANTITIES: Readonly<Record<string, string>> = { J: 'energy', m: 'position', 'm/s': 'velocity' };
/** A larger number overflows in what the axis is computed from. */
const MAX_VALUE = 1e300;
/** Free space above and below the lines, over their extent. */
const MARGIN = 0.05;
/** Of a chart with its axes, pixels. */
const HEIGHT = 300;
const MIN_HEIGHT = 140;

interface ChartsOptions {
  /** Accessible name. */
  readonly title: string;
  /** Pixels. */
  readonly width: number;
  /** Pixels; absent: as much as there is. */
  readonly height?: number;
  /** Paragraphs below the charts. */
  readonly caption: readonly string[];
}

/** @throws RangeError for more lines than can be told apart, or a height that is too small */
export function drawCharts(series: Series, { title, width, height, caption }: ChartsOptions): Markup {
  const drawings = chartsOf(series);
  const drawn = (each: number) => layOut(title, partsOf(drawings, width, each), caption, width);
  const whole = drawn(HEIGHT);
  if (height === undefined) return whole.markup;
  const each = HEIGHT + (height - whole.height) / drawings.length;
  if (each < MIN_HEIGHT) {
    const least = whole.height - (HEIGHT - MIN_HEIGHT) * drawings.length;
    throw new RangeError(`height: these charts need at least ${least} pixels with their caption, got ${height}`);
  }
  return drawn(each).markup;
}

function chartsOf({ times, columns }: Series): Drawing[] {
  const units = [...new Set(columns.map(({ unit }) => unit))];
  return units.map((unit) => {
    const shown = columns.filter((column) => column.unit === unit);
    if (shown.length > MAX_LINES) {
      throw new RangeError(`observables: ${shown.length} lines in one chart, at most ${MAX_LINES}`);
    }
    const quantity = shown.length > 1 ? (QUANTITIES[unit] ?? shown[0].label) : shown[0].label;
    const lines = shown.map(({ label }) => label);
    const values = shown.map(drawable);
    return lineDrawing({
      chart: { name: `${quantity} over time`, x: 'time t / s', y: quantityText(quantity, unit), lines },
      data: [[...times], ...values],
      range: fineRange([...times], 0),
      rangeY: fineRange(values.flat(), MARGIN),
    });
  });
}

const drawable = ({ values }: Column) => values.map((value) => (Math.abs(value) < MAX_VALUE ? value : null));

/** As in `velocity / (m/s)`. */
export function quantityText(name: string, unit: string): string {
  if (unit === '') return name;
  return `${name} / ${unit.includes('/') ? `(${unit})` : unit}`;
}

// Observables over time, read from the recording as numbers.

interface Column {
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

// The charts of an instrument as a file, with a legend and a caption: as SVG, or drawn from that as PNG.

export type ChartFormat = 'svg' | 'png';

/** Pixels. */
const WIDTH = 800;
const CHART_HEIGHT = 400;
/** Pixels of a PNG file for one of the SVG. */
const SCALE = 2;

/** @param title what stands above them, and names the file to screen readers */
export async function writeCharts(
  lab: Lab,
  title: string,
  drawings: readonly Drawing[],
  format: ChartFormat,
): Promise<Blob> {
  // What is shown now: the caption comes later, from the engine.
  const parts = partsOf(drawings, WIDTH, CHART_HEIGHT);
  const notes = drawings.flatMap((one) => one.notes?.() ?? []);
  const caption = drawings.every(({ standsAlone }) => standsAlone) ? [] : await captionOf(lab);
  const { markup, height } = layOut(title, parts, [...notes, ...caption], WIDTH);
  return format === 'svg' ? svgFile(markup) : toPng(svgFile(markup), height);
}

/** Scene, method and parameters at present or at a blow-up, as in the charts of the recording. */
async function captionOf(lab: Lab): Promise<readonly string[]> {
  const { status } = lab.frame;
  const { first, last } = status.timeline;
  // After a blow-up the run is back at a good state.
  const time = status.blowUp ? last.time : Math.min(last.time, Math.max(first.time, status.time));
  const { settings } = await readSeries(lab, { from: time, to: time, observables: ['total'] }, {});
  return settings.map((line) => line.replace(' at the last moment', ''));
}

async function toPng(svg: Blob, height: number): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [SCALE * WIDTH, SCALE * height];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser can’t write this picture'))));
    });
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
