import { isWhole } from '../model/cuts';
import { materialAt } from '../model/material';
import type { Params } from '../model/params';
import type { SceneData } from '../scenes/scene';
import type { SceneInstance } from './scene-instance';

/** The run at this moment as a scene, with masses, stiffness and damping for the parameters at load; cut springs included. */
export function snapshot({ home, model, material, state, kept, world }: SceneInstance): SceneData {
  const pinned: number[] = [];
  for (let i = 0; i < model.particleCount; i++) if (model.pinned[i] === 1) pinned.push(i);
  const velocities = unpad(state.velocities, model.particleCount);
  for (const [i, velocity] of kept) velocities.set(velocity, 3 * i);
  const { environment } = world;
  return {
    ...home,
    masses: material.masses,
    positions: unpad(state.positions, model.particleCount),
    velocities,
    pinned,
    environment,
    time: state.time,
  };
}

/** The same with the material in force and without the cut springs: what a file holds. */
export function snapshotInForce(stage: SceneInstance, params: Params): SceneData {
  const scene = { ...snapshot(stage), ...materialAt(stage.material, stage.model.kinds, params) };
  const { cut, springs, cuts } = stage.model;
  if (cuts.count === 0) return scene;
  const { membrane } = scene;
  const whole = (_: unknown, j: number) => cut[j] === 0;
  return {
    ...scene,
    springs: springs.filter((_, end) => cut[end >> 1] === 0),
    kinds: scene.kinds.filter(whole),
    restLengths: scene.restLengths.filter(whole),
    stiffness: scene.stiffness.filter(whole),
    damping: scene.damping.filter(whole),
    surface: wholeTriangles(stage),
    membrane: membrane && { ...membrane, triangles: wholeTriangles(stage, membrane.triangles) },
  };
}

/** The triangles that no cut spring is an edge of, of `triangles` (3 each). */
export function wholeTriangles({ model }: SceneInstance, triangles: Uint32Array = model.surface): Uint32Array {
  const whole = isWhole(model, triangles);
  return triangles.filter((_, corner) => whole[Math.floor(corner / 3)] === 1);
}

/** x, y, z of every particle, in double precision, without the padding. */
function unpad(vectors: ArrayLike<number>, n: number): Float64Array {
  const result = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) for (let axis = 0; axis < 3; axis++) result[3 * i + axis] = vectors[4 * i + axis];
  return result;
}
