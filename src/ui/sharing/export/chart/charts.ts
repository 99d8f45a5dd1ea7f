/** Draws series as charts in SVG, one under the other: one for each unit. */
import { markerColor } from '../../../instruments/parts/line-markers';
import { type Markup, tag } from '../markup';
import { axisOf } from './axis';
import type { Column, Series } from './series';
import { widthOf, wrapped } from './text-layout';

/** What a unit measures, where a chart has several lines. */
const QUANTITIES: Readonly<Record<string, string>> = { J: 'energy', m: 'position', 'm/s': 'velocity' };

const INK = '#1b232c';
const GRID = '#dfe3e8';
const DASHES = [undefined, '8 4', '2 3', '10 3 2 3', '16 5'];
/** Lines of a chart: each has a pair of colour and dash pattern of its own. */
const MOST_LINES = 40;
/** A larger number overflows in what the axis is computed from. */
const LARGEST = 1e300;

/** Pixels. */
const FONT = 12;
const CAPTION_FONT = 11;
const LINE = 17;
const CAPTION_LINE = 15;
const EDGE = 14;
/** Of the sample of a line in the legend. */
const SAMPLE = 30;
const PLOT_HEIGHT = 240;
const LEAST_PLOT_HEIGHT = 80;
/** Between two ticks, about. */
const SPACING = { x: 90, y: 45 };

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

type Entry = Column & { readonly color: string; readonly dash: string | undefined };

/** @throws RangeError for more lines than can be told apart, or a height that is too small */
export function drawCharts(series: Series, { title, width, height, caption }: ChartsOptions): Markup {
  const units = [...new Set(series.columns.map(({ unit }) => unit))];
  const panels = units.map((unit) =>
    panelOf(
      series.columns.filter((column) => column.unit === unit),
      width,
    ),
  );
  const lines = caption.flatMap((text) => wrapped(text, width - 2 * EDGE, CAPTION_FONT));
  const around =
    EDGE + panels.reduce((sum, { rows }) => sum + aroundPlot(rows.length), 0) + lines.length * CAPTION_LINE + EDGE / 2;
  const plotHeight = height === undefined ? PLOT_HEIGHT : (height - around) / panels.length;
  if (plotHeight < LEAST_PLOT_HEIGHT) {
    const least = Math.ceil(around + LEAST_PLOT_HEIGHT * panels.length);
    throw new RangeError(`height: these charts need at least ${least} pixels with their caption, got ${height}`);
  }
  let y = EDGE;
  const drawn = panels.map((panel) => {
    const group = drawPanel(panel, series.times, width, plotHeight);
    const moved = tag('g', { transform: `translate(0 ${round(y)})` }, group);
    y += plotHeight + aroundPlot(panel.rows.length);
    return moved;
  });
  const texts = lines.map((line, i) =>
    tag('text', { x: EDGE, y: round(y + (i + 0.8) * CAPTION_LINE), 'font-size': CAPTION_FONT }, line),
  );
  const whole = Math.ceil(height ?? around + PLOT_HEIGHT * panels.length);
  const box = { width, height: whole };
  return tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      ...box,
      viewBox: `0 0 ${width} ${whole}`,
      role: 'img',
      'aria-label': title,
      'font-family': 'system-ui, sans-serif',
      'font-size': FONT,
      fill: INK,
    },
    tag('title', {}, title),
    tag('rect', { ...box, fill: '#ffffff' }),
    ...drawn,
    ...texts,
  );
}

/** The legend above a plot, and the numbers and the name of the time axis below it. */
const aroundPlot = (rows: number) => LINE * rows + 8 + 2 * LINE + 12;

interface Panel {
  readonly entries: readonly Entry[];
  /** Of the legend. */
  readonly rows: readonly Entry[][];
}

function panelOf(columns: readonly Column[], width: number): Panel {
  if (columns.length > MOST_LINES) {
    throw new RangeError(`observables: ${columns.length} lines in one chart, at most ${MOST_LINES}`);
  }
  const entries = columns.map((column, i) => ({
    ...column,
    values: column.values.map((value) => (Math.abs(value) < LARGEST ? value : Number.NaN)),
    color: markerColor(i, 'light'),
    dash: DASHES[i % DASHES.length],
  }));
  const rows: Entry[][] = [[]];
  let used = 0;
  for (const entry of entries) {
    const space = legendWidth(entry);
    if (used > 0 && used + space > width - 2 * EDGE) {
      rows.push([]);
      used = 0;
    }
    rows[rows.length - 1].push(entry);
    used += space;
  }
  return { entries, rows };
}

const legendWidth = ({ label }: Entry) => SAMPLE + 6 + widthOf(label, FONT) + 12;

function drawPanel({ entries, rows }: Panel, times: readonly number[], width: number, height: number): Markup {
  const [{ unit, label }] = entries;
  const y = axisOf(
    entries.flatMap(({ values }) => values),
    Math.max(2, height / SPACING.y),
    true,
  );
  const left = Math.ceil(EDGE + LINE + 6 + Math.max(...y.ticks.map(({ text }) => widthOf(text, FONT))));
  const right = width - EDGE - 10;
  const x = axisOf(times, Math.max(2, (right - left) / SPACING.x), false);
  const top = LINE * rows.length + 8;
  const bottom = top + height;
  const xOf = (value: number) => round(left + ((value - x.low) / (x.high - x.low)) * (right - left));
  const yOf = (value: number) => round(bottom - ((value - y.low) / (y.high - y.low)) * height);
  const name = QUANTITIES[unit] !== undefined && entries.length > 1 ? QUANTITIES[unit] : label;
  const middle = round((top + bottom) / 2);
  return tag(
    'g',
    {},
    ...rows.map(legendRow),
    ...y.ticks.map(({ value, text }) =>
      tick(left, yOf(value), right - left, 0, { x: left - 6, y: yOf(value) + 4 }, 'end', text),
    ),
    ...x.ticks.map(({ value, text }) =>
      tick(xOf(value), top, 0, height, { x: xOf(value), y: bottom + LINE }, 'middle', text),
    ),
    tag('path', { d: `M${left} ${round(top)}V${round(bottom)}H${right}`, fill: 'none', stroke: INK }),
    tag('text', { x: (left + right) / 2, y: bottom + 2 * LINE, 'text-anchor': 'middle' }, 'time t / s'),
    tag(
      'text',
      { 'text-anchor': 'middle', transform: `translate(${EDGE + 6} ${middle}) rotate(-90)` },
      quantityText(name, unit),
    ),
    ...entries.flatMap((entry) =>
      runs(entry.values).map((points) =>
        tag('polyline', {
          ...strokeOf(entry),
          'stroke-linecap': points[0] === points[1] ? 'round' : undefined,
          points: points.map((i) => `${xOf(times[i])},${yOf(entry.values[i])}`).join(' '),
        }),
      ),
    ),
  );
}

/** As in `velocity / (m/s)`. */
export function quantityText(name: string, unit: string): string {
  if (unit === '') return name;
  return `${name} / ${unit.includes('/') ? `(${unit})` : unit}`;
}

function legendRow(row: readonly Entry[], k: number): Markup {
  const y = LINE * k + LINE / 2;
  let x = EDGE;
  const samples = row.map((entry) => {
    const start = round(x);
    x += legendWidth(entry);
    return tag(
      'g',
      {},
      tag('path', { d: `M${start} ${y}h${SAMPLE}`, ...strokeOf(entry) }),
      tag('text', { x: start + SAMPLE + 6, y: y + 4 }, entry.label),
    );
  });
  return tag('g', {}, ...samples);
}

const strokeOf = ({ color, dash }: Entry) => ({
  fill: 'none',
  stroke: color,
  'stroke-width': 1.8,
  'stroke-dasharray': dash,
  'stroke-linejoin': 'round',
});

/** A grid line from (x, y), and its number. */
function tick(
  x: number,
  y: number,
  dx: number,
  dy: number,
  at: { readonly x: number; readonly y: number },
  anchor: string,
  text: string,
): Markup {
  return tag(
    'g',
    {},
    tag('path', { d: `M${x} ${y}l${dx} ${dy}`, stroke: GRID }),
    tag('text', { ...at, 'text-anchor': anchor }, text),
  );
}

/** The indices of values that follow each other without a gap. A single one is doubled, so that it is a dot. */
function runs(values: readonly number[]): number[][] {
  const all: number[][] = [];
  values.forEach((value, i) => {
    if (!Number.isFinite(value)) return;
    const last = all.at(-1);
    if (last?.at(-1) === i - 1) last.push(i);
    else all.push([i]);
  });
  return all.map((run) => (run.length === 1 ? [run[0], run[0]] : run));
}

/** Pixels, to a hundredth. */
const round = (value: number) => Math.round(100 * value) / 100;
