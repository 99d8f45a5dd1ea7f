import { place } from './element';
import { PHONE } from './media';

/** CSS pixels of the canvas that header, panel, bar and instruments cover. */
export interface Inset {
  top: number;
  right: number;
  bottom: number;
  left?: number;
}

/** Tells how much of the canvas is covered: now, and whenever the canvas, the panel or the bar changes its size. */
export function watchFreeArea(onChange: (inset: Inset) => void): void {
  const panel = place('panel');
  const bar = place('bar');
  const canvas = place('view');
  const tell = () => {
    const phone = matchMedia(PHONE).matches;
    const free = canvas.getBoundingClientRect();
    const bottom = Math.max(0, free.bottom - (phone ? panel : bar).getBoundingClientRect().top);
    // Before there is one, its place is kept free.
    const hidden = document.getElementById('panel-body')?.hidden ?? false;
    const right = phone || hidden ? 0 : free.right - panel.getBoundingClientRect().left;
    const { style } = document.documentElement;
    style.setProperty('--bar', `${bar.offsetHeight}px`);
    style.setProperty('--right', `${right}px`);
    onChange({ top: place('top').getBoundingClientRect().bottom, right, bottom, left: leftOf(free) });
  };
  const observer = new ResizeObserver(tell);
  for (const part of [document.documentElement, canvas, panel, bar]) observer.observe(part);
  addEventListener('resize', tell);
  tell();
}

/** How far the instruments reach into the canvas from its left; they tell of another size as a window does. */
function leftOf(free: DOMRect): number {
  const dock = document.getElementById('instruments')?.getBoundingClientRect();
  return dock && dock.width > 0 && dock.top < free.bottom - 1 ? Math.max(0, dock.right - free.left) : 0;
}

/** CSS pixels of the window that are no free part of the picture. */
export function coveredArea(): Required<Inset> {
  const free = place('view').getBoundingClientRect();
  const phone = matchMedia(PHONE).matches;
  const panel = place('panel').getBoundingClientRect();
  return {
    top: place('top').getBoundingClientRect().bottom,
    right: phone || place('panel-body').hidden ? 0 : innerWidth - panel.left,
    bottom: innerHeight - (phone ? panel : place('bar').getBoundingClientRect()).top,
    left: free.left + leftOf(free),
  };
}
