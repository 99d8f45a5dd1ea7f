/** Screen positions and picking, in CSS pixels of the window. */
import { Matrix4 } from 'three';
import type { Structure } from '../../runtime/frame/frame';
import type { ParticleStore } from '../mass-spring/particle-store';
import type { SpringCrossing } from '../view';
import type { SceneCamera } from './camera';
import { createPicking } from './picking';
import type { Point } from './scene-bounds';

type ScreenPoint = readonly [x: number, y: number];

export function createPointing(canvas: HTMLCanvasElement, sceneCamera: SceneCamera, store: ParticleStore) {
  const picking = createPicking();
  const toClip = new Matrix4();
  let canvasBox = canvas.getBoundingClientRect();
  /** Whether `toClip` is that of the camera, and whether `picking` has the particles as they are. */
  let current = { camera: false, particles: false };
  let structure: Structure | null = null;

  function updateCamera(): void {
    if (current.camera) return;
    const { camera } = sceneCamera;
    camera.updateMatrixWorld();
    toClip.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    current.camera = true;
  }

  function updateParticles(): void {
    updateCamera();
    if (current.particles) return;
    picking.project(store.positions, toClip.elements, canvasBox.width, canvasBox.height);
    current.particles = true;
  }

  /** Pixels from the canvas's upper left corner to a point of the window. */
  const inCanvas = (x: number, y: number) => [x - canvasBox.left, y - canvasBox.top] as const;

  function project([x, y, z]: Point): [number, number] {
    updateCamera();
    const e = toClip.elements;
    const w = e[3] * x + e[7] * y + e[11] * z + e[15];
    const scale = w > 0 ? 0.5 / w : Number.NaN;
    return [
      canvasBox.left + (0.5 + (e[0] * x + e[4] * y + e[8] * z + e[12]) * scale) * canvasBox.width,
      canvasBox.top + (0.5 - (e[1] * x + e[5] * y + e[9] * z + e[13]) * scale) * canvasBox.height,
    ];
  }

  return {
    /** The particles are new ones, or springs were cut, mended or switched. */
    update(next: Structure) {
      if (next.particleCount !== structure?.particleCount) picking.rebuild(next.particleCount);
      structure = next;
    },
    /** Measures the canvas: not once a frame, since this makes the browser lay out the page. Call `invalidate`, too. */
    resize() {
      canvasBox = canvas.getBoundingClientRect();
    },
    /** Particles or camera have moved. */
    invalidate() {
      current = { camera: false, particles: false };
    },
    screenOf(particle: number): [number, number] {
      const { positions } = store;
      const i = 4 * particle;
      return project([positions[i], positions[i + 1], positions[i + 2]]);
    },
    /** The screen position of a point, m; NaN behind the camera. */
    project,
    particleAt(x: number, y: number, radius: number) {
      updateParticles();
      return picking.particleAt(...inCanvas(x, y), radius);
    },
    springAt(x: number, y: number, radius: number) {
      if (!structure) return -1;
      updateParticles();
      return picking.springAt(...inCanvas(x, y), radius, structure);
    },
    springsAcross(from: ScreenPoint, to: ScreenPoint): SpringCrossing[] {
      if (!structure) return [];
      updateParticles();
      return picking.springsAcross(inCanvas(...from), inCanvas(...to), structure);
    },
    pointAt(x: number, y: number, through: Point): Point {
      return sceneCamera.pointAt(...inCanvas(x, y), through);
    },
  };
}
