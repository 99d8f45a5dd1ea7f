import type { HandState } from './pins-and-hand';

/** What the hand did in the last picture. */
export interface LastHand extends HandState {
  /** Takes up what it does now; whether that is something else. */
  follow(hand: HandState): boolean;
}

export function createLastHand(): LastHand {
  const target: [number, number, number] = [0, 0, 0];
  const last = {
    hover: -1,
    held: -1,
    target,
    follow({ hover, held, target: to }: HandState) {
      const same = hover === last.hover && held === last.held && target.every((x, c) => x === to[c]);
      last.hover = hover;
      last.held = held;
      for (let c = 0; c < 3; c++) target[c] = to[c];
      return !same;
    },
  };
  return last;
}
