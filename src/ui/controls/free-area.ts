import { elementById } from './element';
import { PHONE } from './media';

/** Widths of the canvas edges that header, panel, bar and instruments cover, CSS pixels. */
export interface Inset {
  top: number;
  right: number;
  bottom: number;
  left?: number;
}

/** Calls `onChange` with the covered edges now, and whenever the canvas, the panel or the bar changes its size. */
export function watchFreeArea(onChange: (inset: Inset) => void): void {
  const panel = elementById('panel');
  const bar = elementById('bar');
  const canvas = elementById('view');
  const update = () => {
    const phone = matchMedia(PHONE).matches;
    const free = canvas.getBoundingClientRect();
    const bottom =
      Math.max(0, free.bottom - (phone ? panel : bar).getBoundingClientRect().top) + (phone ? viewBar() : 0);
    // Space for the panel is reserved before the panel exists.
    const hidden = document.getElementById('panel-body')?.hidden ?? false;
    const right = phone || hidden ? 0 : free.right - panel.getBoundingClientRect().left;
    const top = elementById('top').getBoundingClientRect().bottom;
    const { style } = document.documentElement;
    style.setProperty('--top', `${top}px`);
    style.setProperty('--bar', `${bar.offsetHeight}px`);
    style.setProperty('--right', `${right}px`);
    onChange({ top, right, bottom, left: leftOf(free) });
  };
  const observer = new ResizeObserver(update);
  const parts = [document.documentElement, canvas, panel, bar, elementById('top'), elementById('view-bar')];
  for (const part of parts) observer.observe(part);
  addEventListener('resize', update);
  update();
}

/** Height of the buttons over the lower edge of the canvas, CSS pixels: on a wide canvas they are beside the scene. */
function viewBar(): number {
  const buttons = document.querySelector<HTMLElement>('#view-bar .tools');
  return buttons && buttons.offsetHeight > 0 ? buttons.offsetHeight + 8 : 0;
}

/** Width of the instruments over the left of the canvas, CSS pixels. A change of it fires `resize`. */
function leftOf(free: DOMRect): number {
  const dock = document.getElementById('instruments')?.getBoundingClientRect();
  return dock && dock.width > 0 && dock.top < free.bottom - 1 ? Math.max(0, dock.right - free.left) : 0;
}

/** Widths of the window edges that are not a free part of the view, CSS pixels. */
export function coveredArea(): Required<Inset> {
  const free = elementById('view').getBoundingClientRect();
  const phone = matchMedia(PHONE).matches;
  const panel = elementById('panel').getBoundingClientRect();
  return {
    top: elementById('top').getBoundingClientRect().bottom,
    right: phone || elementById('panel-body').hidden ? 0 : innerWidth - panel.left,
    bottom: innerHeight - (phone ? panel : elementById('bar').getBoundingClientRect()).top,
    left: free.left + leftOf(free),
  };
}
