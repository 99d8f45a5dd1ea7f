import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { element } from '../element';
import { watchTheme } from '../theme';

/** Okabe and Ito's blue, orange and green: eyes of every kind tell them apart, and each line has a dash of its own. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73'];
const DASHES = [[], [7, 4], [2, 3]];
const HEIGHT = 220;

export interface Chart {
  readonly node: HTMLElement;
  /** x, and then each line; null where there is no point. */
  draw(data: (number | null)[][]): void;
  dispose(): void;
}

/**
 * Lines over x, with axes that carry their units; it follows the theme and the width of its place.
 * @param name what it shows, for those who can't see it
 * @param trajectory whether x may go to and fro, as along a way through a plane
 */
export function createChart(name: string, xLabel: string, yLabel: string, lines: string[], trajectory = false): Chart {
  const node = element('div', { class: 'chart', role: 'img', 'aria-label': name });
  let data: (number | null)[][] = [[], ...lines.map(() => [])];
  let plot: uPlot | null = null;

  function build(): void {
    plot?.destroy();
    const style = getComputedStyle(node);
    const [ink, line] = ['--ink', '--line'].map((property) => style.getPropertyValue(property));
    const axis = (label: string): uPlot.Axis => ({
      label,
      stroke: ink,
      grid: { stroke: line, width: 1 },
      ticks: { stroke: line },
      font: '11px system-ui, sans-serif',
      labelFont: '12px system-ui, sans-serif',
      size: 46,
      labelSize: 18,
    });
    plot = new uPlot(
      {
        width: Math.max(200, node.clientWidth),
        height: HEIGHT,
        mode: trajectory ? 2 : 1,
        // A finger scrolls the panel; what is under the mouse is told in the legend.
        cursor: { drag: { x: false, y: false }, show: !trajectory },
        legend: { show: !trajectory && lines.length > 0 },
        scales: { x: { time: false }, y: {} },
        axes: [axis(xLabel), axis(yLabel)],
        series: [
          trajectory ? {} : { label: xLabel },
          ...lines.map((label, i) => series(label, i, trajectory)),
        ] as never,
      },
      (trajectory ? trajectoryOf(data) : data) as uPlot.AlignedData,
      node,
    );
  }

  watchTheme(() => plot && build());
  const observer = new ResizeObserver(() => {
    if (!plot) build();
    else plot.setSize({ width: Math.max(200, node.clientWidth), height: HEIGHT });
  });
  observer.observe(node);

  return {
    node,
    draw(next) {
      data = next;
      plot?.setData((trajectory ? trajectoryOf(data) : data) as uPlot.AlignedData);
    },
    dispose() {
      observer.disconnect();
      plot?.destroy();
    },
  };
}

function series(label: string, i: number, trajectory: boolean): uPlot.Series {
  return {
    label,
    stroke: COLOURS[i],
    dash: DASHES[i],
    width: 1.6,
    points: { show: false },
    value: (_, value) => (value === null || value === undefined ? '–' : value.toPrecision(4)),
    ...(trajectory ? { paths: drawWay } : {}),
  };
}

/** What uPlot wants of a plane: x and y together, for the one line. */
function trajectoryOf([x, y]: (number | null)[][]): unknown {
  return [null, [x, y]];
}

/** The way point by point, and a dot where it is now. */
const drawWay: uPlot.Series.PathBuilder = (u, index) => {
  const [xs, ys] = u.data[index] as unknown as [number[], number[]];
  const stroke = new Path2D();
  const fill = new Path2D();
  let px = 0;
  let py = 0;
  for (let i = 0; i < xs.length; i++) {
    px = u.valToPos(xs[i], 'x', true);
    py = u.valToPos(ys[i], 'y', true);
    if (i === 0) stroke.moveTo(px, py);
    else stroke.lineTo(px, py);
  }
  if (xs.length > 0) {
    stroke.moveTo(px + 5, py);
    stroke.arc(px, py, 5, 0, 2 * Math.PI);
  }
  return { stroke, fill, flags: 0 };
};
