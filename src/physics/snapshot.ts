import { materialAt } from './material';
import type { Params } from './params';
import type { SceneData } from './scenes/scene';
import type { Stage } from './stage';

/** The run at this moment as a scene, with masses, stiffness and damping as they were loaded; cut springs included. */
export function snapshot({ home, model, state, kept }: Stage): SceneData {
  const pinned: number[] = [];
  for (let i = 0; i < model.particleCount; i++) if (model.pinned[i] === 1) pinned.push(i);
  const velocities = unpad(state.velocities, model.particleCount);
  for (const [i, velocity] of kept) velocities.set(velocity, 3 * i);
  return { ...home, positions: unpad(state.positions, model.particleCount), velocities, pinned, time: state.time };
}

/** The same with the material in force and without the cut springs: what a file holds. */
export function snapshotInForce(stage: Stage, params: Params): SceneData {
  const scene = { ...snapshot(stage), ...materialAt(stage.material, stage.model.kinds, params) };
  const { cut, springs } = stage.model;
  if (!cut.includes(1)) return scene;
  const whole = (_: unknown, j: number) => cut[j] === 0;
  return {
    ...scene,
    springs: springs.filter((_, end) => cut[end >> 1] === 0),
    kinds: scene.kinds.filter(whole),
    restLengths: scene.restLengths.filter(whole),
    stiffness: scene.stiffness.filter(whole),
    damping: scene.damping.filter(whole),
    surface: wholeTriangles(stage),
  };
}

/** The triangles that no cut spring is an edge of: a cut opens the surface too. */
export function wholeTriangles({ model }: Stage): Uint32Array {
  const { surface, springs, cut, particleCount: n } = model;
  const edge = (a: number, b: number) => Math.min(a, b) * n + Math.max(a, b);
  const gone = new Set<number>();
  for (let j = 0; j < model.springCount; j++) if (cut[j] === 1) gone.add(edge(springs[2 * j], springs[2 * j + 1]));
  if (gone.size === 0) return surface.slice();
  const whole: number[] = [];
  for (let t = 0; t < surface.length; t += 3) {
    const [a, b, c] = surface.subarray(t, t + 3);
    if (!gone.has(edge(a, b)) && !gone.has(edge(b, c)) && !gone.has(edge(c, a))) whole.push(a, b, c);
  }
  return Uint32Array.from(whole);
}

/** x, y, z of every particle, in double precision, without the padding. */
function unpad(vectors: ArrayLike<number>, n: number): Float64Array {
  const result = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) for (let axis = 0; axis < 3; axis++) result[3 * i + axis] = vectors[4 * i + axis];
  return result;
}
