import type { Vec3 } from '../../physics';
import { STRIDE } from '../../physics/model/model';
import type { PointerGrab } from '../../render/view';
import type { LabInternals } from '../lab/create-lab';

/** What a pressed pointer does until it is released. Positions are CSS pixels of the window. */
export interface Gesture {
  /** Called once a frame and at the release. Returns false when there is nothing left to hold. */
  move(to: readonly [number, number]): boolean;
  /** @param cancelled true after Escape, a second finger, or a lost pointer */
  end(cancelled: boolean): void;
}

/** Pulls a particle by a spring. Updates `grab`, which the view draws. */
export function pull(
  lab: LabInternals,
  grab: PointerGrab,
  particle: number,
  [x, y]: readonly [number, number],
): Gesture {
  const { view } = lab;
  const { positions } = lab.frame;
  const through = Array.from(positions.subarray(STRIDE * particle, STRIDE * particle + 3)) as Vec3;
  let known = false;
  grab.held = particle;
  grab.target = view.pointAt(x, y, through);
  void lab.engine.submitFromPointer({ type: 'grab', particle, target: grab.target }).then(() => {
    known = true;
  });
  return {
    move(to) {
      const { held } = lab.frame.status;
      // A new scene releases the particle; a new resolution only changes its index.
      if (known && held === null) return false;
      if (held !== null) grab.held = held;
      const target = view.pointAt(...to, through);
      if (target.every((value, i) => value === grab.target[i])) return true;
      grab.target = target;
      void lab.engine.submitFromPointer({ type: 'move', target });
      return true;
    },
    end() {
      grab.held = -1;
      void lab.engine.submitFromPointer({ type: 'release' });
    },
  };
}

/** The crossings of a stroke that its next cut may continue from: more than any pointer crosses between two frames. */
const CONTINUED = 60;

/** Cuts along the stroke as it goes on; a click cuts across the nearest spring. One undo closes the whole cut. */
export function cut(lab: LabInternals, start: readonly [number, number], reach: number): Gesture {
  const { view } = lab;
  /** Springs that the stroke has crossed, in their order. */
  const crossed: number[] = [];
  let from = start;

  return {
    move(to) {
      if (to[0] === from[0] && to[1] === from[1]) return true;
      const crossings = view.springsAcross(from, to).filter(({ spring }) => !crossed.includes(spring));
      from = to;
      if (crossings.length === 0) return true;
      const springs = crossings.map(({ spring }) => spring);
      const along = { at: crossings.map(({ at }) => at), after: crossed.slice(-CONTINUED) };
      lab.cut(springs, along).catch(() => {});
      crossed.push(...springs);
      return true;
    },
    end(cancelled) {
      const nearest = cancelled || crossed.length > 0 ? -1 : view.springAt(...start, reach);
      if (nearest >= 0) lab.cut(nearest).catch(() => {});
    },
  };
}
