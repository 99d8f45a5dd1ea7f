import type { Vec3 } from '../../physics';
import { STRIDE } from '../../physics/model/model';
import type { PointerGrab } from '../../render/view';
import type { LabInternals } from '../lab/create-lab';

/** What a pressed pointer does until it is let go. Places are CSS pixels of the window. */
export interface Gesture {
  /** Once a frame, and where the pointer is let go; false where there is nothing left to hold. */
  move(to: readonly [number, number]): boolean;
  /** @param cancelled by Escape, by a second finger, or because the page has lost the pointer */
  end(cancelled: boolean): void;
}

/** Pulls a particle by a spring. The target is kept in `hand`, for the picture. */
export function pull(
  lab: LabInternals,
  hand: PointerGrab,
  particle: number,
  [x, y]: readonly [number, number],
): Gesture {
  const { view } = lab;
  const { positions } = lab.frame;
  const through = Array.from(positions.subarray(STRIDE * particle, STRIDE * particle + 3)) as Vec3;
  let known = false;
  hand.held = particle;
  hand.target = view.pointAt(x, y, through);
  void lab.engine.submitFromPointer({ type: 'grab', particle, target: hand.target }).then(() => {
    known = true;
  });
  return {
    move(to) {
      const { held } = lab.frame.status;
      // The scene was changed under the hand; a new resolution only gives what is held another number.
      if (known && held === null) return false;
      if (held !== null) hand.held = held;
      const target = view.pointAt(...to, through);
      if (target.every((value, i) => value === hand.target[i])) return true;
      hand.target = target;
      void lab.engine.submitFromPointer({ type: 'move', target });
      return true;
    },
    end() {
      hand.held = -1;
      void lab.engine.submitFromPointer({ type: 'release' });
    },
  };
}

/** Cuts the nearest spring, and then all that the way of the pointer crosses; one stroke is undone at once. */
export function cut(lab: LabInternals, stroke: number, start: readonly [number, number], reach: number): Gesture {
  const { view } = lab;
  /** Frames show a cut later than it is made: nothing is cut twice. */
  const gone = new Set<number>();
  let from = start;

  function sever(springs: number[]): void {
    const fresh = springs.filter((spring) => !gone.has(spring));
    for (const spring of fresh) gone.add(spring);
    if (fresh.length > 0) lab.cut(fresh, stroke).catch(() => {});
  }

  const nearest = view.springAt(...start, reach);
  if (nearest >= 0) sever([nearest]);
  return {
    move(to) {
      if (to[0] === from[0] && to[1] === from[1]) return true;
      sever(view.springsAcross(from, to));
      from = to;
      return true;
    },
    end() {},
  };
}
