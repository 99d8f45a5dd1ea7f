import { InstancedBufferAttribute, type InstancedBufferGeometry, Mesh } from 'three';
import type { Structure } from '../../runtime/frame/frame';
import type { SceneBounds } from '../bounds/scene-bounds';
import type { ColorMap } from '../cloth/color-map';
import { type BallUniforms, createBallMaterial, createInstancedQuad, dyeBalls } from './ball';
import type { ParticleStore } from './particle-store';

export interface ParticleDots {
  readonly mesh: Mesh<InstancedBufferGeometry>;
  /** @param alone there is no cloth: the particles are the bodies, and larger. */
  rebuild(structure: Structure, stage: SceneBounds, alone: boolean): void;
  setPixelRatio(ratio: number): void;
  /** Colours them otherwise than by their own grey. */
  setDye(dye: ColorMap): void;
  dispose(): void;
}

/** GLSL: each instance is the particle of its own number. */
const WHICH = 'in float size; uint which() { return uint(gl_InstanceID); } float scale() { return size; }';

/** CSS pixels; the largest radius of a body on screen. */
export const LARGEST_BODY = 60;

/** Of a particle of mean mass where there is no cloth, m. */
export const bodyRadius = ({ size, spacing }: SceneBounds) => Math.min(0.024 * size, 0.15 * spacing);

/** Every particle as a ball; the volume goes with the mass. */
export function createParticleDots(store: ParticleStore, viewport: { value: [number, number] }): ParticleDots {
  const uniforms: BallUniforms = {
    particles: store.uniform,
    viewport,
    radius: { value: 0 },
    limits: { value: [1, 100] },
    bright: { value: [0.93, 0.94, 0.95] },
    dark: { value: [0.2, 0.23, 0.27] },
  };
  const material = createBallMaterial(uniforms, WHICH);
  const mesh = new Mesh(createInstancedQuad(), material);
  mesh.frustumCulled = false;
  let largest = 1;
  let pixelRatio = 1;

  function setPixelRatio(ratio: number): void {
    pixelRatio = ratio;
    uniforms.limits.value = [1.2 * ratio, largest * ratio];
  }

  return {
    mesh,
    rebuild(structure, stage, alone) {
      mesh.geometry.dispose();
      const n = structure.particleCount;
      let mean = 0;
      for (let i = 0; i < n; i++) mean += structure.masses[i] / n;
      const size = new Float32Array(n);
      for (let i = 0; i < n; i++) size[i] = Math.min(2.5, Math.max(0.4, Math.cbrt(structure.masses[i] / mean)));
      mesh.geometry = createInstancedQuad();
      mesh.geometry.setAttribute('size', new InstancedBufferAttribute(size, 1));
      mesh.geometry.instanceCount = n;
      uniforms.radius.value = alone ? bodyRadius(stage) : 0.1 * stage.spacing;
      largest = alone ? LARGEST_BODY : 4;
      setPixelRatio(pixelRatio);
    },
    setPixelRatio,
    setDye: (dye) => dyeBalls(material, WHICH, dye),
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
    },
  };
}
