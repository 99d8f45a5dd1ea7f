import type { Theme } from '../../controls/media';
import type { Pen } from './canvas';

/** Colours of Okabe and Ito, which are distinguishable with colour blindness; each line also has its own dash pattern. */
export const LINE_COLORS: Record<Theme, string[]> = {
  light: ['#0072b2', '#d55e00', '#007a59', '#a8457f', '#7d6300'],
  dark: ['#56b4e9', '#e69f00', '#35c79a', '#e08fbc', '#f0e442'],
};
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [16, 5], [4, 6], [12, 3, 2, 3, 2, 3], [2, 8]];
/** Lines without markers that are told apart: the numbers of colours and dash patterns have no common divisor. */
export const MAX_LINES = LINE_COLORS.light.length * DASHES.length;

/** Of line i without markers. */
export const lineColor = (i: number, theme: Theme): string => LINE_COLORS[theme][i % LINE_COLORS[theme].length];
export const lineDash = (i: number): number[] => DASHES[i % DASHES.length];

/**
 * Colours and marker shapes of lines. The colours are those of Okabe and Ito, which are distinguishable with colour
 * blindness, adjusted for contrast with the background. The shapes carry the same information.
 */
const COLORS: Record<Theme, string[]> = {
  light: ['#1b232c', '#0072b2', '#a86800', '#b3478a', '#c44e00', '#00795a', '#2f86b8', '#7d7400', '#6b7580'],
  dark: ['#e7ebef', '#56b4e9', '#e69f00', '#e093c0', '#f5793a', '#2ec295', '#9bd3f5', '#e5dc55', '#98a3af'],
};

/** Adds a shape of radius `r` about a point to a path. */
type Shape = (path: Pick<Path2D, 'moveTo' | 'lineTo' | 'arc' | 'closePath'>, x: number, y: number, r: number) => void;

const polygon =
  (corners: number, turn: number): Shape =>
  (path, x, y, r) => {
    for (let i = 0; i < corners; i++) {
      const angle = 2 * Math.PI * (turn + i / corners);
      path[i === 0 ? 'moveTo' : 'lineTo'](x + r * Math.sin(angle), y - r * Math.cos(angle));
    }
    path.closePath();
  };
const spokes =
  (count: number, turn: number): Shape =>
  (path, x, y, r) => {
    for (let i = 0; i < count; i++) {
      const angle = 2 * Math.PI * (turn + i / count);
      path.moveTo(x, y);
      path.lineTo(x + r * Math.sin(angle), y - r * Math.cos(angle));
    }
  };
const circle =
  (size: number): Shape =>
  (path, x, y, r) => {
    path.moveTo(x + size * r, y);
    path.arc(x, y, size * r, 0, 2 * Math.PI);
  };

const SHAPES: { filled: boolean; shape: Shape }[] = [
  { filled: true, shape: circle(0.8) },
  { filled: true, shape: polygon(4, 1 / 8) },
  { filled: true, shape: polygon(3, 0) },
  { filled: false, shape: spokes(4, 0) },
  { filled: true, shape: polygon(4, 0) },
  { filled: true, shape: polygon(3, 1 / 2) },
  { filled: false, shape: spokes(4, 1 / 8) },
  { filled: false, shape: circle(0.75) },
  { filled: false, shape: spokes(6, 0) },
];

/** Colour of line i with markers. */
export function markerColor(i: number, theme: Theme): string {
  return COLORS[theme][i % COLORS[theme].length];
}

/** Draws the marker of line i about a point. */
export function drawMarker(ctx: Pen, i: number, x: number, y: number, radius: number): void {
  // Another shape than that of the lines with the same colour.
  const { filled, shape } = SHAPES[(i + Math.floor(i / COLORS.light.length)) % SHAPES.length];
  ctx.beginPath();
  shape(ctx, x, y, radius);
  if (filled) ctx.fill();
  else ctx.stroke();
}
