import type { Structure } from '../../runtime/frame/frame';
import { CASTS_SHADOW } from '../background/soft-shadow';
import { bodyRadius, type SceneBounds } from '../camera/scene-bounds';
import { type BallUniforms, colorBalls, createBallMaterial, createInstances, setInstances } from './ball';
import type { ColorMap, ParticleStore } from './particle-store';

export type ParticleDots = ReturnType<typeof createParticleDots>;

/** GLSL: instance i is particle i. */
const INSTANCE = 'in float size; uint which() { return uint(gl_InstanceID); } float scale() { return size; }';

/** Largest radius in a scene without cloth, CSS pixels. */
export const MAX_RADIUS = 60;

export function createParticleDots(store: ParticleStore, viewport: { value: [number, number] }) {
  const uniforms: BallUniforms = {
    particles: store.uniform,
    viewport,
    radius: { value: 0 },
    limits: { value: [1, 100] },
    bright: { value: [0.93, 0.94, 0.95] },
    dark: { value: [0.2, 0.23, 0.27] },
  };
  const material = createBallMaterial(uniforms, INSTANCE);
  const mesh = createInstances(material);
  mesh.frustumCulled = false;
  mesh.layers.enable(CASTS_SHADOW);
  let largest = 1;
  let pixelRatio = 1;

  function setPixelRatio(ratio: number): void {
    pixelRatio = ratio;
    uniforms.limits.value = [1.2 * ratio, largest * ratio];
  }

  return {
    mesh,
    /** @param noCloth particles are drawn larger */
    rebuild(structure: Structure, bounds: SceneBounds, noCloth: boolean) {
      const n = structure.particleCount;
      let mean = 0;
      for (let i = 0; i < n; i++) mean += structure.masses[i] / n;
      const size = new Float32Array(n);
      let mass = 0;
      let sizeOfMass = 0;
      for (let i = 0; i < n; i++) {
        // A cube root is slow, and most particles have the mass of the one before.
        if (structure.masses[i] !== mass) {
          mass = structure.masses[i];
          sizeOfMass = Math.min(2.5, Math.max(0.4, Math.cbrt(mass / mean)));
        }
        size[i] = sizeOfMass;
      }
      setInstances(mesh, n, { size: [size, 1] });
      uniforms.radius.value = noCloth ? bodyRadius(bounds) : 0.1 * bounds.spacing;
      largest = noCloth ? MAX_RADIUS : 4;
      setPixelRatio(pixelRatio);
    },
    setPixelRatio,
    setColorMap: (colorMap: ColorMap) => colorBalls(material, INSTANCE, colorMap),
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
    },
  };
}
