import { element } from '../../controls/element';
import { type Theme, watchTheme } from '../../controls/media';
import { type DrawingContext, type LegendEntry, type Pen, setDrawing } from './drawings';

export interface Canvas {
  readonly canvas: HTMLCanvasElement;
  /** Draws in the next animation frame, once for several calls. */
  redraw(): void;
  dispose(): void;
}

/** What differs where the drawing is saved as a file. */
interface InFile {
  /** False while there is nothing to save. */
  isReady(): boolean;
  /** Absent: what draws the canvas. */
  draw?(context: DrawingContext): void;
  /** Absent: the drawing names its parts itself. */
  legend?: readonly LegendEntry[];
  /** Paragraphs of the caption: what the drawing shows. */
  notes?(): readonly string[];
  standsAlone?: boolean;
  /** Null: it may have any height. Absent: it has the shape that it has on the page. */
  aspect?: null;
}

/** A canvas that redraws when its size or the theme changes. The style sheet sets its height. @param name accessible name */
export function createCanvas(name: string, draw: (context: DrawingContext) => void, inFile: InFile): Canvas {
  const canvas = element('canvas', { class: 'drawing', role: 'img', 'aria-label': name });
  let theme: Theme = 'light';
  let request = 0;

  function paint(): void {
    request = 0;
    const { clientWidth: width, clientHeight: height } = canvas;
    const ctx = canvas.getContext('2d');
    if (!ctx || width === 0 || height === 0) return;
    const scale = devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    ctx.scale(scale, scale);
    ctx.font = FONT;
    draw({ ctx, width, height, theme, color: colorReader(canvas) });
  }

  const redraw = () => {
    request ||= requestAnimationFrame(paint);
  };
  const forget = watchTheme((next) => {
    theme = next;
    redraw();
  });
  setDrawing(canvas, () => {
    const aspect = canvas.clientWidth / Math.max(1, canvas.clientHeight);
    return inFile.isReady() ? { name, aspect, draw, ...inFile } : null;
  });
  const observer = new ResizeObserver(redraw);
  observer.observe(canvas);
  return {
    canvas,
    redraw,
    dispose() {
      forget();
      observer.disconnect();
      cancelAnimationFrame(request);
    },
  };
}

/** Font of numbers and labels in charts. */
export const FONT = '11px system-ui, sans-serif';

/** Reads custom properties of an element. */
export function colorReader(node: Element): (property: string) => string {
  const style = getComputedStyle(node);
  return (property) => style.getPropertyValue(property);
}

export function strokeLine(ctx: Pen, x0: number, y0: number, x1: number, y1: number): void {
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
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
  ctx.strokeText(text, x, y);
  ctx.fillStyle = color(ink);
  ctx.fillText(text, x, y);
}
