/** What instruments draw, so that it can be drawn again in a file. */
import type { Theme } from '../../controls/media';

/** The part of a canvas context that drawings use, so that they can also be written as SVG. */
export interface Pen
  extends Pick<
    CanvasRenderingContext2D,
    | 'save'
    | 'restore'
    | 'translate'
    | 'rotate'
    | 'beginPath'
    | 'moveTo'
    | 'lineTo'
    | 'arc'
    | 'rect'
    | 'closePath'
    | 'strokeRect'
    | 'fillRect'
    | 'strokeText'
    | 'fillText'
    | 'setLineDash'
    | 'fillStyle'
    | 'strokeStyle'
    | 'globalAlpha'
    | 'lineWidth'
    | 'lineJoin'
    | 'font'
    | 'textAlign'
    | 'textBaseline'
  > {
  fill(rule?: CanvasFillRule): void;
  stroke(): void;
  clip(): void;
  measureText(text: string): { width: number };
  createPattern(tile: HTMLCanvasElement, repetition: 'repeat'): CanvasPattern | null;
}

/** What drawing functions need: a context in CSS pixels, its size, and the colours of the page. */
export interface DrawingContext {
  ctx: Pen;
  width: number;
  height: number;
  theme: Theme;
  /** The colour of a custom property, such as `--ink`. */
  color(property: string): string;
}

/** An interval of an axis. */
export type Range = [low: number, high: number];

/** Values of one quantity; null is a gap in the line. */
export type Column = (number | null)[];

export interface ChartOptions {
  /** Accessible name. */
  name: string;
  /** Axis labels, with units. */
  x: string;
  y: string;
  /** Names of the lines; at most four on the page, unless they are `marked`. */
  lines: string[];
  /**
   * `lines` (default): over common x values. `trajectory`: one line, along which x may go forth and back. `marked`: each line
   * has its own x values and a marker at each point.
   */
  kind?: 'lines' | 'trajectory' | 'marked';
  /** Label, with unit, of a second y axis on the right, which the last line uses. */
  right?: string;
  /** Axes with a logarithmic scale; their values must be positive. */
  logarithmic?: 'y' | 'xy';
  /** Units of x and y, where the tick labels carry them with an SI prefix. */
  units?: { x: string; y: string };
  /** Side of the y axis; `left` by default. */
  side?: 'left' | 'right';
  /** Space left free beside the plot for `drawOver`, CSS pixels, by the width of the chart. */
  padding?(width: number): number;
  /** Additional drawing behind the lines and over them. */
  drawUnder?(area: PlotArea): void;
  drawOver?(area: PlotArea): void;
  /** True if the user can pan and zoom along x. */
  zoomable?: boolean;
}

/** The area between the axes, CSS pixels of the canvas. */
export interface PlotArea extends DrawingContext {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Ranges of the axes. */
  xs: Range;
  ys: Range;
  toX(x: number): number;
  toY(y: number): number;
}

/** A line of the legend. */
export interface LegendEntry {
  label: string;
  /** Draws its sample at the left of a line of text. */
  sample(context: DrawingContext): void;
}

/** What a canvas shows at present. */
export interface Drawing {
  /** What it is. Parts after a semicolon are about the page. */
  name: string;
  /** Width over height, on the page; null: it may have any height. */
  aspect: number | null;
  draw(context: DrawingContext): void;
  legend?: readonly LegendEntry[];
  /** Paragraphs of the caption: values that the drawing shows. */
  notes?(): readonly string[];
  /** True if it shows nothing of the scene: the notes are the whole caption. */
  standsAlone?: boolean;
}

const drawings = new WeakMap<Element, () => Drawing | null>();

/** @param present null while there is nothing to draw */
export function setDrawing(node: Element, present: () => Drawing | null): void {
  drawings.set(node, present);
}

/** The drawings in an element that are shown, from top to bottom. */
export function drawingsIn(place: Element): Drawing[] {
  return [...place.querySelectorAll('canvas')].flatMap((node) => {
    const drawing = node.checkVisibility() && drawings.get(node)?.();
    return drawing ? [drawing] : [];
  });
}
