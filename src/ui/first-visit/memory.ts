/** What the browser remembers about earlier visits. Where storage is denied, every visit is the first. */

/** `pulled`: something was pulled, the hint is not needed again. `offered`: the tour was offered. */
type Fact = 'pulled' | 'offered';

const keyOf = (fact: Fact) => `hooke.${fact}`;

export function remembers(fact: Fact): boolean {
  try {
    return localStorage.getItem(keyOf(fact)) !== null;
  } catch {
    return false;
  }
}

export function remember(fact: Fact): void {
  try {
    localStorage.setItem(keyOf(fact), '1');
  } catch {
    // Nothing to do: the browser does not allow it, or its storage is full.
  }
}
