import { element } from '../../controls/element';
import { type Theme, watchTheme } from '../../controls/media';
import type { Kind } from './map-cells';
import { FATES, tileOf } from './map-picture';

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
