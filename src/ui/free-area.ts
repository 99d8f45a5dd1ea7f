import { place } from './element';
import { PHONE } from './panel';

/** CSS pixels of the window that header, panel and bar cover. */
export interface Inset {
  top: number;
  right: number;
  bottom: number;
}

/** Tells how much of the window is covered: now, and whenever the window, the panel or the bar changes its size. */
export function watchFreeArea(onChange: (inset: Inset) => void): void {
  const panel = place('panel');
  const bar = place('bar');
  const body = place('panel-body');
  const tell = () => {
    const phone = matchMedia(PHONE).matches;
    const bottom = innerHeight - (phone ? panel : bar).getBoundingClientRect().top;
    const right = phone || body.hidden ? 0 : innerWidth - panel.getBoundingClientRect().left;
    const { style } = document.documentElement;
    style.setProperty('--bar', `${bar.offsetHeight}px`);
    style.setProperty('--right', `${right}px`);
    onChange({ top: place('top').getBoundingClientRect().bottom, right, bottom });
  };
  const observer = new ResizeObserver(tell);
  for (const part of [document.documentElement, panel, bar]) observer.observe(part);
  addEventListener('resize', tell);
  tell();
}
