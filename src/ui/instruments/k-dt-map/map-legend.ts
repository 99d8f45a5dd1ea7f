import { element } from '../../controls/element';
import { type Theme, watchTheme } from '../../controls/media';
import type { OutcomeKind } from './map-cells';

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
    fill: { light: '#f0d65c', dark: '#a08416' },
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

/** The legend of the map: colours, patterns and lines. */
export function createMapLegend(): { node: HTMLElement; dispose(): void } {
  const swatches = (Object.keys(OUTCOMES) as OutcomeKind[]).map((kind) => ({
    kind,
    canvas: element('canvas', { width: 48, height: 32, 'aria-hidden': 'true' }),
  }));
  const node = element(
    'ul',
    { class: 'legend', 'aria-label': 'Legend of the map' },
    ...swatches.map(({ kind, canvas }) => element('li', { title: OUTCOMES[kind].help }, canvas, OUTCOMES[kind].label)),
    element(
      'li',
      { title: 'Largest stable step for small motion, in theory' },
      element('i', { class: 'line' }),
      'theoretical limit',
    ),
    element('li', { title: 'Current stiffness and step' }, element('i', { class: 'ring' }), 'current'),
  );
  function paint(theme: Theme): void {
    for (const { kind, canvas } of swatches) {
      const ctx = canvas.getContext('2d');
      if (!ctx) continue;
      ctx.fillStyle = OUTCOMES[kind].fill[theme];
      ctx.fillRect(0, 0, canvas.width, canvas.height);
      const pattern = ctx.createPattern(tileOf(kind, theme), 'repeat');
      if (!pattern) continue;
      pattern.setTransform(new DOMMatrix().scale(2 / devicePixelRatio));
      ctx.fillStyle = pattern;
      ctx.fillRect(0, 0, canvas.width, canvas.height);
    }
  }
  return { node, dispose: watchTheme(paint) };
}

/** A tile of an outcome's pattern, device pixels. */
export function tileOf(kind: OutcomeKind, theme: Theme): HTMLCanvasElement {
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.round(TILE * devicePixelRatio);
  const ctx = tile.getContext('2d');
  if (!ctx || kind === 'holds') return tile;
  ctx.scale(tile.width / TILE, tile.width / TILE);
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
