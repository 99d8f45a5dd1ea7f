/** Media query of a narrow page, where the panel is a sheet at the bottom; the same width as in panel.css. */
export const PHONE = '(max-width: 640px)';

/** Media query of a phone or a tablet, where the panel is closed at first; the same width as in panel.css. */
export const NARROW = '(max-width: 1024px)';

export type Theme = 'light' | 'dark';

/** Calls `onTheme` with the system's colour scheme now and after each change. Returns a function that ends this. */
export function watchTheme(onTheme: (theme: Theme) => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const update = () => onTheme(dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', update);
  update();
  return () => dark.removeEventListener('change', update);
}
