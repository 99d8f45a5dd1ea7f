import type { Model } from './model';

/** Cuts or mends a spring. A cut spring has no stiffness and no damping; `applyCoefficients` restores them. */
export function setCut(model: Model, spring: number, cut: boolean): void {
  if ((model.cut[spring] === 1) === cut) return;
  model.cut[spring] = cut ? 1 : 0;
  model.cuts.count += cut ? 1 : -1;
  model.cuts.version++;
  if (cut) model.stiffness[spring] = model.damping[spring] = 0;
}

/** Cuts exactly the springs that are marked with 1. @param marks m, or empty: mends all */
export function setCuts(model: Model, marks: ArrayLike<number>): void {
  for (let j = 0; j < model.springCount; j++) setCut(model, j, marks[j] === 1);
}

/** One flag for each triangle (3 indices): 1 if no edge is a cut spring. A cut opens the surface and the membrane too. */
export function intactFlags(model: Model, triangles: Uint32Array): Uint8Array {
  const { springs, cut, springCount, particleCount: n } = model;
  const intact = new Uint8Array(triangles.length / 3).fill(1);
  if (model.cuts.count === 0) return intact;
  const edge = (a: number, b: number) => Math.min(a, b) * n + Math.max(a, b);
  const cutEdges = new Set<number>();
  for (let j = 0; j < springCount; j++) if (cut[j] === 1) cutEdges.add(edge(springs[2 * j], springs[2 * j + 1]));
  for (let t = 0; t < intact.length; t++) {
    const [a, b, c] = triangles.subarray(3 * t, 3 * t + 3);
    if (cutEdges.has(edge(a, b)) || cutEdges.has(edge(b, c)) || cutEdges.has(edge(c, a))) intact[t] = 0;
  }
  return intact;
}

/** The triangles (3 indices each) without a cut spring as an edge. */
export function intactTriangles(model: Model, triangles: Uint32Array): Uint32Array {
  if (model.cuts.count === 0) return triangles.slice();
  const intact = intactFlags(model, triangles);
  return triangles.filter((_, corner) => intact[Math.floor(corner / 3)] === 1);
}

/** Sets the area of torn membrane triangles to 0, and restores that of mended ones. */
export function openMembrane(model: Model): void {
  const { membrane, cuts } = model;
  // A membrane that nothing has read is whole.
  if (!membrane || (cuts.count === 0 && !membrane.isFilled)) return;
  const intact = intactFlags(model, membrane.triangles);
  for (let t = 0; t < membrane.triangleCount; t++) membrane.areas[t] = intact[t] * membrane.wholeAreas[t];
}
