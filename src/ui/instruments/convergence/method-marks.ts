import type { Theme } from '../../controls/media';

/**
 * Okabe and Ito's colours, made dark or light enough to stand out from the ground, and grey. Each method has a shape of
 * its own too, so that nobody needs the colours.
 */
const COLOURS: Record<Theme, string[]> = {
  light: ['#1b232c', '#0072b2', '#a86800', '#b3478a', '#c44e00', '#00795a', '#2f86b8', '#7d7400', '#6b7580'],
  dark: ['#e7ebef', '#56b4e9', '#e69f00', '#e093c0', '#f5793a', '#2ec295', '#9bd3f5', '#e5dc55', '#98a3af'],
};

type Draw = (ctx: CanvasRenderingContext2D, r: number) => void;

const polygon =
  (corners: number, turn: number): Draw =>
  (ctx, r) => {
    for (let i = 0; i < corners; i++) {
      const angle = 2 * Math.PI * (turn + i / corners);
      ctx.lineTo(r * Math.sin(angle), -r * Math.cos(angle));
    }
    ctx.closePath();
    ctx.fill();
  };
const spokes =
  (count: number, turn: number): Draw =>
  (ctx, r) => {
    for (let i = 0; i < count; i++) {
      const angle = 2 * Math.PI * (turn + i / count);
      ctx.moveTo(0, 0);
      ctx.lineTo(r * Math.sin(angle), -r * Math.cos(angle));
    }
    ctx.stroke();
  };
const disc: Draw = (ctx, r) => {
  ctx.arc(0, 0, 0.8 * r, 0, 2 * Math.PI);
  ctx.fill();
};
const ring: Draw = (ctx, r) => {
  ctx.arc(0, 0, 0.75 * r, 0, 2 * Math.PI);
  ctx.stroke();
};

const SHAPES: Draw[] = [
  disc,
  polygon(4, 1 / 8),
  polygon(3, 0),
  spokes(4, 0),
  polygon(4, 0),
  polygon(3, 1 / 2),
  spokes(4, 1 / 8),
  ring,
  spokes(6, 0),
];

/** Of the i-th method. */
export function colourOf(i: number, theme: Theme): string {
  return COLOURS[theme][i % COLOURS[theme].length];
}

/** Draws the mark of the i-th method about a point. */
export function drawMark(
  ctx: CanvasRenderingContext2D,
  i: number,
  theme: Theme,
  x: number,
  y: number,
  r: number,
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.fillStyle = ctx.strokeStyle = colourOf(i, theme);
  ctx.lineWidth = 2;
  ctx.setLineDash([]);
  ctx.beginPath();
  SHAPES[i % SHAPES.length](ctx, r);
  ctx.restore();
}
