/** What a pressed pointer does until it is let go. Places are CSS pixels of the window. */
export interface Gesture {
  /** Once a frame, and where the pointer is let go; false where there is nothing left to hold. */
  move(to: readonly [number, number]): boolean;
  /** @param cancelled by Escape, by a second finger, or because the page has lost the pointer */
  end(cancelled: boolean): void;
}
