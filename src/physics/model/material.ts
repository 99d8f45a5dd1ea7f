import type { Model, SpringKind } from './model';
import { SPRING_KINDS } from './model';
import type { Params } from './params';

/** The parameters that are shared out over particles and springs. */
export const MATERIAL_KEYS = ['mass', 'stiffness', 'shear', 'bend', 'damping'] as const;
export type MaterialKey = (typeof MATERIAL_KEYS)[number];
export type MaterialParams = Record<MaterialKey, number>;

/** The switch of each kind of spring. */
const SWITCH = {
  structural: 'structuralSprings',
  shear: 'shearSprings',
  bend: 'bendSprings',
} as const satisfies Record<SpringKind, keyof Params>;

/**
 * Masses, stiffness and damping as they were loaded, in double precision, and the parameters that went with them.
 * A parameter that changes scales what was loaded by (new value / value at load); one that returns brings back the
 * same bits. A kind whose values are all 0 has nothing to scale: each of its springs takes the parameter itself.
 */
export interface Material {
  /** n; kg; replaced, never changed in place: copies hold on to it. */
  masses: Float64Array;
  /** m; N/m. */
  readonly stiffness: Float64Array;
  /** m; N·s/m. */
  readonly damping: Float64Array;
  readonly at: Readonly<MaterialParams>;
}

/** Stiffness of a structural, a shear and a bend spring, N/m; the order of SPRING_KINDS. */
export function stiffnessOfKinds(params: MaterialParams): [number, number, number] {
  return [params.stiffness, params.stiffness * params.shear, params.stiffness * params.bend];
}

/** Scales by (is / was), in the order that keeps the largest value exact; the same bits where nothing changed. */
function rescale(loaded: Float64Array, was: number, is: number, belongs = (_: number) => true): Float64Array {
  if (was === is) return loaded;
  const empty = !loaded.some((value, i) => value !== 0 && belongs(i));
  return loaded.map((value, i) => {
    if (!belongs(i)) return value;
    return empty ? is : (value / was) * is;
  });
}

/** The values in force at `params`, in double precision; springs that are switched off or cut keep theirs. */
export function materialAt(material: Material, kinds: Uint8Array, params: Params): Omit<Material, 'at'> {
  const was = stiffnessOfKinds(material.at);
  const is = stiffnessOfKinds(params);
  let stiffness = material.stiffness;
  for (let kind = 0; kind < SPRING_KINDS.length; kind++) {
    stiffness = rescale(stiffness, was[kind], is[kind], (j) => kinds[j] === kind);
  }
  return {
    masses: rescale(material.masses, material.at.mass, params.mass),
    stiffness,
    damping: rescale(material.damping, material.at.damping, params.damping),
  };
}

/** Writes the values in force into the kernels' arrays. */
export function applyMaterial(model: Model, material: Material, params: Params): void {
  const { masses, stiffness, damping } = materialAt(material, model.kinds, params);
  model.masses.set(masses);
  model.stiffness.set(stiffness);
  model.damping.set(damping);
  for (let j = 0; j < model.springCount; j++) {
    if (model.cut[j] === 0 && params[SWITCH[SPRING_KINDS[model.kinds[j]]]] === 1) continue;
    model.stiffness[j] = 0;
    model.damping[j] = 0;
  }
}
