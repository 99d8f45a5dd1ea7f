import type { Structure } from '../../runtime/frame/frame';
import { CASTS_SHADOW } from '../background/lighting';
import { bodyRadius, type SceneBounds } from '../camera/scene-bounds';
import { type BallUniforms, colorBalls, createBallMaterial, createQuads, setInstances } from './ball';
import type { ColorMap, ParticleStore } from './particle-store';
import type { Screen } from './screen';

export type ParticleDots = ReturnType<typeof createParticleDots>;

/** GLSL: instance i is particle i. */
const INSTANCE = 'in float size; uint which() { return uint(gl_InstanceID); } float scale() { return size; }';

/** Largest radius in a scene without cloth, CSS pixels. */
export const MAX_RADIUS = 60;

export function createParticleDots(store: ParticleStore, screen: Screen) {
  const uniforms: BallUniforms = {
    ...screen,
    particles: store.uniform,
    radius: { value: 0 },
    limits: { value: [1.2, 1] },
    bright: { value: [0.93, 0.94, 0.95] },
    dark: { value: [0.2, 0.23, 0.27] },
  };
  const material = createBallMaterial(uniforms, INSTANCE);
  const mesh = createQuads(material);
  mesh.layers.enable(CASTS_SHADOW);

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
      uniforms.limits.value[1] = noCloth ? MAX_RADIUS : 4;
    },
    setColorMap: (colorMap: ColorMap) => colorBalls(material, INSTANCE, colorMap),
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
    },
  };
}
