import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { SceneBounds } from './bounds/scene-bounds';

/** Vertical field of view, degrees: a long lens, as for a portrait. */
const FIELD_OF_VIEW = 30;
/** From where a scene is first seen. */
const FIRST_LOOK = [0.42, 0.2, 1] as const;
/** Air round the scene, as a ratio. */
const MARGIN = 1.14;

export interface SceneCamera {
  readonly camera: PerspectiveCamera;
  /** Moves on with the user's orbiting; true where the view has changed since the last call. */
  update(): boolean;
  /** CSS pixels; what lies under header, panel and bar is kept free when framing. */
  resize(width: number, height: number, inset: { top: number; right: number; bottom: number; left?: number }): void;
  /** Puts the stage into the free part; `first` also turns to where a scene is first seen from. */
  frame(stage: SceneBounds, first: boolean): void;
  /** Whether dragging orbits; wheel and pinch zoom in any case. */
  orbit(on: boolean): void;
  /** The point under (x, y), CSS pixels from the canvas's corner, in the plane through a point that faces the eye. */
  pointAt(x: number, y: number, through: readonly [number, number, number]): [number, number, number];
  dispose(): void;
}

export function createSceneCamera(canvas: HTMLCanvasElement): SceneCamera {
  const camera = new PerspectiveCamera(FIELD_OF_VIEW);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = true;
  controls.dampingFactor = 0.18;
  controls.zoomToCursor = true;
  let width = 1;
  let height = 1;
  let inset = { top: 0, right: 0, bottom: 0, left: 0 };
  let framed: SceneBounds | null = null;
  /** Nobody has turned the camera since it framed the scene: then it may go on doing so as the window changes. */
  let untouched = true;
  let changed = true;
  /** Whether a finger or a button is down, and whether the camera may move by itself: it comes to rest after a turn. */
  let held = false;
  let glides = true;
  controls.addEventListener('start', () => {
    untouched = false;
    held = glides = true;
  });
  controls.addEventListener('end', () => {
    held = false;
  });
  controls.addEventListener('change', () => {
    changed = true;
  });
  const toEye = new Vector3();
  const right = new Vector3();
  const up = new Vector3();
  const ray = new Vector3();

  function frame(stage: SceneBounds, first: boolean): void {
    framed = stage;
    untouched = true;
    const center = controls.target.set(...stage.center);
    if (first) toEye.set(...FIRST_LOOK);
    else toEye.copy(camera.position).sub(ray.copy(center)).normalize();
    if (!(toEye.lengthSq() > 0)) toEye.set(...FIRST_LOOK);
    toEye.normalize();
    right.set(toEye.z, 0, -toEye.x).normalize();
    up.crossVectors(toEye, right);
    const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) / MARGIN;
    const high = (tangent * Math.max(height - inset.top - inset.bottom, 80)) / height;
    const wide = (tangent * Math.max(width - inset.left - inset.right, 80)) / height;
    let distance = 0;
    for (let corner = 0; corner < 8; corner++) {
      ray
        .set(
          (corner & 1 ? stage.max : stage.min)[0],
          (corner & 2 ? stage.max : stage.min)[1],
          (corner & 4 ? stage.max : stage.min)[2],
        )
        .sub(center);
      const needed = Math.max(Math.abs(ray.dot(right)) / wide, Math.abs(ray.dot(up)) / high);
      distance = Math.max(distance, needed + ray.dot(toEye));
    }
    distance = Math.max(distance, 0.5 * stage.size);
    camera.position.copy(center).addScaledVector(toEye, distance);
    camera.near = 0.02 * stage.size;
    camera.far = 60 * stage.size;
    controls.minDistance = 0.1 * stage.size;
    controls.maxDistance = 12 * stage.size;
    camera.updateProjectionMatrix();
    controls.update();
    changed = true;
  }

  return {
    camera,
    update() {
      if (glides) glides = controls.update() || held;
      const result = changed;
      changed = false;
      return result;
    },
    resize(newWidth, newHeight, newInset) {
      width = Math.max(1, newWidth);
      height = Math.max(1, newHeight);
      inset = { ...newInset, left: newInset.left ?? 0 };
      camera.aspect = width / height;
      // The target stands in the middle of the free part, and orbiting turns about it there.
      const [x, y] = [(inset.right - inset.left) / 2, (inset.bottom - inset.top) / 2];
      camera.setViewOffset(width, height, x, y, width, height);
      if (framed && untouched) frame(framed, false);
      changed = true;
    },
    frame,
    orbit(on) {
      controls.enableRotate = on;
      controls.enablePan = on;
    },
    pointAt(x, y, through) {
      camera.updateMatrixWorld();
      camera.getWorldDirection(toEye);
      ray
        .set((2 * x) / width - 1, 1 - (2 * y) / height, 0.5)
        .unproject(camera)
        .sub(camera.position);
      up.set(...through).sub(camera.position);
      ray.multiplyScalar(up.dot(toEye) / ray.dot(toEye)).add(camera.position);
      return [ray.x, ray.y, ray.z];
    },
    dispose: () => controls.dispose(),
  };
}
