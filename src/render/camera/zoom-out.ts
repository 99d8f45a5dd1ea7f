/** Zooms out while a blow-up is shown, so that it stays in view, and back to the user's place after it. */

import {
  type Box,
  type CompanionFrame,
  centerOf,
  type DrawableFrame,
  diagonalOf,
  type ShownBoxes,
  type SlowReplay,
  union,
} from '../../runtime/frame/frame';
import type { Background } from '../background/background';
import type { SoftShadow } from '../background/lighting';
import type { ClothSurface } from '../cloth/cloth-surface';
import type { ParticleStore } from '../mass-spring/particle-store';
import type { SceneCamera } from './camera';
import { type EnvironmentBounds, withObstacles } from './environment-bounds';
import { type CameraPlace, placeBetween } from './glide';
import { createSceneBounds, type Point, type SceneBounds } from './scene-bounds';

/** The parts of the view that are fitted to what is shown. */
interface EnlargedParts {
  readonly camera: SceneCamera;
  readonly shadow: SoftShadow;
  readonly background: Background;
  readonly cloth: ClothSurface;
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
  let framing: ReturnType<typeof framingOf> | null = null;
  /** Time of the end of the slow replay, ms, and the place then. */
  let end: { time: number; place: CameraPlace } | null = null;

  /** What light, cloth, room and camera are fitted to at a moment of a slow replay. */
  function framingOf({ first, all, most }: ShownBoxes, scene: SceneBounds, from: CameraPlace) {
    const [start, whole, framed] = [first, all, between(most, all)].map(boundsOf);
    const [near, far] = [start, framed].map((bounds) => camera.distanceFor(bounds));
    const fraction = Math.min(1, Math.max(0, Math.log(far / near) / Math.log(CHANGES_OVER)));
    const target = from.target.map((x, c) => x + framed.center[c] - start.center[c]) as Point;
    const to = { target, distance: Math.max(far, from.distance) };
    return {
      place: placeBetween(from, to, fraction),
      /** m; of what the camera shows. */
      size: Math.max(framed.size, scene.size),
      growth: Math.max(1, framed.size / start.size),
      lit: whole,
      clothGrowth: Math.max(1, whole.size / start.size),
    };
  }

  /** Fits light, cloth and room. */
  function fitTo({ lit, clothGrowth, growth }: ReturnType<typeof fittedTo>): void {
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

/** What the view is fitted to without a slow replay; sizes over that of the scene: of the cloth, and of what the camera shows. */
function fittedTo(scene: Pick<SceneBounds, 'center' | 'size'>) {
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

// Keeps what is there at present in sight, and in the room.

/** Room around them after zooming out, in sizes of their box together with that of the scene. */
const ROOM = 0.15;
/** Room without which it zooms out: particles are balls. */
const MIN_ROOM = 0.02;

export function createSight(camera: SceneCamera, background: Background, store: Pick<ParticleStore, 'positions'>) {
  let isZoomedOut = false;

  /** @param falls includes the floor below */
  function present({ structure, status, velocities, bodies }: DrawableFrame, falls: boolean): EnvironmentBounds {
    const now = createSceneBounds({ positions: store.positions, velocities, structure }, 0, true);
    background.contain(now);
    const below = falls && status.params.gravity > 0 ? 'fall' : 'no';
    return withObstacles(now, status.environment, bodies, below, structure.surface.length === 0);
  }

  function zoomOut(now: EnvironmentBounds, scene: EnvironmentBounds): void {
    const both = union(now, scene);
    const size = diagonalOf(both) * (1 + 2 * ROOM);
    const grown = ({ min, max }: Readonly<Box>, room: number): Box => ({
      min: min.map((x) => x - room * size) as Point,
      max: max.map((x) => x + room * size) as Point,
    });
    if (camera.sees(grown(now, MIN_ROOM))) return;
    const box = grown(both, ROOM);
    if (scene.hasFloor) box.min[1] = both.min[1];
    camera.frame({ ...scene, ...box, center: centerOf(box), size }, false);
    isZoomedOut = true;
  }

  return {
    /** Frames the present state. */
    frame(shown: DrawableFrame) {
      camera.frame(present(shown, false), false);
    },
    /**
     * Call for each new frame of a scene. Reveals what undo has moved, and the floor below what has lost a pin. While the user does not
     * move the camera, it zooms out to what nothing holds, as wind may carry it away.
     * @param before the last frame @param scene the bounds that the camera has framed
     */
    follow(next: DrawableFrame, before: DrawableFrame, scene: EnvironmentBounds) {
      const { structure, status } = next;
      if (structure.sceneNumber !== before.structure.sceneNumber) {
        isZoomedOut = false;
        return;
      }
      const isUntouched = camera.pose === null;
      const goesBack = status.stepCount < before.status.stepCount;
      const changes = structure !== before.structure;
      const losesPin = changes && before.structure.pinned.some((held, i) => held > structure.pinned[i]);
      if (goesBack && isZoomedOut && isUntouched) {
        camera.frame(scene, false);
        isZoomedOut = false;
      } else if (losesPin || (changes && goesBack)) camera.reveal(present(next, losesPin));
      else if (isUntouched && !status.replay && status.held === null && !structure.pinned.includes(1))
        zoomOut(present(next, false), scene);
    },
  };
}
