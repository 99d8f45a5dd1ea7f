import type { Model } from '../model/model';

/** The surface triangles whose corners are all among the selected particles; 3 corners each. */
export function selectedTriangles({ surface, particleCount }: Model, particles: Uint32Array): Uint32Array {
  const selected = new Uint8Array(particleCount);
  for (const particle of particles) selected[particle] = 1;
  return surface.filter((_, corner) => {
    const t = corner - (corner % 3);
    return selected[surface[t]] + selected[surface[t + 1]] + selected[surface[t + 2]] === 3;
  });
}
