import { element } from '../../controls/element';
import { type Theme, watchTheme } from '../../controls/media';
import type { Kind } from './map-cells';

/** Blue, yellow and vermilion of Okabe and Ito's, and a pattern each: none, stripes, crosses. */
export const FATES: Record<
  Kind,
  { label: string; help: string; fill: Record<Theme, string>; ink: Record<Theme, string> }
> = {
  holds: {
    label: 'holds',
    help: 'The run came to its end',
    fill: { light: '#b9dcf0', dark: '#1d4a66' },
    ink: { light: '#b9dcf0', dark: '#1d4a66' },
  },
  jitters: {
    label: 'jitters',
    help: 'It has far too much energy, or its springs leap by their own length, but stays where it is',
    fill: { light: '#f0d65c', dark: '#a08416' },
    ink: { light: '#6e5800', dark: '#f6e9a8' },
  },
  explodes: {
    label: 'explodes',
    help: 'Numbers overflow, or particles are gone for good',
    fill: { light: '#e08a52', dark: '#9c4310' },
    ink: { light: '#7c2f00', dark: '#ffcba8' },
  },
};

/** CSS pixels; of a pattern. */
const TILE = 8;

/** What the colours, patterns and lines of the map mean. */
export function createMapKey(): { node: HTMLElement; dispose(): void } {
  const swatches = (Object.keys(FATES) as Kind[]).map((kind) => ({
    kind,
    canvas: element('canvas', { width: 48, height: 32, 'aria-hidden': 'true' }),
  }));
  const node = element(
    'ul',
    { class: 'key', 'aria-label': 'Key of the map' },
    ...swatches.map(({ kind, canvas }) => element('li', { title: FATES[kind].help }, canvas, FATES[kind].label)),
    element(
      'li',
      { title: 'The longest step that the method holds for small motion, by theory' },
      element('i', { class: 'line' }),
      'limit by theory',
    ),
    element('li', { title: 'The present stiffness and step' }, element('i', { class: 'ring' }), 'present'),
  );
  function paint(theme: Theme): void {
    for (const { kind, canvas } of swatches) {
      const ctx = canvas.getContext('2d');
      if (!ctx) continue;
      ctx.fillStyle = FATES[kind].fill[theme];
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

/** A tile of the pattern, device pixels. */
export function tileOf(kind: Kind, theme: Theme): HTMLCanvasElement {
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.round(TILE * devicePixelRatio);
  const ctx = tile.getContext('2d');
  if (!ctx || kind === 'holds') return tile;
  ctx.scale(tile.width / TILE, tile.width / TILE);
  ctx.strokeStyle = FATES[kind].ink[theme];
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
