import type { Model } from './model';

/** Cuts a spring, or mends it. A cut one has neither stiffness nor damping; `applyMaterial` gives them back. */
export function setCut(model: Model, spring: number, cut: boolean): void {
  if ((model.cut[spring] === 1) === cut) return;
  model.cut[spring] = cut ? 1 : 0;
  model.cuts.count += cut ? 1 : -1;
  model.cuts.version++;
  if (cut) model.stiffness[spring] = model.damping[spring] = 0;
}

/** Cuts exactly the springs that are marked with 1. */
export function setCuts(model: Model, marks: ArrayLike<number>): void {
  for (let j = 0; j < model.springCount; j++) setCut(model, j, marks[j] === 1);
}

/** The triangles (3 a triangle) that no cut spring is an edge of: a cut opens the surface, and the membrane, too. */
export function isWhole(model: Model, triangles: Uint32Array): Uint8Array {
  const { springs, cut, springCount, particleCount: n } = model;
  const whole = new Uint8Array(triangles.length / 3).fill(1);
  if (model.cuts.count === 0) return whole;
  const edge = (a: number, b: number) => Math.min(a, b) * n + Math.max(a, b);
  const gone = new Set<number>();
  for (let j = 0; j < springCount; j++) if (cut[j] === 1) gone.add(edge(springs[2 * j], springs[2 * j + 1]));
  for (let t = 0; t < whole.length; t++) {
    const [a, b, c] = triangles.subarray(3 * t, 3 * t + 3);
    if (gone.has(edge(a, b)) || gone.has(edge(b, c)) || gone.has(edge(c, a))) whole[t] = 0;
  }
  return whole;
}

/** Takes torn triangles out of the membrane, and puts mended ones back. */
export function openMembrane(model: Model): void {
  const { membrane } = model;
  if (!membrane) return;
  const whole = isWhole(model, membrane.triangles);
  for (let t = 0; t < membrane.triangleCount; t++) membrane.areas[t] = whole[t] * membrane.wholeAreas[t];
}
