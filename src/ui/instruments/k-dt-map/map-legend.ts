import type { Outcome } from '../../../physics/analysis/studies/refine-map';
import type { Theme } from '../../controls/media';
import { type DrawingContext, type LegendEntry, type Pen, strokeLine } from '../parts/canvas';

export type OutcomeKind = Outcome['kind'];

/** Blue, yellow and vermilion of Okabe and Ito, and a pattern each: none, stripes, crosses. */
export const OUTCOMES: Record<
  OutcomeKind,
  { label: string; help: string; fill: Record<Theme, string>; ink: Record<Theme, string> }
> = {
  holds: {
    label: 'stable',
    help: 'The run completed all its steps',
    fill: { light: '#b9dcf0', dark: '#1d4a66' },
    ink: { light: '#b9dcf0', dark: '#1d4a66' },
  },
  jitters: {
    label: 'jitters',
    help: 'Far too much energy, or springs that change by their own length in a step, but no runaway',
    fill: { light: '#f0d65c', dark: '#96790f' },
    ink: { light: '#6e5800', dark: '#f6e9a8' },
  },
  explodes: {
    label: 'blows up',
    help: 'Numbers overflow, or particles fly away',
    fill: { light: '#e08a52', dark: '#9c4310' },
    ink: { light: '#7c2f00', dark: '#ffcba8' },
  },
};

/** Side of a pattern tile, CSS pixels. */
const TILE = 8;

export const MAP_LEGEND: readonly LegendEntry[] = [
  ...(Object.keys(OUTCOMES) as OutcomeKind[]).map((kind) => ({
    ...OUTCOMES[kind],
    sample({ ctx, width, height, theme }: DrawingContext) {
      ctx.beginPath();
      ctx.rect(0, 0, width, height);
      fillOutcome(ctx, kind, theme);
    },
  })),
  {
    label: 'theoretical limit',
    help: 'Largest stable step for small motion, in theory',
    sample({ ctx, width, height, color }) {
      ctx.strokeStyle = color('--ink');
      ctx.lineWidth = 2;
      strokeLine(ctx, 0, height / 2, width, height / 2);
    },
  },
  {
    label: 'current',
    help: 'Current stiffness and step',
    sample: ({ ctx, width, height, color }) => drawRing(ctx, width / 2, height / 2, color('--ink')),
  },
];

/** Fills the path in the colour and with the pattern of an outcome. */
export function fillOutcome(ctx: Pen, kind: OutcomeKind, theme: Theme): void {
  ctx.fillStyle = OUTCOMES[kind].fill[theme];
  ctx.fill();
  const pattern = kind !== 'holds' && ctx.createPattern(tileOf(kind, theme), 'repeat');
  if (!pattern) return;
  pattern.setTransform(new DOMMatrix().scale(1 / tileScale()));
  ctx.fillStyle = pattern;
  ctx.fill();
}

/** The current stiffness and step. */
export function drawRing(ctx: Pen, x: number, y: number, ink: string, width = 2.5): void {
  ctx.strokeStyle = ink;
  ctx.lineWidth = width;
  ctx.beginPath();
  ctx.arc(x, y, 7, 0, 2 * Math.PI);
  ctx.stroke();
}

/** Pixels of a tile for a CSS pixel: at least two, for files. */
const tileScale = () => Math.max(2, Math.ceil(devicePixelRatio));

/** A tile of an outcome's pattern. */
function tileOf(kind: OutcomeKind, theme: Theme): HTMLCanvasElement {
  const tile = document.createElement('canvas');
  tile.width = tile.height = TILE * tileScale();
  const ctx = tile.getContext('2d');
  if (!ctx) return tile;
  ctx.scale(tileScale(), tileScale());
  ctx.strokeStyle = OUTCOMES[kind].ink[theme];
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  if (kind === 'jitters') {
    for (const shift of [-TILE, 0, TILE]) {
      ctx.moveTo(shift, TILE);
      ctx.lineTo(shift + TILE, 0);
    }
  } else {
    ctx.moveTo(2, 2);
    ctx.lineTo(6, 6);
    ctx.moveTo(6, 2);
    ctx.lineTo(2, 6);
  }
  ctx.stroke();
  return tile;
}
