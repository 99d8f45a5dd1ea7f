/** Zooms out while a blow-up is shown, so that it stays in view, and back to the user's place after it. */
import type { BlowUpShow, Box, ShownBoxes } from '../runtime/frame/frame';
import type { Background } from './background/background';
import type { SoftShadow } from './background/soft-shadow';
import type { SceneBounds } from './bounds/scene-bounds';
import type { CameraPlace, SceneCamera } from './camera';
import type { ClothSurface } from './cloth/cloth-surface';

/** The parts of the view that are fitted to what is shown. */
export interface EnlargedParts {
  readonly camera: SceneCamera;
  readonly shadow: SoftShadow;
  readonly background: Background;
  readonly cloth: ClothSurface;
}

export interface ZoomOut {
  /** Fits the view to this moment of a show, or brings it back where there is none. @param scene null: nothing is drawn yet */
  update(show: BlowUpShow | null, scene: SceneBounds | null): void;
}

/** Size of the framed box, between those of the boxes around most and around all particles: their powers of 1 − FRAMED and FRAMED. */
const FRAMED = 0.45;
/** Growth over which the camera changes from the user's place to one that frames the box. */
const CHANGES_OVER = 2.5;
/** Time to return, ms. */
const RETURN = 800;

/** @param onChange called when the picture has to be drawn again */
export function createZoomOut({ camera, shadow, background, cloth }: EnlargedParts, onChange: () => void): ZoomOut {
  /** The user's place; null: the camera is there. */
  let home: CameraPlace | null = null;
  let boxes: ShownBoxes | null = null;
  /** m; of what the camera shows. */
  let size = 0;
  /** The same, over the size of the scene. */
  let growth = 1;
  /** Time of the end of the show, ms, and the place then. */
  let end: { time: number; place: CameraPlace } | null = null;

  function follow(next: ShownBoxes, scene: SceneBounds): void {
    home ??= camera.place;
    end = null;
    boxes = next;
    const [first, all] = [next.first, next.all].map(boundsOf);
    const framed = boundsOf(between(next.most, next.all));
    size = Math.max(framed.size, scene.size);
    fitTo(all, all.size / first.size);
    growth = Math.max(1, framed.size / first.size);
    background.setGrowth(growth);
    const [from, to] = [first, framed].map((bounds) => camera.distanceFor(bounds));
    const part = Math.min(1, Math.max(0, Math.log(to / from) / Math.log(CHANGES_OVER)));
    move(home, { target: add(home.target, framed.center, first.center), distance: to }, part, size);
  }

  /** Moves to a place between two: linear in the target and in the logarithm of the distance, and no nearer than home. */
  function move(from: CameraPlace, to: CameraPlace, part: number, shownSize: number): void {
    const distance = from.distance ** (1 - part) * to.distance ** part;
    const target = from.target.map((x, c) => x + part * (to.target[c] - x)) as Point;
    camera.moveTo({ target, distance: Math.max(distance, home?.distance ?? 0) }, shownSize);
  }

  /** Fits light and cloth. @param growth of the cloth */
  function fitTo(bounds: Pick<SceneBounds, 'center' | 'size'>, growth: number): void {
    shadow.place(bounds);
    cloth.setGrowth(Math.max(1, growth));
    onChange();
  }

  function goBack(now: number, scene: SceneBounds): void {
    if (!home) return;
    if (!end) fitTo(scene, 1);
    end ??= { time: now, place: camera.place };
    const passed = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : (now - end.time) / RETURN;
    const part = passed * passed * (3 - 2 * passed);
    background.setGrowth(passed < 1 ? growth ** (1 - part) : 1);
    if (passed < 1) {
      move(end.place, home, part, size);
      return;
    }
    camera.moveTo(home, null);
    home = boxes = end = null;
  }

  return {
    update(show, scene) {
      if (!scene) return;
      if (!show) goBack(performance.now(), scene);
      else if (show.boxes && show.boxes !== boxes) follow(show.boxes, scene);
    },
  };
}

type Point = [number, number, number];

/** The box that the camera shows: the outermost particles leave the picture. */
function between(most: Box, all: Box): Box {
  const ratio = boundsOf(all).size / boundsOf(most).size;
  const part = ratio > 1.001 ? (ratio ** FRAMED - 1) / (ratio - 1) : FRAMED;
  const corner = (from: Point, to: Point) => from.map((x, c) => x + part * (to[c] - x)) as Point;
  return { min: corner(most.min, all.min), max: corner(most.max, all.max) };
}

function boundsOf({ min, max }: Box): Pick<SceneBounds, 'min' | 'max' | 'center' | 'size'> {
  const center = min.map((low, c) => (low + max[c]) / 2) as Point;
  return { min, max, center, size: Math.hypot(...max.map((x, c) => x - min[c])) };
}

/** a + b − c. */
function add(a: readonly number[], b: readonly number[], c: readonly number[]): Point {
  return a.map((x, axis) => x + b[axis] - c[axis]) as Point;
}
