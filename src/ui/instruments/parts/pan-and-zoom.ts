import type uPlot from 'uplot';

/** From a value to another one. */
export type Range = [low: number, high: number];

/** How much one notch of a wheel zooms. */
const NOTCH = 1.2;

/** Of a range, the part that is left when everything in it is drawn together about a point by a factor. */
export function zoomed([low, high]: Range, factor: number, about = (low + high) / 2): Range {
  return [about - (about - low) / factor, about + (high - about) / factor];
}

/**
 * Lets a mouse drag a plot along x, a finger too, and its wheel zoom about the pointer; a double click shows everything.
 * @param look told what is to be shown; null: everything
 */
export function letPanAndZoom(plot: uPlot, look: (range: Range | null) => void): void {
  const { over } = plot;
  /** What is shown, and what one CSS pixel is of it. */
  const shown = (): Range => [plot.scales.x.min ?? 0, plot.scales.x.max ?? 1];
  const perPixel = ([low, high]: Range) => (high - low) / Math.max(1, over.clientWidth);
  let from: { x: number; range: Range } | null = null;
  // What goes up and down scrolls the sheet.
  over.style.touchAction = 'pan-y';
  over.style.cursor = 'grab';

  over.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    from = { x: event.clientX, range: shown() };
    over.setPointerCapture(event.pointerId);
  });
  over.addEventListener('pointermove', (event) => {
    if (!from) return;
    const way = (from.x - event.clientX) * perPixel(from.range);
    look([from.range[0] + way, from.range[1] + way]);
  });
  for (const type of ['pointerup', 'pointercancel'] as const) {
    over.addEventListener(type, () => {
      from = null;
    });
  }
  over.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const range = shown();
      const about = range[0] + (event.clientX - over.getBoundingClientRect().left) * perPixel(range);
      look(zoomed(range, event.deltaY < 0 ? NOTCH : 1 / NOTCH, about));
    },
    { passive: false },
  );
  over.addEventListener('dblclick', () => look(null));
}
