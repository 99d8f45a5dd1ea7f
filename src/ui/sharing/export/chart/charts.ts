/** Charts of series over time, one under the other: one for each unit. */
import { fineRange } from '../../../instruments/parts/axis';
import type { Drawing } from '../../../instruments/parts/canvas';
import { lineDrawing } from '../../../instruments/parts/line-chart';
import { MAX_LINES } from '../../../instruments/parts/line-markers';
import type { Markup } from '../markup';
import { layOut, partsOf } from './chart-page';
import type { Column, Series } from './series';

/** What a unit measures, where a chart has several lines. */
const QUANTITIES: Readonly<Record<string, string>> = { J: 'energy', m: 'position', 'm/s': 'velocity' };
/** A larger number overflows in what the axis is computed from. */
const LARGEST = 1e300;
/** Free space above and below the lines, over their extent. */
const MARGIN = 0.05;
/** Of a chart with its axes, pixels. */
const HEIGHT = 300;
const LEAST_HEIGHT = 140;

export interface ChartsOptions {
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
  if (each < LEAST_HEIGHT) {
    const least = whole.height - (HEIGHT - LEAST_HEIGHT) * drawings.length;
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

const drawable = ({ values }: Column) => values.map((value) => (Math.abs(value) < LARGEST ? value : null));

/** As in `velocity / (m/s)`. */
export function quantityText(name: string, unit: string): string {
  if (unit === '') return name;
  return `${name} / ${unit.includes('/') ? `(${unit})` : unit}`;
}
