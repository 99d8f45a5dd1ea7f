export type Theme = 'light' | 'dark';

/** Tells the system's choice now and whenever it changes, until what it returns is called. */
export function watchTheme(onTheme: (theme: Theme) => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const tell = () => onTheme(dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', tell);
  tell();
  return () => dark.removeEventListener('change', tell);
}
