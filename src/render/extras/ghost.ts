import { Group } from 'three';
import type { Floats } from '../../physics';
import type { Structure } from '../../runtime/protocol';
import type { Dye } from '../dye';
import type { Picture } from '../extras-loader';
import { createParticleDots } from '../particle-dots';
import { createParticleStore } from '../particle-store';
import { type Rgb, rgb } from '../studio-colors';
import type { Surroundings } from '../surroundings';
import { createGhostThreads } from './ghost-threads';
import { createGhostVeil } from './ghost-veil';

/** Another run of the scene in the same picture, in one colour: a veil where there is cloth, else lines and balls. */
export interface Ghost {
  readonly group: Group;
  /** @param color `#rrggbb` */
  show(structure: Structure, positions: Floats, surroundings: Surroundings, color: string): void;
  dispose(): void;
}

/** One colour for all. */
const plainDye = (tint: { value: Rgb }): Dye => ({
  vertex: 'float amountOf(uint i) { return 0.; }',
  fragment: 'uniform vec3 tint; vec3 dyed(vec3 plain, float amount) { return tint; }',
  uniforms: { tint },
});

export function createGhost({ cloth, shadow, viewport, pixelRatio }: Picture): Ghost {
  const store = createParticleStore();
  const veil = createGhostVeil(store, cloth.shape, shadow);
  const threads = createGhostThreads(store, viewport, pixelRatio);
  const dots = createParticleDots(store, viewport);
  const tint: { value: Rgb } = { value: [0, 0, 0] };
  dots.setDye(plainDye(tint));
  const group = new Group();
  group.add(veil.mesh, threads.mesh, dots.mesh);
  let shown: Structure | null = null;
  let painted = '';

  return {
    group,
    show(structure, positions, surroundings, color) {
      const rebuilt = structure.generation !== shown?.generation;
      const alone = structure.surface.length === 0;
      if (rebuilt) store.rebuild(structure.particleCount);
      store.copy(positions, null);
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
