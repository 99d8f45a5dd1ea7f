/** Zooms out while a blow-up is shown, so that it stays in view, and back to the user's place after it. */
import { centerOf, diagonalOf } from '../../runtime/frame/box';
import type { Box, CompanionFrame, ShownBoxes, SlowReplay } from '../../runtime/frame/frame';
import type { Background } from '../background/background';
import type { SoftShadow } from '../background/soft-shadow';
import type { ClothSurface } from '../cloth/cloth-surface';
import type { SceneCamera } from './camera';
import { type CameraPlace, placeBetween } from './glide';
import type { Point, SceneBounds } from './scene-bounds';

/** The parts of the view that are fitted to what is shown. */
export interface EnlargedParts {
  readonly camera: SceneCamera;
  readonly shadow: SoftShadow;
  readonly background: Background;
  readonly cloth: ClothSurface;
}

/** What light, cloth and room are fitted to. */
interface Fitting {
  readonly lit: Pick<SceneBounds, 'center' | 'size'>;
  /** Sizes over that of the scene: of the cloth, and of what the camera shows. */
  readonly clothGrowth: number;
  readonly growth: number;
}

/** The same at a moment of a slow replay, with the camera. */
interface Framing extends Fitting {
  readonly place: CameraPlace;
  /** m; of what the camera shows. */
  readonly size: number;
}

/** Size of the framed box, between those of the boxes around most and around all particles: their powers of 1 − FRAMED and FRAMED. */
const FRAMED = 0.45;
/** Growth over which the camera changes from the user's place to one that frames the box. */
const CHANGES_OVER = 2.5;
/** Time to return, ms. */
const RETURN = 800;

/** @param onChange called when the picture has to be drawn again */
export function createZoomOut({ camera, shadow, background, cloth }: EnlargedParts, onChange: () => void) {
  /** The user's place; null: the camera is there. */
  let home: CameraPlace | null = null;
  let boxes: ShownBoxes | null = null;
  /** What the main run's replay was fitted to last; null: the scene. */
  let framing: Framing | null = null;
  /** Time of the end of the slow replay, ms, and the place then. */
  let end: { time: number; place: CameraPlace } | null = null;

  function framingOf({ first, all, most }: ShownBoxes, scene: SceneBounds, from: CameraPlace): Framing {
    const [start, whole, framed] = [first, all, between(most, all)].map(boundsOf);
    const [near, far] = [start, framed].map((bounds) => camera.distanceFor(bounds));
    const fraction = Math.min(1, Math.max(0, Math.log(far / near) / Math.log(CHANGES_OVER)));
    const to = { target: add(from.target, framed.center, start.center), distance: Math.max(far, from.distance) };
    return {
      place: placeBetween(from, to, fraction),
      size: Math.max(framed.size, scene.size),
      growth: Math.max(1, framed.size / start.size),
      lit: whole,
      clothGrowth: Math.max(1, whole.size / start.size),
    };
  }

  /** Fits light, cloth and room. */
  function fitTo({ lit, clothGrowth, growth }: Fitting): void {
    shadow.place(lit);
    cloth.setGrowth(clothGrowth);
    background.setGrowth(growth);
  }

  function follow(next: ShownBoxes, scene: SceneBounds): void {
    home ??= camera.place;
    end = null;
    boxes = next;
    framing = framingOf(next, scene, home);
    fitTo(framing);
    camera.moveTo(framing.place, framing.size);
    onChange();
  }

  function goBack(now: number, scene: SceneBounds): void {
    if (!home || !framing) return;
    end ??= { time: now, place: camera.place };
    const passed = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : (now - end.time) / RETURN;
    const fraction = passed * passed * (3 - 2 * passed);
    const fitting = { ...fittedTo(scene), growth: passed < 1 ? framing.growth ** (1 - fraction) : 1 };
    fitTo(fitting);
    onChange();
    if (passed < 1) {
      camera.moveTo(placeBetween(end.place, home, fraction), framing.size);
      return;
    }
    camera.moveTo(home, null);
    home = boxes = end = framing = null;
  }

  return {
    /** Fits the view to this moment of a slow replay, or brings it back where there is none. @param scene null: nothing is drawn yet */
    update(replay: SlowReplay | null, scene: SceneBounds | null) {
      if (!scene) return;
      if (!replay) goBack(performance.now(), scene);
      else if (replay.boxes && replay.boxes !== boxes) follow(replay.boxes, scene);
    },
    /** Draws a run in its pane, a companion from the user's place, or zoomed out by its own replay. @param companion null: the main run */
    drawRun(companion: Pick<CompanionFrame, 'show'> | null, scene: SceneBounds | null, draw: () => void) {
      const replay = companion?.show;
      if (!companion || !scene || (!replay?.boxes && !home)) return draw();
      const from = home ?? camera.place;
      const own = replay?.boxes
        ? framingOf(replay.boxes, scene, from)
        : { ...fittedTo(scene), place: from, size: scene.size };
      fitTo(own);
      camera.drawFrom(own.place, own.size, draw);
      fitTo(framing ?? fittedTo(scene));
    },
  };
}

/** What the view is fitted to without a slow replay. */
function fittedTo(scene: SceneBounds): Fitting {
  return { lit: scene, clothGrowth: 1, growth: 1 };
}

/** The box that the camera shows: the outermost particles leave the picture. */
function between(most: Box, all: Box): Box {
  const ratio = diagonalOf(all) / diagonalOf(most);
  const fraction = ratio > 1.001 ? (ratio ** FRAMED - 1) / (ratio - 1) : FRAMED;
  const corner = (from: Point, to: Point) => from.map((x, c) => x + fraction * (to[c] - x)) as Point;
  return { min: corner(most.min, all.min), max: corner(most.max, all.max) };
}

const boundsOf = (box: Box) => ({ ...box, center: centerOf(box), size: diagonalOf(box) });

/** a + b − c. */
function add(a: readonly number[], b: readonly number[], c: readonly number[]): Point {
  return a.map((x, axis) => x + b[axis] - c[axis]) as Point;
}
