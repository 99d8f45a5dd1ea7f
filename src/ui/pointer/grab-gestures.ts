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

/** Pulls a particle by a spring, with one of the two hands. Updates that hand in `grab`, which the view draws. */
export function pull(
  lab: LabInternals,
  grab: PointerGrab,
  particle: number,
  [x, y]: readonly [number, number],
  hand: number,
): Gesture {
  const { view } = lab;
  const own = grab.hands[hand];
  /** The first hand is that of commands without a number. */
  const which = hand === 0 ? {} : { hand };
  const { positions } = lab.frame;
  const through = Array.from(positions.subarray(STRIDE * particle, STRIDE * particle + 3)) as Vec3;
  let known = false;
  own.held = particle;
  own.target = view.pointAt(x, y, through);
  void lab.engine.submitFromPointer({ type: 'grab', particle, target: own.target, ...which }).then(() => {
    known = true;
  });
  return {
    move(to) {
      const held = lab.frame.status.grabs.find((one) => one.hand === hand);
      // A new scene releases the particle; a new resolution only changes its index.
      if (known && !held) return false;
      if (held) own.held = held.particle;
      const target = view.pointAt(...to, through);
      if (target.every((value, i) => value === own.target[i])) return true;
      own.target = target;
      void lab.engine.submitFromPointer({ type: 'move', target, ...which });
      return true;
    },
    end() {
      own.held = -1;
      void lab.engine.submitFromPointer({ type: 'release', ...which });
    },
  };
}

/**
 * m/m; strain at which the tool tears. Outside the grips of hand and pins the default cloth is strained by 0.07 at most by its weight, also
 * when it swings from one corner, by 0.19 by a pull of 0.2 m, and by 0.34 at least by a pull of 0.9 m.
 */
export const TEAR_STRAIN = 0.3;

/** Lets cloth tear where it is stretched too far. Returns what ends this. A value that the user has set stays. */
export function startTearing(lab: LabInternals): () => void {
  if (lab.frame.status.params.tearStrain > 0) return () => {};
  const tearAt = (value: number) => void lab.engine.submitFromPointer({ type: 'set', key: 'tearStrain', value });
  tearAt(TEAR_STRAIN);
  return () => tearAt(0);
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
