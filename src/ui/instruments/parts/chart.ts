import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { element } from '../../controls/element';
import { type Theme, watchTheme } from '../../controls/media';
import { drawTrajectory, rangeAround } from '../phase-plot/draw-trajectory';
import { letPanAndZoom, type Range } from './pan-and-zoom';

/**
 * Colours of Okabe and Ito's that stand out from the ground: eyes of every kind tell them apart, and each line has a dash
 * of its own.
 */
export const COLOURS: Record<Theme, string[]> = {
  light: ['#0072b2', '#d55e00', '#007a59', '#a8457f'],
  dark: ['#56b4e9', '#e69f00', '#35c79a', '#e08fbc'],
};
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3]];
const MARKERS = ['solid', 'dashed', 'dotted', 'double'];
/** CSS pixels. */
const LEAST_WIDTH = 200;
/** On a logarithmic axis: what is smaller is of rounding only, and stands there. */
const LEAST = 1e-16;

/** Numbers of one quantity; null where there is no point. */
export type Column = (number | null)[];

export interface ChartOptions {
  /** What it shows, for those who can't see it. */
  name: string;
  /** With their units. */
  x: string;
  y: string;
  /** Names of the lines; four at most. */
  lines: string[];
  /** Whether it is a way through the plane of x and y, where x may go to and fro; of one line. */
  way?: boolean;
  /** With its unit: an axis on the right, where the last line is read. */
  right?: string;
  /** Whether y grows by factors; values must be positive then. */
  logarithmic?: boolean;
  /** Whether it can be dragged and zoomed along x. */
  zoomable?: boolean;
}

export interface Chart {
  readonly node: HTMLElement;
  /** x, and then each line. */
  draw(data: Column[]): void;
  /** What of x is shown; null: everything. */
  readonly range: Range | null;
  /** What of x there is to be shown from now on. */
  look(range: Range | null): void;
  dispose(): void;
}

/** Lines over x, with axes that carry their units; it follows the theme and the width of its place. */
export function createChart(options: ChartOptions): Chart {
  const { name, x, y, lines, way = false, right, logarithmic = false, zoomable = false } = options;
  const node = element('div', { class: 'chart', role: 'img', 'aria-label': name });
  let data: Column[] = [[], ...lines.map(() => [])];
  let plot: uPlot | null = null;
  let theme: Theme = 'light';
  let range: Range | null = null;

  /** Its height without the legend is said by the style sheet. */
  const size = () => ({
    width: Math.max(LEAST_WIDTH, node.clientWidth),
    height: Number.parseFloat(getComputedStyle(node).minHeight) || LEAST_WIDTH,
  });
  /** uPlot wants x and y of a plane together, once for each line. */
  const asUPlotWants = () => (way ? [null, data] : data) as uPlot.AlignedData;

  function build(): void {
    plot?.destroy();
    const style = getComputedStyle(node);
    const [ink, line] = ['--ink', '--line'].map((property) => style.getPropertyValue(property));
    const axis = (label: string, scale: string): uPlot.Axis => ({
      label,
      scale,
      stroke: ink,
      // A line for each factor of ten: those between them would make bands.
      grid: { stroke: line, width: 1, ...(logarithmic && scale === 'y' && { filter: powersOfTen }) },
      ticks: { stroke: line, width: 1, size: 5 },
      font: '11px system-ui, sans-serif',
      labelFont: '12px system-ui, sans-serif',
      labelSize: 18,
      // On a logarithmic axis not every line has a number.
      values: (_, splits: (number | null)[], __, ___, apart) =>
        splits.map((value) => (value === null ? '' : tick(value, apart))),
    });
    const series = lines.map(
      (label, i): uPlot.Series => ({
        label,
        scale: right && i === lines.length - 1 ? 'right' : 'y',
        stroke: COLOURS[theme][i],
        dash: DASHES[i],
        width: 1.8,
        pxAlign: 0,
        points: { show: false },
        value: (_, value) => (value === null || value === undefined ? '–' : tick(Number(value.toPrecision(4)))),
        ...(way && {
          paths: drawTrajectory,
          fill: COLOURS[theme][i],
          facets: ['x', 'y'].map((scale) => ({ scale, auto: true })),
        }),
      }),
    );
    const ranged = way ? { auto: true, range: rangeAround } : {};
    const rangeOfX = zoomable ? { range: () => range ?? extentOf(data[0]) } : {};
    plot = new uPlot(
      {
        ...size(),
        mode: way ? 2 : 1,
        // A finger scrolls the page's own boxes; what is under the mouse is told in the legend.
        cursor: { drag: { x: false, y: false }, show: !way },
        legend: {
          show: !way,
          // A double line needs room.
          markers: { width: (_, i) => (MARKERS[i - 1] === 'double' ? 4 : 2), dash: (_, i) => MARKERS[i - 1] },
        },
        scales: {
          x: { time: false, ...ranged, ...rangeOfX },
          y: logarithmic ? { distr: 3 } : ranged,
        },
        axes: [
          { ...axis(x, 'x'), size: 30 },
          { ...axis(y, 'y'), size: sizeOfTicks },
          ...(right ? [{ ...axis(right, 'right'), side: 1, grid: { show: false }, size: sizeOfTicks }] : []),
        ],
        series: [{ label: x, value: (_, value) => (value === null ? '–' : value?.toPrecision(4)) }, ...series],
      },
      asUPlotWants(),
      node,
    );
    if (zoomable) letPanAndZoom(plot, chart.look);
  }

  const forget = watchTheme((next) => {
    theme = next;
    if (plot) build();
  });
  const observer = new ResizeObserver(() => {
    if (plot) plot.setSize(size());
    else build();
  });
  observer.observe(node);

  const chart: Chart = {
    node,
    get range() {
      return range;
    },
    look(wanted) {
      range = wanted;
      plot?.setData(asUPlotWants());
    },
    draw(next) {
      data = logarithmic ? next.map((column, i) => (i === 0 ? column : column.map(raised))) : next;
      plot?.setData(asUPlotWants());
    },
    dispose() {
      forget();
      observer.disconnect();
      plot?.destroy();
    },
  };
  return chart;
}

function extentOf(values: Column): Range {
  const [low, high] = [values[0] ?? 0, values.at(-1) ?? 0];
  return high > low ? [low, high] : [low, low + 1];
}

function raised(value: number | null): number | null {
  return value === null ? null : Math.max(value, LEAST);
}

/** `−1200`, `2e−9`: with the sign that fits the digits. @param apart from one to the next, which must be told apart */
function tick(value: number, apart = Infinity): string {
  const size = Math.abs(value);
  // What rounding adds to a multiple of a tenth isn't worth reading.
  const digits = Math.min(15, Math.max(6, 1 + Math.ceil(Math.log10(size / apart))));
  const short = Number(value.toPrecision(digits));
  const text = size >= 1e5 || (size > 0 && size < 1e-3) ? short.toExponential() : String(short);
  return text.replace('e+', 'e').replaceAll('-', '−');
}

function powersOfTen(_: uPlot, splits: number[]): (number | null)[] {
  return splits.map((value) => (Math.abs(Math.log10(value) % 1) < 1e-9 ? value : null));
}

/** Room for the longest number beside the axis, CSS pixels. */
function sizeOfTicks(_: uPlot, values: string[] | null): number {
  return 14 + 6.4 * Math.max(3, ...(values ?? []).map((text) => text?.length ?? 0));
}
