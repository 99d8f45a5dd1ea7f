/** What instruments draw, so that it can be drawn again in a file. */
import { t } from '../../../language/translate';
import { element } from '../../controls/element';
import { currentTheme, type Theme } from '../../controls/media';

/** The part of a canvas context that drawings use, so that they can also be written as SVG. */
export interface Pen
  extends Pick<CanvasState, 'save' | 'restore'>,
    Pick<CanvasTransform, 'translate' | 'rotate'>,
    Pick<CanvasPath, 'moveTo' | 'lineTo' | 'arc' | 'rect' | 'closePath'>,
    Pick<CanvasRect, 'strokeRect' | 'fillRect'>,
    Pick<CanvasText, 'strokeText' | 'fillText'>,
    Pick<CanvasFillStrokeStyles, 'fillStyle' | 'strokeStyle'>,
    Pick<CanvasPathDrawingStyles, 'setLineDash' | 'lineWidth' | 'lineJoin'>,
    Pick<CanvasTextDrawingStyles, 'font' | 'textAlign' | 'textBaseline'>,
    Pick<CanvasCompositing, 'globalAlpha'> {
  beginPath(): void;
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

/** CSS pixels of the canvas. */
export type Box = Record<'left' | 'right' | 'top' | 'bottom', number>;

/** The area between the axes. */
export interface PlotArea extends DrawingContext, Box {
  /** Ranges of the axes. */
  xs: Range;
  ys: Range;
  toX(x: number): number;
  toY(y: number): number;
}

/** A line of the legend. */
export interface LegendEntry {
  label: string;
  /** Tooltip on the page. */
  help?: string;
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
  /** Absent: the drawing names its parts itself. */
  legend?: readonly LegendEntry[];
  /** Paragraphs of the caption: values that the drawing shows. */
  notes?(): readonly string[];
  /** True if it shows nothing of the scene: the notes are the whole caption. */
  standsAlone?: boolean;
}

/** What draws a canvas again; it goes with the canvas. */
const painters = new WeakMap<Element, () => void>();

/** Draws all canvases of the page in the colours of its theme. */
export function repaintCanvases(): void {
  for (const canvas of document.querySelectorAll('canvas')) painters.get(canvas)?.();
}

/** A small drawing beside a text. @param width and height CSS pixels, which the style sheet sets too */
export function createSample(draw: LegendEntry['sample'], width = 24, height = 16): HTMLCanvasElement {
  const canvas = element('canvas', { width: 2 * width, height: 2 * height, 'aria-hidden': 'true' });
  const paint = () => {
    const ctx = canvas.getContext('2d');
    ctx?.reset();
    ctx?.scale(2, 2);
    if (ctx) draw({ ctx, width, height, theme: currentTheme(), color: colorReader(document.documentElement) });
  };
  painters.set(canvas, paint);
  paint();
  return canvas;
}

/** A legend on the page. */
export function createLegend(entries: readonly LegendEntry[]): HTMLElement {
  return element(
    'ul.legend.plain',
    ...entries.map(({ label, help, sample }) =>
      element('li', help ? { title: help } : {}, createSample(sample), label),
    ),
  );
}

/** Of a canvas; null while there is nothing to draw. */
const drawings = new WeakMap<Element, () => Drawing | null>();

/** The drawings in an element that are shown, from top to bottom. */
export function drawingsIn(place: Element): Drawing[] {
  return [...place.querySelectorAll('canvas')].flatMap((node) => {
    const drawing = node.checkVisibility() && drawings.get(node)?.();
    return drawing ? [drawing] : [];
  });
}

/** What differs where the drawing is saved as a file. */
interface InFile extends Partial<Omit<Drawing, 'name'>> {
  /** False while there is nothing to save. */
  isReady(): boolean;
}

/** A canvas that redraws when its size or the theme changes. The style sheet sets its height. @param name accessible name */
export function createCanvas(name: string, draw: (context: DrawingContext) => void, inFile: InFile) {
  const canvas = element('canvas.drawing', { role: 'img', 'aria-label': name });
  let waits = false;

  function paint(): void {
    waits = false;
    const { clientWidth: width, clientHeight: height } = canvas;
    const ctx = canvas.getContext('2d');
    if (!ctx || width === 0 || height === 0) return;
    const scale = devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    ctx.scale(scale, scale);
    ctx.font = FONT;
    draw({ ctx, width, height, theme: currentTheme(), color: colorReader(canvas) });
  }

  const redraw = () => {
    if (!waits) requestAnimationFrame(paint);
    waits = true;
  };
  painters.set(canvas, redraw);
  drawings.set(canvas, () => {
    const aspect = canvas.clientWidth / Math.max(1, canvas.clientHeight);
    return inFile.isReady() ? { name, aspect, draw, ...inFile } : null;
  });
  new ResizeObserver(redraw).observe(canvas);
  return {
    canvas,
    /** Draws in the next animation frame, once for several calls. */
    redraw,
  };
}

/** Font of numbers and labels in charts. */
export const FONT = '11px system-ui, sans-serif';

/** Typed, so that a drawing reads the colour of the present theme, and not `light-dark(…)`. */
const COLORS = ['--ink', '--muted', '--solid', '--line', '--accent', '--warm'];
for (const name of COLORS)
  globalThis.CSS?.registerProperty({ name, syntax: '<color>', inherits: true, initialValue: '#000' });

/** Reads custom properties of an element. */
function colorReader(node: Element): (property: string) => string {
  const style = getComputedStyle(node);
  return (property) => style.getPropertyValue(property);
}

/** Until the context is restored, nothing is drawn outside the area. */
export function clipTo({ ctx, left, right, top, bottom }: PlotArea): void {
  ctx.beginPath();
  ctx.rect(left, top, right - left, bottom - top);
  ctx.clip();
}

export function strokeLine(ctx: Pen, x0: number, y0: number, x1: number, y1: number): void {
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
}

/** Strokes a path in ink over a wider one in the background colour, so that it is visible on everything. */
export function strokeOutlined({ ctx, color }: DrawingContext, outer: number, inner: number, trace: () => void): void {
  for (const [property, width] of Object.entries({ '--solid': outer, '--ink': inner })) {
    ctx.strokeStyle = color(property);
    ctx.lineWidth = width;
    ctx.beginPath();
    trace();
    ctx.stroke();
  }
}

/** @param color absent: the fill colour of the context */
export function fillDot(ctx: Pen, x: number, y: number, radius: number, color = ctx.fillStyle): void {
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}

/** A bar that shows how long a length is in a drawing to scale. @param x and y of its left end */
export function drawScaleBar(context: DrawingContext, x: number, y: number, length: number, label: string): void {
  const { ctx, color } = context;
  ctx.strokeStyle = color('--ink');
  ctx.lineWidth = 1;
  strokeLine(ctx, x, y, x + length, y);
  for (const end of [x, x + length]) strokeLine(ctx, end, y - 3, end, y + 3);
  ctx.textAlign = 'left';
  outlinedText(context, label, x + length + 6, y);
}

/** Text with an outline in the background colour, readable over lines and areas. */
export function outlinedText({ ctx, color }: DrawingContext, text: string, x: number, y: number, ink = '--ink'): void {
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.strokeStyle = color('--solid');
  ctx.lineWidth = 4;
  const shown = t(text);
  ctx.strokeText(shown, x, y);
  ctx.fillStyle = color(ink);
  ctx.fillText(shown, x, y);
}
