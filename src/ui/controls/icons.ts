import { button, element } from './element';

/** Outlines of icons on a grid of 16 × 16, drawn in the text colour. */
const PATHS = {
  play: 'M5 3.2v9.6L12.6 8z',
  pause: 'M5 3.5v9M11 3.5v9',
  step: 'M3.5 3.5v9L10 8zM13 3.5v9',
  reset: 'M3.4 6.2A5 5 0 1 1 3 8.6M3 2.8v3.6h3.6',
  grab: 'M5.5 8.5v-5a1 1 0 0 1 2 0v3.2-4.2a1 1 0 0 1 2 0v4.2-3.4a1 1 0 0 1 2 0v6.2a4 4 0 0 1-4 4c-2 0-3-1-3.8-2.6L2.6 8.6a1 1 0 0 1 1.7-1z',
  pin: 'M6 2.5h4l-.6 4.3 2.1 2.4h-7l2.1-2.4zM8 9.2v4.6',
  cut: 'M4.2 2.5l6 8.2M11.8 2.5l-6 8.2M6 12.2a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0zM13.4 12.2a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0z',
  tear: 'M3 2.5h3.6L5.4 5l2 2-1.8 2.4 1.8 4.1H3zM13 2.5H9.6L8.4 5l2 2-1.8 2.4 1.8 4.1H13z',
  select: 'M3 5.5V3h2.5M10.5 3H13v2.5M13 10.5V13h-2.5M5.5 13H3v-2.5M7 8h2M8 7v2',
  push: 'M3 5h7.5M8.3 2.8L10.5 5 8.3 7.2M5 11h8M10.8 8.8L13 11l-2.2 2.2',
  undo: 'M5.6 3L2.8 5.8l2.8 2.8M3 5.8h6.4a3.6 3.6 0 0 1 0 7.2H6',
  redo: 'M10.4 3l2.8 2.8-2.8 2.8M13 5.8H6.6a3.6 3.6 0 0 0 0 7.2H10',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11M8 5.5h4.8M8 8h5.5M8 10.5h4.8',
  fullscreen: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  numbers: 'M3 4h2M7.5 4H13M3 8h2M7.5 8H13M3 12h2M7.5 12H13',
  close: 'M4 4l8 8M12 4l-8 8',
  help: 'M5.6 6a2.4 2.4 0 1 1 3.7 2c-.9.6-1.3 1-1.3 2M8 12.4v.6',
  lesson:
    'M8 4.4C6.6 3.3 4.7 3 2.5 3.2v8.9c2.2-.2 4.1.1 5.5 1.2 1.4-1.1 3.3-1.4 5.5-1.2V3.2C11.3 3 9.4 3.3 8 4.4zM8 4.4v8.9',
  course: 'M1.5 5.8L8 3l6.5 2.8L8 8.6zM4.3 7.2v3.6c2 1.7 5.4 1.7 7.4 0V7.2M14.5 5.8v4.4',
  list: 'M4 6.2l4 4 4-4',
  instruments: 'M2.5 2.5v11h11M4.5 10.5c2 0 2-6 4-6s2 4 5 4',
  duel: 'M2 4.5h4.5v7H2zM9.5 6l4.5-2-2 4 2.5 4-5-1.5z',
  beside: 'M2.5 3h11v10h-11zM8 3v10',
  controls:
    'M2.5 5h6M12 5h1.5M2.5 11H4M7.5 11h6M12 5a1.7 1.7 0 1 1-3.4 0A1.7 1.7 0 0 1 12 5zM7.5 11a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0z',
} as const;
export type IconName = keyof typeof PATHS;

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an icon. It is hidden from screen readers, because its button has a label. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(document.createElementNS(SVG, 'path'));
  return setIcon(svg, name);
}

export function setIcon(svg: SVGSVGElement, name: IconName): SVGSVGElement {
  svg.firstElementChild?.setAttribute('d', PATHS[name]);
  return svg;
}

/** The cross that closes something. @param name accessible name */
export const closeButton = (name: string, title: string, close: (event: Event) => void) =>
  button(icon('close'), title, close, { class: 'close', 'aria-label': name });

/** What a button shows that has an icon and a name. */
export const withIcon = (name: IconName, label: string) => [icon(name), element('span', label)];
