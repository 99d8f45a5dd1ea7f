import { element } from '../../controls/element';
import { type Theme, watchTheme } from '../../controls/media';

/** What a drawing is made with, CSS pixels and the page's own colours. */
export interface Ground {
  ctx: CanvasRenderingContext2D;
  width: number;
  height: number;
  theme: Theme;
  /** Of a custom property: `--ink`. */
  colour(property: string): string;
}

export interface Canvas {
  readonly canvas: HTMLCanvasElement;
  /** Draws soon, and once however often it is asked for. */
  redraw(): void;
  dispose(): void;
}

/** A canvas that is drawn anew when its size, the theme or what it shows is another. Its height is the style sheet's. */
export function createCanvas(name: string, draw: (ground: Ground) => void): Canvas {
  const canvas = element('canvas', { class: 'picture', role: 'img', 'aria-label': name });
  let theme: Theme = 'light';
  let asked = 0;

  function paint(): void {
    asked = 0;
    const { clientWidth: width, clientHeight: height } = canvas;
    const ctx = canvas.getContext('2d');
    if (!ctx || width === 0 || height === 0) return;
    const scale = devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    ctx.scale(scale, scale);
    ctx.font = '11px system-ui, sans-serif';
    const style = getComputedStyle(canvas);
    draw({ ctx, width, height, theme, colour: (property) => style.getPropertyValue(property) });
  }

  const redraw = () => {
    asked ||= requestAnimationFrame(paint);
  };
  const forget = watchTheme((next) => {
    theme = next;
    redraw();
  });
  const observer = new ResizeObserver(redraw);
  observer.observe(canvas);
  return {
    canvas,
    redraw,
    dispose() {
      forget();
      observer.disconnect();
      cancelAnimationFrame(asked);
    },
  };
}

export function strokeLine(ctx: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
}

/** Words on whatever is behind them. */
export function writeOver({ ctx, colour }: Ground, text: string, x: number, y: number, ink = '--ink'): void {
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.strokeStyle = colour('--solid');
  ctx.lineWidth = 4;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour(ink);
  ctx.fillText(text, x, y);
}
