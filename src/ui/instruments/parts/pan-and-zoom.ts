import type uPlot from 'uplot';

/** An interval of an axis. */
export type Range = [low: number, high: number];

/** Zoom factor of one notch of the mouse wheel. */
const NOTCH = 1.2;

/** A range zoomed in by a factor about a fixed value. */
export function zoomed([low, high]: Range, factor: number, about = (low + high) / 2): Range {
  return [about - (about - low) / factor, about + (high - about) / factor];
}

/**
 * Pans a plot along x by mouse or finger, and zooms it about the pointer by mouse wheel. A double click shows everything.
 * @param setRange called with the range to show; null: all data
 */
export function addPanAndZoom(plot: uPlot, setRange: (range: Range | null) => void): void {
  const { over } = plot;
  const shownRange = (): Range => [plot.scales.x.min ?? 0, plot.scales.x.max ?? 1];
  const perPixel = ([low, high]: Range) => (high - low) / Math.max(1, over.clientWidth);
  let from: { x: number; range: Range } | null = null;
  // A vertical swipe scrolls the dock.
  over.style.touchAction = 'pan-y';
  over.style.cursor = 'grab';

  over.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    from = { x: event.clientX, range: shownRange() };
    over.setPointerCapture(event.pointerId);
  });
  over.addEventListener('pointermove', (event) => {
    if (!from) return;
    const shift = (from.x - event.clientX) * perPixel(from.range);
    setRange([from.range[0] + shift, from.range[1] + shift]);
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
      const range = shownRange();
      const about = range[0] + (event.clientX - over.getBoundingClientRect().left) * perPixel(range);
      setRange(zoomed(range, event.deltaY < 0 ? NOTCH : 1 / NOTCH, about));
    },
    { passive: false },
  );
  over.addEventListener('dblclick', () => setRange(null));
}
