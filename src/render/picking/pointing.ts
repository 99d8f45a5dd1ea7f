import { Matrix4 } from 'three';
import type { Structure } from '../../runtime/frame/frame';
import type { Point } from '../bounds/scene-bounds';
import type { SceneCamera } from '../camera';
import type { ParticleStore } from '../particles/particle-store';
import { createPicking } from './picking';

type Place = readonly [x: number, y: number];

/** What is seen where, in CSS pixels of the window. */
export interface Pointing {
  /** Other particles. */
  rebuild(count: number): void;
  /** Particles or camera have moved. */
  stale(): void;
  screenOf(particle: number): [number, number];
  /** Where a point of the scene is seen, m; NaN behind the eye. */
  seen(point: Point): [number, number];
  particleAt(x: number, y: number, radius: number): number;
  springAt(x: number, y: number, radius: number, structure: Structure): number;
  springsAcross(from: Place, to: Place, structure: Structure): number[];
  pointAt(x: number, y: number, through: Point): Point;
}

export function createPointing(canvas: HTMLCanvasElement, eye: SceneCamera, store: ParticleStore): Pointing {
  const picking = createPicking();
  const toClip = new Matrix4();
  /** The canvas's corner. */
  let left = 0;
  let top = 0;
  let fresh = false;

  function look(): void {
    ({ left, top } = canvas.getBoundingClientRect());
    if (fresh) return;
    const { camera } = eye;
    camera.updateMatrixWorld();
    toClip.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    picking.project(store.positions, toClip.elements, canvas.clientWidth, canvas.clientHeight);
    fresh = true;
  }

  return {
    rebuild: (count) => picking.rebuild(count),
    stale() {
      fresh = false;
    },
    screenOf(particle) {
      look();
      const [x, y] = picking.screenOf(particle);
      return [x + left, y + top];
    },
    seen([x, y, z]) {
      look();
      const e = toClip.elements;
      const w = e[3] * x + e[7] * y + e[11] * z + e[15];
      const scale = w > 0 ? 0.5 / w : Number.NaN;
      return [
        left + (0.5 + (e[0] * x + e[4] * y + e[8] * z + e[12]) * scale) * canvas.clientWidth,
        top + (0.5 - (e[1] * x + e[5] * y + e[9] * z + e[13]) * scale) * canvas.clientHeight,
      ];
    },
    particleAt(x, y, radius) {
      look();
      return picking.particleAt(x - left, y - top, radius);
    },
    springAt(x, y, radius, structure) {
      look();
      return picking.springAt(x - left, y - top, radius, structure);
    },
    springsAcross(from, to, structure) {
      look();
      return picking.springsAcross([from[0] - left, from[1] - top], [to[0] - left, to[1] - top], structure);
    },
    pointAt(x, y, through) {
      look();
      return eye.pointAt(x - left, y - top, through);
    },
  };
}
