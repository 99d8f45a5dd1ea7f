import { Group } from 'three';
import type { Structure } from '../../../runtime/frame/frame';
import { type Rgb, rgb } from '../../background/theme-colors';
import type { EnvironmentBounds } from '../../bounds/environment-bounds';
import type { ColorMap } from '../../cloth/color-map';
import type { RenderContext } from '../../overlays-loader';
import { createParticleDots } from '../../particles/particle-dots';
import { createParticleStore } from '../../particles/particle-store';
import { createGhostCloth } from './ghost-cloth';
import { createGhostSprings } from './ghost-springs';

/** Another run of the scene in the same picture, in one colour: a veil where there is cloth, else lines and balls. */
export interface Ghost {
  readonly group: Group;
  /** @param color `#rrggbb` */
  show(structure: Structure, texels: Float32Array, surroundings: EnvironmentBounds, color: string): void;
  dispose(): void;
}

/** One colour for all. */
const plainDye = (tint: { value: Rgb }): ColorMap => ({
  vertex: 'float amountOf(uint i) { return 0.; }',
  fragment: 'uniform vec3 tint; vec3 dyed(vec3 plain, float amount) { return tint; }',
  uniforms: { tint },
});

export function createGhost({ cloth, shadow, viewport, pixelRatio }: RenderContext): Ghost {
  const store = createParticleStore();
  const veil = createGhostCloth(store, cloth.shape, shadow);
  const threads = createGhostSprings(store, viewport, pixelRatio);
  const dots = createParticleDots(store, viewport);
  const tint: { value: Rgb } = { value: [0, 0, 0] };
  dots.setDye(plainDye(tint));
  const group = new Group();
  group.add(veil.mesh, threads.mesh, dots.mesh);
  let shown: Structure | null = null;
  let painted = '';

  return {
    group,
    show(structure, texels, surroundings, color) {
      const rebuilt = structure.generation !== shown?.generation;
      const alone = structure.surface.length === 0;
      store.show(texels, structure.particleCount);
      if (rebuilt) dots.rebuild(structure, surroundings, alone);
      if (structure !== shown) for (const part of [veil, threads]) part.update(structure);
      shown = structure;
      dots.setPixelRatio(pixelRatio.value);
      dots.mesh.visible = alone;
      if (color === painted) return;
      painted = color;
      tint.value = rgb(color);
      veil.setColor(tint.value);
      threads.setColor(tint.value);
    },
    dispose() {
      for (const part of [veil, threads, dots, store]) part.dispose();
    },
  };
}
