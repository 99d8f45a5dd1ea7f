/** Texts that the browser keeps for the page. Where it denies storage, or has no room, nothing is kept. */

/** Key of the language that was chosen last. */
export const LANGUAGE = 'hooke.language';

/** @param place `sessionStorage`: until the tab is closed @returns null without one */
export function recall(key: string, place: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** @param text null: forgets it */
export function keep(
  key: string,
  text: string | null,
  place: 'localStorage' | 'sessionStorage' = 'localStorage',
): void {
  try {
    if (text === null) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, text);
  } catch {
    // For this visit only.
  }
}
