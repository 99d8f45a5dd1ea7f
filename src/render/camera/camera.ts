/** The camera: orbits by pointer, and frames a scene in the free part of the window. */
import { PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Vec3 } from '../../physics';
import type { Box } from '../../runtime/frame/frame';
import type { Inset } from '../view';
import { type CameraPlace, createGlide } from './glide';
import type { SceneBounds } from './scene-bounds';

/** Vertical, degrees; small, so that perspective distorts little. */
const FIELD_OF_VIEW = 30;
/** Direction from a new scene to the camera. */
const FIRST_DIRECTION = [0.42, 0.2, 1] as const;
/** The planes that limit what the camera sees, in sizes of what is shown. */
const NEAR = 0.02;
const FAR = 60;
/** Size of the framed area in that of the scene. */
const MARGIN = 1.14;

export type SceneCamera = ReturnType<typeof createSceneCamera>;

export function createSceneCamera(canvas: HTMLCanvasElement) {
  const camera = new PerspectiveCamera(FIELD_OF_VIEW);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = true;
  controls.dampingFactor = 0.18;
  controls.zoomToCursor = true;
  let width = 1;
  let height = 1;
  let inset = { top: 0, right: 0, bottom: 0, left: 0 };
  /** Of the canvas in the window, CSS pixels. */
  let corner = { left: 0, top: 0 };
  /** From where the target appears to the middle of the canvas, to the right and down, CSS pixels. */
  let offset = [0, 0];
  let framed: SceneBounds | null = null;
  /** The user has not moved the camera since it framed the scene: it frames again when the window changes. */
  let untouched = true;
  /** Something larger than the framed scene is shown. */
  let away = false;
  let changed = true;
  /** `held`: a finger or button is down. `moving`: damping may still move the camera. */
  let held = false;
  let moving = true;
  controls.addEventListener('start', () => {
    untouched = false;
    glide.dropPlace();
    held = moving = true;
  });
  controls.addEventListener('end', () => {
    held = false;
  });
  controls.addEventListener('change', () => {
    changed = true;
  });
  /** Set since the last update. */
  let newPose: readonly number[] | null = null;
  /** Of the user: while the camera is away, it stays as it was. */
  let lastPose: readonly number[] | null = null;
  const spherical = new Spherical();
  const toCamera = new Vector3();
  const right = new Vector3();
  const up = new Vector3();
  const ray = new Vector3();
  const glide = createGlide({ place: present, offset: () => offset, moveTo, setOffset });

  /** Fits the bounds into the free part. @param first also turns to the first direction, at once */
  function frame(bounds: SceneBounds, first: boolean, eased = !first): void {
    framed = bounds;
    untouched = true;
    away = false;
    if (first) {
      controls.target.set(...bounds.center);
      camera.position.copy(controls.target).add(ray.set(...FIRST_DIRECTION));
    }
    const place = { target: bounds.center, distance: distanceFor(bounds) };
    if (eased) glide.to(place, bounds.size);
    else moveTo(place, bounds.size);
    if (first && newPose) setPose(newPose);
  }

  function present(): CameraPlace {
    return { target: controls.target.toArray(), distance: camera.position.distanceTo(controls.target) };
  }

  function setOffset(next: readonly number[]): void {
    offset = [...next];
    camera.setViewOffset(width, height, offset[0], offset[1], width, height);
    changed = true;
  }

  /** True if all corners of the bounds are in the free part. */
  function sees({ min, max }: Readonly<Box>): boolean {
    camera.updateMatrixWorld();
    for (let corner = 0; corner < 8; corner++) {
      const at = (c: number) => (corner & (1 << c) ? max : min)[c];
      const { x, y, z } = ray.set(at(0), at(1), at(2)).project(camera);
      const inside =
        x > (2 * inset.left) / width - 1 &&
        x < 1 - (2 * inset.right) / width &&
        y > (2 * inset.bottom) / height - 1 &&
        y < 1 - (2 * inset.top) / height;
      if (!inside || z > 1) return false;
    }
    return true;
  }

  /** Sets `toCamera`, a unit vector. */
  function findDirection(): void {
    toCamera.copy(camera.position).sub(controls.target).normalize();
    if (!(toCamera.lengthSq() > 0)) toCamera.set(...FIRST_DIRECTION).normalize();
  }

  /** The distance from the target at which the bounds fit into the free part, m. */
  function distanceFor({ min, max, center, size }: Omit<SceneBounds, 'floor' | 'spacing'>): number {
    findDirection();
    right.set(toCamera.z, 0, -toCamera.x).normalize();
    up.crossVectors(toCamera, right);
    const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) / MARGIN;
    const high = (tangent * Math.max(height - inset.top - inset.bottom, 80)) / height;
    const wide = (tangent * Math.max(width - inset.left - inset.right, 80)) / height;
    let distance = 0.5 * size;
    for (let corner = 0; corner < 8; corner++) {
      const end = (c: number) => (corner & (1 << c) ? max : min)[c] - center[c];
      ray.set(end(0), end(1), end(2));
      const needed = Math.max(Math.abs(ray.dot(right)) / wide, Math.abs(ray.dot(up)) / high);
      distance = Math.max(distance, needed + ray.dot(toCamera));
    }
    return distance;
  }

  /** At once. @param size m; of what is shown */
  function moveTo({ target, distance }: CameraPlace, size: number): void {
    glide.dropPlace();
    findDirection();
    camera.position.copy(controls.target.set(...target)).addScaledVector(toCamera, distance);
    camera.near = NEAR * size;
    camera.far = FAR * size;
    controls.minDistance = 0.1 * size;
    controls.maxDistance = 12 * size;
    camera.updateProjectionMatrix();
    controls.update();
    changed = true;
  }

  function setPose(pose: readonly number[]): void {
    newPose = pose;
    untouched = false;
    glide.dropPlace();
    camera.position.fromArray(pose);
    controls.target.fromArray(pose, 3);
    controls.update();
    changed = true;
  }

  return {
    camera,
    get pose() {
      if (!away) lastPose = untouched ? null : [...camera.position, ...controls.target];
      return lastPose;
    },
    get current() {
      return [...camera.position, ...controls.target];
    },
    remember() {
      const [pose, free] = [[...camera.position, ...controls.target], untouched];
      return () => {
        setPose(pose);
        untouched = free;
      };
    },
    setPose,
    turn(toRight: number, upwards: number, distance = 1) {
      ray.copy(camera.position).sub(controls.target);
      spherical.setFromVector3(ray);
      spherical.theta += toRight;
      spherical.phi -= upwards;
      spherical.radius *= distance;
      spherical.makeSafe();
      ray.setFromSpherical(spherical);
      // Keeps the distance within its bounds.
      setPose([...camera.position.copy(controls.target).add(ray), ...controls.target]);
      newPose = null;
    },
    /** Applies the user's orbiting; true if the camera has changed since the last call. */
    update() {
      newPose = null;
      glide.update();
      if (moving) moving = controls.update() || held;
      const result = changed;
      changed = false;
      return result;
    },
    /**
     * CSS pixels. @param newInset covered by other elements; kept free when framing @param eased true: from what the window shows now,
     * the picture moves to its new place and size
     */
    resize(newWidth: number, newHeight: number, newInset: Inset, eased: boolean) {
      const [before, place] = [{ ...corner, width, height }, glide.goal?.place ?? present()];
      const { left, top } = canvas.getBoundingClientRect();
      corner = { left, top };
      width = Math.max(1, newWidth);
      height = Math.max(1, newHeight);
      inset = newInset;
      camera.aspect = width / height;
      // The target appears in the middle of the free part, so that orbiting turns about that point.
      const to = [(inset.right - inset.left) / 2, (inset.bottom - inset.top) / 2];
      const size = framed?.size ?? 1;
      if (!eased || !framed) {
        glide.stop();
        setOffset(to);
        if (framed && untouched && !away) frame(framed, false, false);
        return;
      }
      // At first the target is where it was in the window, and as large.
      setOffset([
        offset[0] + left - before.left + (width - before.width) / 2,
        offset[1] + top - before.top + (height - before.height) / 2,
      ]);
      const { target, distance } = present();
      if (!away) moveTo({ target, distance: (distance * height) / before.height }, size);
      glide.to(away ? null : untouched ? { target: framed.center, distance: distanceFor(framed) } : place, size, to);
    },
    frame,
    sees,
    /** Frames the bounds if a corner of them is not in the free part. */
    reveal(bounds: SceneBounds) {
      if (!sees(bounds)) frame(bounds, false);
    },
    distanceFor,
    /** The point that the camera turns about, and its distance, m. */
    get place() {
      return glide.goal?.place ?? present();
    },
    /**
     * Moves to another target and distance in the same direction, to show a box that is larger than the scene.
     * @param size m; diagonal of that box; null: the scene is shown again, and framed if the user has not moved the camera
     */
    moveTo(place: CameraPlace, size: number | null) {
      away = size !== null;
      if (away || !untouched) moveTo(place, size ?? framed?.size ?? 1);
      else if (framed) frame(framed, false);
    },
    /** Draws from another place in the same direction. @param size m; diagonal of what is shown */
    drawFrom({ target, distance }: CameraPlace, size: number, draw: () => void) {
      findDirection();
      const { position, near, far } = camera;
      const home = position.clone();
      const place = (at: Vector3, from: number, to: number) => {
        position.copy(at);
        camera.near = from;
        camera.far = to;
        camera.updateProjectionMatrix();
        camera.updateMatrixWorld();
      };
      place(ray.set(...target).addScaledVector(toCamera, distance), NEAR * size, FAR * size);
      draw();
      place(home, near, far);
    },
    /** Draws the picture moved on the canvas, CSS pixels to the right and down: what was outside of it comes into view. */
    drawMoved([right, down]: readonly number[], draw: () => void) {
      const { view } = camera;
      if (!view || (right === 0 && down === 0)) return draw();
      const { offsetX: x, offsetY: y } = view;
      camera.setViewOffset(width, height, x - right, y - down, width, height);
      draw();
      camera.setViewOffset(width, height, x, y, width, height);
    },
    /** Whether dragging orbits; wheel and pinch always zoom. */
    orbit(on: boolean) {
      controls.enableRotate = on;
      controls.enablePan = on;
    },
    /** The point under (x, y), CSS pixels from the canvas's corner, in the plane through `through` that faces the camera. */
    pointAt(x: number, y: number, through: Vec3): Vec3 {
      camera.updateMatrixWorld();
      camera.getWorldDirection(toCamera);
      ray
        .set((2 * x) / width - 1, 1 - (2 * y) / height, 0.5)
        .unproject(camera)
        .sub(camera.position);
      up.set(...through).sub(camera.position);
      ray.multiplyScalar(up.dot(toCamera) / ray.dot(toCamera)).add(camera.position);
      return [ray.x, ray.y, ray.z];
    },
  };
}
