/** Moves the camera smoothly to a new place, and its target to another point of the canvas. */

export interface CameraPlace {
  /** The point that the camera turns about, m. */
  readonly target: readonly [number, number, number];
  /** m. */
  readonly distance: number;
}

/** A place between two: linear in the target and in the logarithm of the distance. */
export function placeBetween(from: CameraPlace, to: CameraPlace, part: number): CameraPlace {
  const distance = from.distance ** (1 - part) * to.distance ** part;
  const [x, y, z] = from.target.map((start, c) => start + part * (to.target[c] - start));
  return { target: [x, y, z], distance };
}

/** Time in which the camera goes 63 % of the way, ms. */
const EASE = 90;
/** Parts of the size in view, and CSS pixels, over which the last step goes. */
const ARRIVED = 5e-4;
const ARRIVED_PIXELS = 0.5;

interface Goal {
  /** Null: the user or a show moves the camera. */
  readonly place: CameraPlace | null;
  /** Size of what is shown there, m. */
  readonly size: number;
  /** See `Glides`. */
  readonly offset: readonly number[];
}

/** The camera, as a glide moves it. */
export interface Glides {
  place(): CameraPlace;
  /** From where the target appears to the middle of the canvas, to the right and down, CSS pixels. */
  offset(): readonly number[];
  /** @param size m; of what is shown */
  moveTo(place: CameraPlace, size: number): void;
  setOffset(offset: readonly number[]): void;
}

export function createGlide(camera: Glides) {
  let goal: Goal | null = null;
  /** Time of the last step, ms. */
  let time = 0;

  /** @param part of the way to the goal */
  function step({ place, size, offset }: Goal, part: number): void {
    const [from, now] = [camera.place(), camera.offset()];
    const far = place ? Math.hypot(...place.target.map((x, c) => x - from.target[c])) / place.distance : 0;
    const ratio = place ? Math.abs(Math.log(place.distance / from.distance)) : 0;
    const pixels = Math.hypot(...offset.map((x, axis) => x - now[axis]));
    const arrives = part === 1 || (far + ratio < ARRIVED && pixels < ARRIVED_PIXELS);
    if (place) camera.moveTo(arrives ? place : placeBetween(from, place, part), size);
    camera.setOffset(arrives ? offset : now.map((x, axis) => x + part * (offset[axis] - x)));
    goal = arrives ? null : { place, size, offset };
  }

  return {
    /** Where the camera goes; null: it is there. */
    get goal() {
      return goal;
    },
    /** Goes there smoothly, or at once where the system asks for reduced motion. */
    to(place: CameraPlace | null, size: number, offset: readonly number[] = goal?.offset ?? camera.offset()) {
      if (!goal) time = performance.now();
      goal = { place, size, offset };
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) step(goal, 1);
    },
    /** Something else moves the camera from now on. */
    dropPlace() {
      if (goal) goal = { ...goal, place: null };
    },
    /** Stays where it is. */
    stop() {
      goal = null;
    },
    /** Goes on; call once a frame. */
    update() {
      if (!goal) return;
      const now = performance.now();
      step(goal, 1 - Math.exp((time - now) / EASE));
      time = now;
    },
  };
}
