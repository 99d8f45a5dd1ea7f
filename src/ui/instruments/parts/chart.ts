import { element, onDrag, setText } from '../../controls/element';
import { tickText, zoomed } from './axis';
import { type ChartOptions, type Column, createCanvas, createSample, type PlotArea, type Range } from './canvas';
import { drawLineChart, lineLegend } from './line-chart';

/** Smaller values are rounding errors; a logarithmic axis shows them here. */
const MIN_LOGARITHMIC = 1e-16;
/** Zoom factor of one notch of the mouse wheel. */
const NOTCH = 1.2;

export type Chart = ReturnType<typeof createChart>;

/** A line chart. It follows the theme and the width of its container. */
export function createChart(options: ChartOptions) {
  const { name, lines, kind = 'lines', logarithmic } = options;
  let data: Column[] = [[], ...lines.map(() => [])];
  /** Index of the x under the pointer. */
  let pointed: number | null = null;
  /** As it was drawn last. */
  let area: PlotArea | null = null;
  const { canvas, redraw } = createCanvas(
    name,
    (context) => {
      area = drawLineChart(context, { chart: options, data, range: chart.range, pointed });
    },
    {
      isReady: () => data.some(({ length }) => length > 0),
      draw: (context) => void drawLineChart(context, { chart: options, data, range: chart.range }),
      legend: lineLegend(options),
      aspect: null,
    },
  );
  const node = element('div.chart', canvas);
  if (kind === 'lines') {
    const values = addLegend(node, options);
    const point = (next: number | null) => {
      pointed = next;
      values.forEach((value, i) => {
        const number = pointed === null ? null : data[i]?.[pointed];
        setText(value, typeof number === 'number' ? tickText(Number(number.toPrecision(4))) : '–');
      });
      redraw();
    };
    canvas.addEventListener('pointermove', (event) => point(area && nearest(data[0], area, event.offsetX)));
    canvas.addEventListener('pointerleave', () => point(null));
  }

  const chart = {
    node,
    /** The zoomed range of x; null: all data. */
    range: null as Range | null,
    setRange(next: Range | null) {
      chart.range = next;
      redraw();
    },
    /** `lines` and `trajectory`: x, then y of each line. `marked`: x and y of each line in turn. */
    draw(next: Column[]) {
      const isX = (i: number) => (kind === 'marked' ? i % 2 === 0 : i === 0);
      data = logarithmic ? next.map((column, i) => (isX(i) ? column : column.map(atLeastSmallest))) : next;
      redraw();
    },
    /** The nearest point of a `marked` chart within `reach` CSS pixels: index of its line, and within the line; or null. */
    pointAt({ clientX, clientY }: PointerEvent, reach: number): { line: number; point: number } | null {
      if (!area) return null;
      const { left, top } = canvas.getBoundingClientRect();
      let nearest = reach;
      let found: { line: number; point: number } | null = null;
      for (let line = 0; line < lines.length; line++) {
        const [xs, ys] = [data[2 * line] ?? [], data[2 * line + 1] ?? []] as number[][];
        for (let point = 0; point < xs.length; point++) {
          const distance = Math.hypot(left + area.toX(xs[point]) - clientX, top + area.toY(ys[point]) - clientY);
          if (distance >= nearest) continue;
          nearest = distance;
          found = { line, point };
        }
      }
      return found;
    },
  };
  if (options.zoomable) addPanAndZoom(canvas, () => area, chart.setRange);
  return chart;
}

/** A place for a chart, which is made anew when its options change. */
export function createChartPlace() {
  const node = element('div');
  let chart: Chart | null = null;
  let made = '';
  return {
    node,
    /** The chart with these options; it shows the range that the one before showed. */
    chart(options: ChartOptions): Chart {
      const key = JSON.stringify(options);
      if (chart && key === made) return chart;
      made = key;
      const range = chart?.range ?? null;
      chart = createChart(options);
      chart.setRange(range);
      node.replaceChildren(chart.node);
      return chart;
    },
  };
}

function atLeastSmallest(value: number | null): number | null {
  return value === null ? null : Math.max(value, MIN_LOGARITHMIC);
}

/** Index of the value nearest to a place, CSS pixels; null outside the plot. */
function nearest(xs: Column, { left, right, toX }: PlotArea, place: number): number | null {
  if (place < left || place > right) return null;
  const distance = (i: number) => Math.abs(toX(xs[i] ?? Number.NaN) - place);
  return xs.length === 0 ? null : xs.reduce<number>((best, _, i) => (distance(i) < distance(best) ? i : best), 0);
}

/** Names with what is under the pointer: first x. @returns the elements of the values */
function addLegend(node: HTMLElement, options: ChartOptions): HTMLElement[] {
  const samples = lineLegend(options).map(({ sample }) => createSample(sample));
  const names = [options.x, ...options.lines];
  const values = names.map(() => element('span.value', '–'));
  const entries = names.map((name, i) =>
    element('span', i > 0 ? samples[i - 1] : '', element('span.name', name), ' ', values[i]),
  );
  node.append(element('p.chart-legend', ...entries));
  return values;
}

/**
 * Pans along x by mouse or finger, and zooms about the pointer by mouse wheel. A double click shows everything.
 * @param setRange called with the range to show; null: all data
 */
function addPanAndZoom(
  canvas: HTMLCanvasElement,
  shown: () => PlotArea | null,
  setRange: (range: Range | null) => void,
): void {
  // A vertical swipe scrolls the dock.
  canvas.style.touchAction = 'pan-y';
  canvas.style.cursor = 'grab';
  onDrag(canvas, ({ clientX }) => {
    const area = shown();
    if (!area) return null;
    const { xs, left, right } = area;
    return (moved) => {
      const shift = ((clientX - moved.clientX) * (xs[1] - xs[0])) / (right - left);
      setRange([xs[0] + shift, xs[1] + shift]);
    };
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const area = shown();
      if (!area) return;
      const { xs, left, right } = area;
      const about = xs[0] + ((event.offsetX - left) / (right - left)) * (xs[1] - xs[0]);
      setRange(zoomed(xs, event.deltaY < 0 ? NOTCH : 1 / NOTCH, about));
    },
    { passive: false },
  );
  canvas.addEventListener('dblclick', () => setRange(null));
}
