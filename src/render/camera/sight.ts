/** Keeps what is there at present in sight, and in the room. */
import type { DrawableFrame } from '../../runtime/frame/frame';
import type { Background } from '../background/background';
import type { ParticleStore } from '../mass-spring/particle-store';
import type { SceneCamera } from './camera';
import { type EnvironmentBounds, withObstacles } from './environment-bounds';
import { createSceneBounds, type Point } from './scene-bounds';

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
    const low = now.min.map((x, c) => Math.min(x, scene.min[c]));
    const high = now.max.map((x, c) => Math.max(x, scene.max[c]));
    const size = Math.hypot(...high.map((x, c) => x - low[c])) * (1 + 2 * ROOM);
    const grown = ({ min, max }: Pick<EnvironmentBounds, 'min' | 'max'>, room: number) => ({
      min: min.map((x) => x - room * size) as Point,
      max: max.map((x) => x + room * size) as Point,
    });
    if (camera.sees(grown(now, MIN_ROOM))) return;
    const { min, max } = grown({ min: low as Point, max: high as Point }, ROOM);
    if (scene.hasFloor) min[1] = low[1];
    const center = min.map((x, c) => (x + max[c]) / 2) as Point;
    camera.frame({ ...scene, min, max, center, size }, false);
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
