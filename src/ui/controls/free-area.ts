/** The free part of the view: the largest rectangle of the canvas that nothing covers. The camera frames the scene in it. */
import { elementById } from './element';

/** Edges of a rectangle in the window, or widths that are covered at each edge, CSS pixels. */
type Edges = Record<'top' | 'right' | 'bottom' | 'left', number>;

/** What covers the canvas, from the edges of the window inwards. Not the legend: it is translucent, and comes and goes with every pull. */
const COVERS = [
  '#bar',
  '#top',
  '#panel:empty, #panel-body',
  '#panel-toggle',
  '#instruments',
  '#messages',
  '#view-bar:has(> :only-child), #view-bar > :not(#legend)',
];
/** A free part that is longer than this, times its width, shows the scene no larger. */
const MAX_ASPECT = 1.4;

/**
 * Calls `onChange` with the covered edges now, and whenever the canvas or what covers it changes its size.
 * @param onChange `eased` is true if something has opened or closed in the same window
 */
export function watchFreeArea(onChange: (inset: Edges, eased: boolean) => void): void {
  const canvas = elementById('view');
  const [top, bar, messages] = ['top', 'bar', 'messages'].map(elementById);
  /** Pointers that are pressed on the view. */
  const held = new Set<number>();
  let shown = '';
  const update = () => {
    const body =
      document.getElementById('panel-body')?.getBoundingClientRect() ?? elementById('panel').getBoundingClientRect();
    const { style } = document.documentElement;
    style.setProperty('--top', `${top.getBoundingClientRect().bottom}px`);
    style.setProperty('--bar', `${bar.offsetHeight}px`);
    // A sheet is as wide as the window.
    const panel = document.dir === 'rtl' ? body.right : innerWidth - body.left;
    style.setProperty('--right', `${body.width > 0 && body.width < innerWidth ? panel : 0}px`);
    // Under a pressed pointer the view stays: the press holds a particle, or turns the camera.
    if (held.size > 0) return;
    const [view, free] = [canvas.getBoundingClientRect(), freePart()];
    const inset = {
      top: free.top - view.top,
      right: view.right - free.right,
      bottom: view.bottom - free.bottom,
      left: free.left - view.left,
    };
    const window = `${innerWidth} ${innerHeight} ${scrollY}`;
    onChange(inset, window === shown);
    shown = window;
  };
  const observer = new ResizeObserver(update);
  const parts = ['panel', 'view-bar'].map(elementById);
  for (const part of [document.documentElement, canvas, top, bar, messages, ...parts]) observer.observe(part);
  addEventListener('resize', update);
  // The page scrolls where it is one column.
  addEventListener('scroll', update, { passive: true });
  const release = ({ pointerId }: PointerEvent) => {
    if (held.delete(pointerId)) update();
  };
  canvas.addEventListener('pointerdown', ({ pointerId }) => held.add(pointerId));
  addEventListener('pointerup', release);
  addEventListener('pointercancel', release);
  update();
}

/** Widths of the window edges that are not a free part of the view, CSS pixels. */
export function coveredArea(): Edges {
  const { top, right, bottom, left } = freePart();
  return { top, right: innerWidth - right, bottom: innerHeight - bottom, left };
}

/** The canvas without what covers it. */
function freePart(): Edges {
  const { top, right, bottom, left } = elementById('view').getBoundingClientRect();
  const free = { top, right, bottom, left };
  for (const cover of COVERS) {
    for (const part of document.querySelectorAll(cover)) cutOff(free, part.getBoundingClientRect());
  }
  return free;
}

/** Moves one edge of `free` so that `box` is outside of it: the edge that leaves most of the part useful. */
function cutOff(free: Edges, box: DOMRect): void {
  const overlaps = box.left < free.right && box.right > free.left && box.top < free.bottom && box.bottom > free.top;
  if (!overlaps || box.width === 0 || box.height === 0) return;
  const cuts = [{ top: box.bottom }, { bottom: box.top }, { right: box.left }, { left: box.right }];
  const parts = cuts.map((cut) => ({ ...free, ...cut }));
  Object.assign(
    free,
    parts.reduce((a, b) => (usefulArea(b) > usefulArea(a) ? b : a)),
  );
}

function usefulArea({ left, right, top, bottom }: Edges): number {
  const [width, height] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  return Math.min(width, MAX_ASPECT * height) * Math.min(height, MAX_ASPECT * width);
}
