/** Keeps what is there at present in sight, and in the room. */
import { centerOf, diagonalOf, union } from '../../runtime/frame/box';
import type { Box, DrawableFrame } from '../../runtime/frame/frame';
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
