/** Zooms out while a blow-up is shown, so that it stays in view, and back to the user's place after it. */
import type { BlowUpShow, Box } from '../runtime/frame/frame';
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

/** Part of the box that is framed: the outermost particles leave the picture. */
const FRAMED = 0.66;
/** Growth over which the camera changes from the user's place to one that frames the box. */
const CHANGES_OVER = 2.5;
/** Time to return, ms. */
const RETURN = 800;

/** @param onChange called when the picture has to be drawn again */
export function createZoomOut({ camera, shadow, background, cloth }: EnlargedParts, onChange: () => void): ZoomOut {
  /** The user's place; null: the camera is there. */
  let home: CameraPlace | null = null;
  let box: Box | null = null;
  /** m; diagonal of the box. */
  let size = 0;
  /** Time of the end of the show, ms, and the place then. */
  let end: { time: number; place: CameraPlace } | null = null;

  function follow(first: Box, next: Box, scene: SceneBounds): void {
    home ??= camera.place;
    end = null;
    box = next;
    const [before, now] = [boundsOf(first), boundsOf(next)];
    size = now.size;
    fitTo(now, size / before.size);
    const [from, to] = [first, next].map((one) => camera.distanceFor(boundsOf(one, FRAMED)));
    const part = Math.min(1, Math.max(0, Math.log(to / from) / Math.log(CHANGES_OVER)));
    move(home, { target: add(home.target, now.center, before.center), distance: to }, part, Math.max(size, scene.size));
  }

  /** Moves to a place between two: linear in the target and in the logarithm of the distance, and no nearer than home. */
  function move(from: CameraPlace, to: CameraPlace, part: number, shownSize: number): void {
    const distance = from.distance ** (1 - part) * to.distance ** part;
    const target = from.target.map((x, c) => x + part * (to.target[c] - x)) as Point;
    camera.moveTo({ target, distance: Math.max(distance, home?.distance ?? 0) }, shownSize);
  }

  /** Fits light, room and cloth. */
  function fitTo(bounds: Pick<SceneBounds, 'center' | 'size'>, growth: number): void {
    shadow.place(bounds);
    background.setGrowth(Math.max(1, growth));
    cloth.setGrowth(Math.max(1, growth));
    onChange();
  }

  function goBack(now: number, scene: SceneBounds): void {
    if (!home) return;
    if (!end) fitTo(scene, 1);
    end ??= { time: now, place: camera.place };
    const passed = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : (now - end.time) / RETURN;
    if (passed < 1) {
      move(end.place, home, passed * passed * (3 - 2 * passed), size);
      return;
    }
    camera.moveTo(home, null);
    home = box = end = null;
  }

  return {
    update(show, scene) {
      if (!scene) return;
      if (!show) goBack(performance.now(), scene);
      else if (show.box && show.firstBox && show.box !== box) follow(show.firstBox, show.box, scene);
    },
  };
}

type Point = [number, number, number];

/** @param part of its size */
function boundsOf({ min, max }: Box, part = 1): Pick<SceneBounds, 'min' | 'max' | 'center' | 'size'> {
  const center = min.map((low, c) => (low + max[c]) / 2) as Point;
  const corner = (from: Point) => from.map((x, c) => center[c] + part * (x - center[c])) as Point;
  const [low, high] = [corner(min), corner(max)];
  return { min: low, max: high, center, size: Math.hypot(...high.map((x, c) => x - low[c])) };
}

/** a + b − c. */
function add(a: readonly number[], b: readonly number[], c: readonly number[]): Point {
  return a.map((x, axis) => x + b[axis] - c[axis]) as Point;
}
