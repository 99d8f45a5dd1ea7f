/** How much of the controls a page in a frame of another page shows: `?embed`, and public/start.js. */
export type ShownControls = 'none' | 'basic' | 'full';

/** Undefined: the page is not embedded. */
export const shownControls = () => document.documentElement.dataset.controls as ShownControls | undefined;
