import type { Precision } from './arena';
import { type Model, SPRING_KINDS, type SpringKind } from './model';
import type { Params } from './params';

/** The parameters that set masses, stiffness and damping of particles and springs. */
export const COEFFICIENT_KEYS = ['mass', 'stiffness', 'shear', 'bend', 'damping'] as const;
export type CoefficientKey = (typeof COEFFICIENT_KEYS)[number];
export type CoefficientParams = Record<CoefficientKey, number>;

/** The parameter that switches each kind of spring on. */
const SWITCH = {
  structural: 'structuralSprings',
  shear: 'shearSprings',
  bend: 'bendSprings',
} as const satisfies Record<SpringKind, keyof Params>;

/**
 * Masses, stiffness and damping as loaded, in double precision, with the parameters at load. A changed parameter scales
 * the loaded values by (new value / value at load); the value at load gives the same bits again. A kind whose loaded
 * values are all 0 can't be scaled: each of its springs gets the parameter itself.
 */
export interface Coefficients {
  /** n; kg. Replaced, never changed in place: checkpoints refer to it. */
  masses: Float64Array;
  /** The scene, which may compute them when they are read. */
  readonly springs: SpringCoefficients;
  readonly at: Readonly<CoefficientParams>;
}

/** Sizes: m springs. */
interface SpringCoefficients {
  /** N/m. */
  readonly stiffness: Float64Array;
  /** N·s/m. */
  readonly damping: Float64Array;
}

/** Masses of particles, and stiffness and damping of springs. */
export type CoefficientValues = Pick<Coefficients, 'masses'> & SpringCoefficients;

/** Stiffness of a structural, a shear and a bend spring, N/m; the order of SPRING_KINDS. */
export function stiffnessOfKinds(params: CoefficientParams): [number, number, number] {
  return [params.stiffness, params.stiffness * params.shear, params.stiffness * params.bend];
}

/** Stiffness of every spring, N/m. A loop: `Float64Array.from` would make a list of numbers first. */
export function stiffnessOfSprings(kinds: Uint8Array, params: CoefficientParams): Float64Array {
  const ofKind = stiffnessOfKinds(params);
  const stiffness = new Float64Array(kinds.length);
  for (let j = 0; j < kinds.length; j++) stiffness[j] = ofKind[kinds[j]];
  return stiffness;
}

/** Scales by (is / was), in the order that keeps the largest value exact; the same bits if nothing changed. */
function rescale(loaded: Float64Array, was: number, is: number, isOfKind = (_: number) => true): Float64Array {
  if (was === is) return loaded;
  const isZero = !loaded.some((value, i) => value !== 0 && isOfKind(i));
  return loaded.map((value, i) => {
    if (!isOfKind(i)) return value;
    return isZero ? is : (value / was) * is;
  });
}

/** The values at `params`, in double precision; includes springs that are switched off or cut. */
export function coefficientsAt(loaded: Coefficients, kinds: Uint8Array, params: Params): CoefficientValues {
  const was = stiffnessOfKinds(loaded.at);
  const is = stiffnessOfKinds(params);
  let { stiffness } = loaded.springs;
  for (let kind = 0; kind < SPRING_KINDS.length; kind++) {
    stiffness = rescale(stiffness, was[kind], is[kind], (j) => kinds[j] === kind);
  }
  return {
    masses: rescale(loaded.masses, loaded.at.mass, params.mass),
    stiffness,
    damping: rescale(loaded.springs.damping, loaded.at.damping, params.damping),
  };
}

/**
 * Why a run in this precision can't use the values, as in `the mass 1e-39 kg is too small for single precision`: all of them and
 * the inverses of the masses must be finite. Null if it can.
 */
export function coefficientError(
  { masses, stiffness, damping }: CoefficientValues,
  precision: Precision,
): string | null {
  const isTooLarge = (x: number) => !Number.isFinite(precision === 'single' ? Math.fround(x) : x);
  const isTooSmall = (mass: number) => isTooLarge(1 / (precision === 'single' ? Math.fround(mass) : mass));
  const message = (what: string, x: number, unit: string, size: string) =>
    `the ${what} ${x} ${unit} is too ${size} for ${precision} precision`;
  const mass = extremes(masses);
  if (isTooLarge(mass.largest)) return message('mass', mass.largest, 'kg', 'large');
  if (isTooSmall(mass.smallest)) return message('mass', mass.smallest, 'kg', 'small');
  const k = extremes(stiffness).largest;
  if (isTooLarge(k)) return message('stiffness', k, 'N/m', 'large');
  const d = extremes(damping).largest;
  return isTooLarge(d) ? message('damping', d, 'N·s/m', 'large') : null;
}

/** Of positive numbers; NaN if one is; 1 and 0 if there is none. A loop: a function of each would get an object for every number. */
function extremes(values: Float64Array): { smallest: number; largest: number } {
  let smallest = values.length > 0 ? values[0] : 1;
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    smallest = Math.min(smallest, values[i]);
    largest = Math.max(largest, values[i]);
  }
  return { smallest, largest };
}

/** Writes the values at `params` into the model; 0 for springs that are switched off or cut. */
export function applyCoefficients(
  model: Model,
  loaded: Coefficients,
  params: Params,
  { masses, stiffness, damping } = coefficientsAt(loaded, model.kinds, params),
): void {
  model.masses.set(masses);
  model.stiffness.set(stiffness);
  model.damping.set(damping);
  const isOn = SPRING_KINDS.map((kind) => params[SWITCH[kind]] === 1);
  for (let j = 0; j < model.springCount; j++) {
    if (model.cut[j] === 0 && isOn[model.kinds[j]]) continue;
    model.stiffness[j] = 0;
    model.damping[j] = 0;
  }
}
