/** Another run of the scene in the same view, in one color: transparent cloth with its edges, or springs and balls. */
import { Group } from 'three';
import type { Structure } from '../../../runtime/frame/frame';
import { type Rgb, rgb } from '../../background/theme-colors';
import type { EnvironmentBounds } from '../../camera/environment-bounds';
import { createParticleDots } from '../../mass-spring/particle-dots';
import { type ColorMap, createParticleStore } from '../../mass-spring/particle-store';
import type { RenderContext } from '../render-context';
import { createGhostCloth } from './ghost-cloth';
import { createGhostSprings } from './ghost-springs';

export type Ghost = ReturnType<typeof createGhost>;

const singleColor = (tint: { value: Rgb }): ColorMap => ({
  vertex: 'float mapValue(uint i) { return 0.; }',
  fragment: 'uniform vec3 tint; vec3 mapColor(vec3 own, float value) { return tint; }',
  uniforms: { tint },
});

export function createGhost({ cloth, shadow, viewport, pixelRatio }: RenderContext) {
  const store = createParticleStore();
  const ghostCloth = createGhostCloth(store, cloth.shape, shadow);
  const ghostSprings = createGhostSprings(store, viewport, pixelRatio);
  const dots = createParticleDots(store, viewport);
  const tint: { value: Rgb } = { value: [0, 0, 0] };
  dots.setColorMap(singleColor(tint));
  const group = new Group();
  group.add(ghostCloth.mesh, ghostSprings.mesh, dots.mesh);
  let lastStructure: Structure | null = null;
  let lastColor = '';

  return {
    group,
    /** @param texels as in a frame @param color `#rrggbb` */
    update(structure: Structure, texels: Float32Array, bounds: EnvironmentBounds, color: string) {
      const noCloth = structure.surface.length === 0;
      store.show(texels, structure.particleCount);
      if (structure.generation !== lastStructure?.generation) dots.rebuild(structure, bounds, noCloth);
      if (structure !== lastStructure) for (const part of [ghostCloth, ghostSprings]) part.update(structure);
      lastStructure = structure;
      dots.setPixelRatio(pixelRatio.value);
      dots.mesh.visible = noCloth;
      if (color === lastColor) return;
      lastColor = color;
      tint.value = rgb(color);
      ghostCloth.setColor(tint.value);
      ghostSprings.setColor(tint.value);
    },
    /** @param growth size over that of the scene: what grows in front of the main run fades */
    setGrowth(growth: number) {
      ghostCloth.setOpacity(1 / growth ** 2);
      ghostSprings.setOpacity(1 / growth);
    },
    dispose() {
      for (const part of [ghostCloth, ghostSprings, dots, store]) part.dispose();
    },
  };
}
