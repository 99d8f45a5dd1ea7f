import { coefficientsAt } from '../model/coefficients';
import { intactTriangles } from '../model/cuts';
import type { Vec3 } from '../model/model';
import { marked } from '../model/state';
import { quote } from '../model/validate';
import { isGrid } from '../scenes/builders/grid';
import type { SceneData } from '../scenes/scene';
import type { SceneInstance } from './run';

/** The present state as a scene, with masses, stiffness and damping as loaded; includes cut springs. */
export function snapshot({
  present,
  model,
  coefficients,
  state,
  velocitiesWhenFreed,
  settings,
}: SceneInstance): SceneData {
  const velocities = withoutPadding(state.velocities, model.particleCount);
  for (const [i, velocity] of velocitiesWhenFreed) velocities.set(velocity, 3 * i);
  return {
    ...present,
    masses: coefficients.masses,
    positions: withoutPadding(state.positions, model.particleCount),
    velocities,
    pinned: marked(model.pinned),
    environment: settings.environment,
    time: state.time,
  };
}

/** The present state as a scene, with masses, stiffness and damping at the present parameters, without cut springs: for a file. */
export function snapshotForFile(instance: SceneInstance): SceneData {
  const { coefficients, model, settings } = instance;
  const scene = { ...snapshot(instance), ...coefficientsAt(coefficients, model.kinds, settings.params) };
  const { cut, springs, cuts } = model;
  if (cuts.count === 0) return scene;
  const { membrane, grid, origins } = scene;
  const isIntact = (_: unknown, j: number) => cut[j] === 0;
  const pairs = springs.filter((_, end) => cut[end >> 1] === 0);
  const kinds = scene.kinds.filter(isIntact);
  return {
    ...scene,
    springs: pairs,
    kinds,
    grid: grid && isGrid(grid, pairs, kinds, origins) ? grid : null,
    restLengths: scene.restLengths.filter(isIntact),
    stiffness: scene.stiffness.filter(isIntact),
    damping: scene.damping.filter(isIntact),
    surface: intactTriangles(model, model.surface),
    membrane: membrane && { ...membrane, triangles: intactTriangles(model, membrane.triangles) },
  };
}

/** 3n; x, y, z of every particle, in double precision. */
function withoutPadding(vectors: ArrayLike<number>, n: number): Float64Array {
  const result = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) for (let axis = 0; axis < 3; axis++) result[3 * i + axis] = vectors[4 * i + axis];
  return result;
}

/** One particle of a running scene. @interface */
export type Particle = ReturnType<typeof particleOf>;

/** @throws RangeError for an index that is not a particle */
export function particleOf({ model, state }: SceneInstance, i: number) {
  if (!Number.isInteger(i) || i < 0 || i >= model.particleCount) {
    throw new RangeError(`${quote(i)} is not a particle (0–${model.particleCount - 1})`);
  }
  const at = (array: ArrayLike<number>): Vec3 => [array[4 * i], array[4 * i + 1], array[4 * i + 2]];
  return {
    /** m. */
    position: at(state.positions),
    /** m/s. */
    velocity: at(state.velocities),
    /** kg. */
    mass: model.masses[i],
    /** True if it is pinned. */
    pinned: model.pinned[i] === 1,
  };
}
