import type { GrabState } from './pins-and-grab';

/** What the hand did in the last picture. */
export interface LastGrab extends GrabState {
  /** Takes up what it does now; whether that is something else. */
  follow(hand: GrabState): boolean;
}

export function createLastGrab(): LastGrab {
  const target: [number, number, number] = [0, 0, 0];
  const last = {
    hover: -1,
    held: -1,
    target,
    follow({ hover, held, target: to }: GrabState) {
      const same = hover === last.hover && held === last.held && target.every((x, c) => x === to[c]);
      last.hover = hover;
      last.held = held;
      for (let c = 0; c < 3; c++) target[c] = to[c];
      return !same;
    },
  };
  return last;
}
