/** Width and theme of the page, and full screen: media queries, and the theme that the user has chosen. */
import { keep, recall } from './storage';

/** Media query of a narrow page, where the panel is a sheet at the bottom; the same width as in panel.css. */
export const PHONE = '(max-width: 600px)';

/** Media query of a phone or a tablet, where the panel is closed at first; the same width as in panel.css. */
export const NARROW = '(max-width: 1024px)';

/** Media query of a low window, as a phone on its side: messages and instruments stand beside the view; as in dock.css. */
export const LOW = '(min-width: 601px) and (max-height: 560px)';

/** Media query of a window of few lines, as at a zoom of 400 %: the page is one column, which scrolls; as in accessibility.css. */
const ONE_COLUMN = '(max-width: 600px) and (max-height: 520px), (max-width: 380px) and (max-height: 640px)';

/** Media query of a window that has room for one of controls, lesson and instruments. */
export const SMALL = `${PHONE}, (max-width: 1024px) and (max-height: 560px)`;

export type Theme = 'light' | 'dark';
type ThemeChoice = Theme | 'system';

/** Key in the browser's storage; index.html reads it too, before the first paint. */
const STORED = 'hooke.theme';

/** Shows a part that has opened, where the page is one column. Elsewhere every part has its place in the window. */
export function scrollToPart(part: Element): void {
  if (matchMedia(ONE_COLUMN).matches) part.scrollIntoView({ block: 'start' });
}

const listeners = new Set<() => void>();
let choice: ThemeChoice = storedChoice();

function storedChoice(): ThemeChoice {
  const stored = recall(STORED);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Chooses the theme of the whole page, for this visit and the next ones. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  keep(STORED, next === 'system' ? null : next);
  applyChoice();
  for (const listener of listeners) listener();
}

/** CSS takes each color from `color-scheme`; the browser's own bars from the meta element that applies. */
function applyChoice(): void {
  document.documentElement.style.colorScheme = choice === 'system' ? '' : choice;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const theme = meta.dataset.theme as Theme;
    meta.media = choice === 'system' ? `(prefers-color-scheme: ${theme})` : choice === theme ? 'all' : 'not all';
  }
}

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

/** The theme that the page has now. */
export const currentTheme = (): Theme => (choice !== 'system' ? choice : systemIsDark().matches ? 'dark' : 'light');

/** Calls `onTheme` with the page's theme now and after each change. */
export function watchTheme(onTheme: (theme: Theme) => void): void {
  const update = () => onTheme(currentTheme());
  applyChoice();
  systemIsDark().addEventListener('change', update);
  listeners.add(update);
  update();
}

/** True if the browser can fill the screen with the page: not on an iPhone, for example. */
export function canFillScreen(): boolean {
  return document.fullscreenEnabled === true;
}

export function fillsScreen(): boolean {
  return document.fullscreenElement != null;
}

/** Fills the screen, or leaves it. A browser that refuses changes nothing. */
export async function toggleFullscreen(): Promise<void> {
  if (!canFillScreen()) return;
  await (fillsScreen() ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
}
