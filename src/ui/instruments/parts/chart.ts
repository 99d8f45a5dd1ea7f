import { prefixed } from '../../controls/number-format';
import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { element } from '../../controls/element';
import { type Theme, watchTheme } from '../../controls/media';
import { colorReader, FONT } from './canvas';
import { extentOf, linearRange, logarithmicRange, markedPath, trajectoryPath } from './chart-paths';
import { type ChartOptions, type Column, type DrawingContext, setDrawing } from './drawings';
import { lineColor, lineDash, markerColor } from './line-markers';
import { decades, tickText } from './numbers';
import { addPanAndZoom, type Range } from './pan-and-zoom';

const LEGEND_DASHES = ['solid', 'dashed', 'dotted', 'double', 'dashed'];
/** CSS pixels. */
const LEAST_WIDTH = 200;
/** CSS pixels between two powers of ten on an axis, at least. */
const DECADE = { x: 56, y: 20 };
/** Smaller values are rounding errors; a logarithmic axis shows them here. */
const SMALLEST = 1e-16;

export interface Chart {
  readonly node: HTMLElement;
  /** `lines` and `trajectory`: x, then y of each line. `marked`: x and y of each line in turn. */
  draw(data: Column[]): void;
  /** The zoomed range of x; null: all data. */
  readonly range: Range | null;
  setRange(range: Range | null): void;
  /** The nearest point of a `marked` chart within `reach` CSS pixels: index of its line, and within the line; or null. */
  pointAt(event: PointerEvent, reach: number): { line: number; point: number } | null;
  dispose(): void;
}

/** A line chart. It follows the theme and the width of its container. */
export function createChart(options: ChartOptions): Chart {
  const { name, x, y, lines, kind = 'lines', right, logarithmic, units, side = 'left', zoomable = false } = options;
  const node = element('div', { class: 'chart', role: 'img', 'aria-label': name });
  const plain = kind === 'lines';
  const isLogarithmic = (scale: string) => logarithmic === 'xy' || (logarithmic === 'y' && scale === 'y');
  let data: Column[] = [[], ...lines.map(() => [])];
  let plot: uPlot | null = null;
  let theme: Theme = 'light';
  let range: Range | null = null;

  /** The style sheet gives the height without the legend. */
  const size = () => ({
    width: Math.max(LEAST_WIDTH, node.clientWidth),
    height: Number.parseFloat(getComputedStyle(node).minHeight) || LEAST_WIDTH,
  });

  /** uPlot takes pairs of x and y where the lines have no common x. */
  function dataForPlot(): uPlot.AlignedData {
    const pairs = lines.map((_, i) => [data[2 * i] ?? [], data[2 * i + 1] ?? []]);
    return (plain ? data : [null, ...pairs]) as uPlot.AlignedData;
  }

  function axis(label: string, scale: string, color: DrawingContext['color']): uPlot.Axis {
    const [ink, line] = [color('--ink'), color('--line')];
    const along = scale === 'x' ? 'x' : 'y';
    const unit = units?.[along];
    return {
      label,
      scale,
      stroke: ink,
      grid: { stroke: line, width: 1 },
      ticks: { stroke: line, width: 1, size: 5 },
      font: FONT,
      labelFont: '12px system-ui, sans-serif',
      labelSize: 18,
      values: (_, splits, __, ___, spacing) =>
        splits.map((value) => (unit === undefined ? tickText(value, spacing) : prefixed(value, unit))),
      ...(isLogarithmic(scale) && {
        splits: (u, _, low, high) => {
          // The size of the plot is not known yet when the axes are laid out.
          const length = along === 'x' ? 0.6 * u.width : 0.7 * u.height;
          return decades([low, high], Math.max(2, Math.floor(length / DECADE[along])));
        },
        // uPlot's own filter would drop some of these.
        filter: (_: uPlot, splits: number[]) => splits,
      }),
    };
  }

  function series(label: string, i: number): uPlot.Series {
    const color = kind === 'marked' ? markerColor(i, theme) : lineColor(i, theme);
    return {
      label,
      scale: right && i === lines.length - 1 ? 'right' : 'y',
      stroke: color,
      dash: plain ? lineDash(i) : [],
      width: plain ? 1.8 : 1.6,
      pxAlign: 0,
      points: { show: false },
      value: (_, value) => (value === null || value === undefined ? '–' : tickText(Number(value.toPrecision(4)))),
      ...(!plain && {
        paths: kind === 'marked' ? markedPath : trajectoryPath,
        fill: color,
        facets: ['x', 'y'].map((scale) => ({ scale, auto: true })),
      }),
    };
  }

  function scale(key: string): uPlot.Scale {
    if (isLogarithmic(key)) return { auto: true, time: false, distr: 3, range: logarithmicRange };
    if (key === 'x' && zoomable) return { time: false, range: () => range ?? extentOf(data[0]) };
    if (key === 'x' && plain) return { time: false };
    return { time: false, auto: true, range: linearRange };
  }

  function build(): void {
    // uPlot reads the scales of the first line, and fails without one.
    if (lines.length === 0) return;
    plot?.destroy();
    const color = colorReader(node);
    const { padding } = options;
    const room = padding ? (u: uPlot) => padding(u.width) : null;
    plot = new uPlot(
      {
        ...size(),
        mode: plain ? 1 : 2,
        padding: side === 'right' ? [null, null, null, room] : [null, room, null, null],
        cursor: { drag: { x: false, y: false }, show: plain },
        legend: {
          show: plain,
          // A double line needs more width.
          markers: {
            width: (_, i) => (LEGEND_DASHES[i - 1] === 'double' ? 4 : 2),
            dash: (_, i) => LEGEND_DASHES[i - 1],
          },
        },
        scales: { x: scale('x'), y: scale('y'), ...(right && { right: scale('right') }) },
        axes: [
          { ...axis(x, 'x', color), size: 30 },
          { ...axis(y, 'y', color), side: side === 'right' ? 1 : 3, size: axisSize },
          ...(right ? [{ ...axis(right, 'right', color), side: 1, grid: { show: false }, size: axisSize }] : []),
        ],
        series: [
          { label: x, value: (_, value) => (value === null ? '–' : value?.toPrecision(4)) },
          ...lines.map(series),
        ],
        hooks: { drawAxes: [(u) => decorate(u, options.drawUnder)], draw: [(u) => decorate(u, options.drawOver)] },
      },
      dataForPlot(),
      node,
    );
    if (zoomable) addPanAndZoom(plot, chart.setRange);
  }

  function decorate(u: uPlot, draw: ChartOptions['drawOver']): void {
    if (!draw || data.every(({ length }) => length === 0)) return;
    const { ctx, bbox } = u;
    const extent = ({ min, max }: uPlot.Scale): Range => [min ?? 0, max ?? 1];
    const ratio = devicePixelRatio;
    const [left, top] = [bbox.left / ratio, bbox.top / ratio];
    ctx.save();
    ctx.scale(ratio, ratio);
    ctx.font = FONT;
    draw({
      ctx,
      theme,
      color: colorReader(node),
      width: u.width,
      height: u.height,
      left,
      right: left + bbox.width / ratio,
      top,
      bottom: top + bbox.height / ratio,
      xs: extent(u.scales.x),
      ys: extent(u.scales.y),
      toX: (value) => left + u.valToPos(value, 'x'),
      toY: (value) => top + u.valToPos(value, 'y'),
    });
    ctx.restore();
  }

  setDrawing(node, () => (data.every(({ length }) => length === 0) ? null : { chart: options, data, range }));
  const forget = watchTheme((next) => {
    theme = next;
    if (plot) build();
  });
  function fitPlot(): void {
    const { width, height } = size();
    if (!plot) build();
    else if (plot.width !== width || plot.height !== height) plot.setSize({ width, height });
  }
  let request = 0;
  // Not at once: the plot changes the size of the node, and the browser would report a loop.
  const observer = new ResizeObserver(() => {
    request ||= requestAnimationFrame(() => {
      request = 0;
      fitPlot();
    });
  });
  observer.observe(node);
  // A lower chart does not make its element lower before it is drawn again.
  addEventListener('resize', fitPlot);

  const chart: Chart = {
    node,
    get range() {
      return range;
    },
    setRange(next) {
      range = next;
      plot?.setData(dataForPlot());
    },
    draw(next) {
      const isX = (i: number) => (kind === 'marked' ? i % 2 === 0 : i === 0);
      data = logarithmic ? next.map((column, i) => (isX(i) ? column : column.map(atLeastSmallest))) : next;
      plot?.setData(dataForPlot());
    },
    pointAt({ clientX, clientY }, reach) {
      if (!plot) return null;
      const { left, top } = plot.over.getBoundingClientRect();
      let nearest = reach;
      let found: { line: number; point: number } | null = null;
      for (let line = 0; line < lines.length; line++) {
        const [xs, ys] = [data[2 * line] ?? [], data[2 * line + 1] ?? []] as number[][];
        for (let point = 0; point < xs.length; point++) {
          const dx = left + plot.valToPos(xs[point], 'x') - clientX;
          const dy = top + plot.valToPos(ys[point], 'y') - clientY;
          const distance = Math.hypot(dx, dy);
          if (distance >= nearest) continue;
          nearest = distance;
          found = { line, point };
        }
      }
      return found;
    },
    dispose() {
      forget();
      removeEventListener('resize', fitPlot);
      observer.disconnect();
      cancelAnimationFrame(request);
      plot?.destroy();
      // The browser keeps one plot, with this node: not what surrounds it, nor the data.
      node.remove();
      data = [];
    },
  };
  return chart;
}

function atLeastSmallest(value: number | null): number | null {
  return value === null ? null : Math.max(value, SMALLEST);
}

/** Room for the longest tick label, CSS pixels. */
function axisSize(_: uPlot, values: string[] | null): number {
  return 14 + 6.4 * Math.max(3, ...(values ?? []).map((text) => text?.length ?? 0));
}
