/** Screen positions and picking, in CSS pixels of the window. */
import { Matrix4 } from 'three';
import type { Structure } from '../../runtime/frame/frame';
import type { Point } from '../bounds/scene-bounds';
import type { SceneCamera } from '../camera';
import type { ParticleStore } from '../particles/particle-store';
import type { SpringCrossing } from '../view';
import { createPicking } from './picking';

type ScreenPoint = readonly [x: number, y: number];

export interface Pointing {
  /** The particles are new ones, or springs were cut, mended or switched. */
  update(structure: Structure): void;
  /** Particles or camera have moved. */
  invalidate(): void;
  screenOf(particle: number): [number, number];
  /** The screen position of a point, m; NaN behind the camera. */
  project(point: Point): [number, number];
  particleAt(x: number, y: number, radius: number): number;
  springAt(x: number, y: number, radius: number): number;
  springsAcross(from: ScreenPoint, to: ScreenPoint): SpringCrossing[];
  pointAt(x: number, y: number, through: Point): Point;
}

export function createPointing(canvas: HTMLCanvasElement, sceneCamera: SceneCamera, store: ParticleStore): Pointing {
  const picking = createPicking();
  const toClip = new Matrix4();
  /** Upper left corner of the canvas. */
  let left = 0;
  let top = 0;
  let current = false;
  let structure: Structure | null = null;

  function update(): void {
    ({ left, top } = canvas.getBoundingClientRect());
    if (current) return;
    const { camera } = sceneCamera;
    camera.updateMatrixWorld();
    toClip.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    picking.project(store.positions, toClip.elements, canvas.clientWidth, canvas.clientHeight);
    current = true;
  }

  return {
    update(next) {
      if (next.particleCount !== structure?.particleCount) picking.rebuild(next.particleCount);
      structure = next;
    },
    invalidate() {
      current = false;
    },
    screenOf(particle) {
      update();
      const [x, y] = picking.screenOf(particle);
      return [x + left, y + top];
    },
    project([x, y, z]) {
      update();
      const e = toClip.elements;
      const w = e[3] * x + e[7] * y + e[11] * z + e[15];
      const scale = w > 0 ? 0.5 / w : Number.NaN;
      return [
        left + (0.5 + (e[0] * x + e[4] * y + e[8] * z + e[12]) * scale) * canvas.clientWidth,
        top + (0.5 - (e[1] * x + e[5] * y + e[9] * z + e[13]) * scale) * canvas.clientHeight,
      ];
    },
    particleAt(x, y, radius) {
      update();
      return picking.particleAt(x - left, y - top, radius);
    },
    springAt(x, y, radius) {
      if (!structure) return -1;
      update();
      return picking.springAt(x - left, y - top, radius, structure);
    },
    springsAcross(from, to) {
      if (!structure) return [];
      update();
      return picking.springsAcross([from[0] - left, from[1] - top], [to[0] - left, to[1] - top], structure);
    },
    pointAt(x, y, through) {
      update();
      return sceneCamera.pointAt(x - left, y - top, through);
    },
  };
}
