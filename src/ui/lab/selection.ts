/** The particles that the user has selected, to act on them or to let forces act on them. */
export interface Selection {
  /** Ascending; a new array after each change. */
  readonly particles: readonly number[];
  select(particles: readonly number[]): void;
}

/** @param onChange called after each change */
export function createSelection(onChange: (particles: readonly number[]) => void): Selection {
  let selected: readonly number[] = [];
  return {
    get particles() {
      return selected;
    },
    select(particles) {
      selected = [...particles].sort((a, b) => a - b);
      onChange(selected);
    },
  };
}
