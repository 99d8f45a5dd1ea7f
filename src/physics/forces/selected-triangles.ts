import type { Model } from '../model/model';

/** 3 a triangle: those of the surface whose corners are all among the chosen particles. */
export function selectedTriangles({ surface, particleCount }: Model, particles: Uint32Array): Uint32Array {
  const chosen = new Uint8Array(particleCount);
  for (const particle of particles) chosen[particle] = 1;
  return surface.filter((_, corner) => {
    const t = corner - (corner % 3);
    return chosen[surface[t]] + chosen[surface[t + 1]] + chosen[surface[t + 2]] === 3;
  });
}
