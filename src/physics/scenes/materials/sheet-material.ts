/** Makes the surface of a scene of a material: masses by area, springs, and the parameters that follow. */
import type { CoefficientParams } from '../../model/coefficients';
import { SPRING_KINDS, type SpringKind } from '../../model/model';
import type { Params } from '../../model/params';
import { cornerAreas } from '../../model/surface-mesh';
import { noSuch } from '../../model/validate';
import type { SceneData, SceneMaterial } from '../scene';
import { CARDS, type MaterialCard, materialIds, meanStretch } from './cards';
import { sheetSprings } from './sheet-springs';

/** A scene with its parameters, and those that its masses, stiffness and damping belong to. */
export interface MadeOf {
  data: SceneData;
  at: CoefficientParams;
  params: Params;
}

function cardOf(id: string): MaterialCard {
  const card = CARDS.find((one) => one.id === id);
  if (!card) throw new RangeError(noSuch('material', id, materialIds));
  return card;
}

/**
 * The scene made of a material: a third of each triangle's mass at each of its corners, springs as in `sheet-springs.ts`, no bend
 * springs, and drag by area. A continuum membrane in force gets the stiffness too, the same in all directions.
 * @throws RangeError if the scene has no surface, or springs that do not follow it
 */
export function withMaterial(id: string, { data, at, params }: MadeOf): MadeOf {
  const card = cardOf(id);
  const refuse = (why: string) => new RangeError(`material: the scene ${JSON.stringify(data.name)} ${why}`);
  const { membrane, kinds } = data;
  if (!membrane) throw refuse('has no surface, which a material needs');
  const isContinuum = params.membraneLambda > 0 || params.membraneMu > 0;
  if (isContinuum && kinds.includes(0) && params.structuralSprings === 1) {
    throw refuse('has both a membrane and structural springs in force: switch one off first');
  }
  const triangles = data.surface.length > 0 ? data.surface : membrane.triangles;
  const areas = cornerAreas(triangles, membrane.rest, data.masses.length);
  const masses = data.masses.map((mass, i) => (areas[i] > 0 ? card.density * areas[i] : mass));
  const stiffness = sheetSprings(data, triangles, membrane.rest, card);
  if (!stiffness) throw refuse('has springs that do not follow its surface');
  const stretch = meanStretch(card);
  const damping = stiffness.map((k) => (k * card.damping) / stretch);
  const made = { ...data, masses, stiffness, damping };
  const { mass, ...springs } = coefficientsOf(made);
  const found: CoefficientParams = { ...at, ...(kinds.length > 0 && springs), mass };
  const { bending, bendingDamping, airDrag, thickness, poisson } = card;
  const numbers = { ...found, bending, bendingDamping, airDrag, drag: 0 };
  if (isContinuum) {
    const lambda = (stretch * poisson) / (thickness * (1 - poisson * poisson));
    const mu = stretch / (2 * thickness * (1 + poisson));
    const time = card.damping / stretch;
    Object.assign(numbers, { membraneLambda: lambda, membraneMu: mu, membranePhi: lambda * time });
    Object.assign(numbers, { membranePsi: mu * time, membraneThickness: thickness });
  }
  return { data: { ...made, material: { id, numbers } }, at: found, params: { ...params, ...numbers } };
}

/**
 * The same material on another grid. What has been edited stays so, in the same proportion.
 * @param resized with the parameters as they were on the old grid, apart from its size
 */
export function withMaterialAgain({ id, numbers: before }: SceneMaterial, resized: MadeOf): MadeOf {
  const made = withMaterial(id, resized);
  const params = { ...made.params };
  for (const [key, was] of Object.entries(before)) {
    const is = resized.params[key];
    if (is !== was) params[key] = was ? params[key] * (is / (was as number)) : is;
  }
  return { ...made, params };
}

// The parameters that follow from the springs and masses of a scene.

/**
 * The parameters that follow from a scene's springs and masses, and that a file must not give. `stiffness` is the largest
 * structural stiffness, or the largest of all if there is none or it is 0; `shear` and `bend` are the largest of their kind
 * over `stiffness`, 0 if there is none; `damping` and `mass` are the largest.
 */
export function coefficientsOf(data: SceneData): CoefficientParams {
  const largest: Record<SpringKind, number> = { structural: 0, shear: 0, bend: 0 };
  data.stiffness.forEach((k, j) => {
    const kind = SPRING_KINDS[data.kinds[j]];
    largest[kind] = Math.max(largest[kind], k);
  });
  const stiffness = largest.structural || Math.max(largest.shear, largest.bend);
  return {
    stiffness,
    shear: ratio(largest.shear, stiffness),
    bend: ratio(largest.bend, stiffness),
    damping: data.damping.reduce((a, b) => Math.max(a, b), 0),
    mass: data.masses.reduce((a, b) => Math.max(a, b), 0),
  };
}

/**
 * The shortest decimal r with stiffness · r = k to the bit, so that a ratio of 0.3 comes back from a file as 0.3 and not as
 * 0.29999999999999993; the quotient if no r of at most 15 digits fits.
 */
function ratio(k: number, stiffness: number): number {
  if (k === 0) return 0;
  const quotient = k / stiffness;
  for (let digits = 1; digits <= 15; digits++) {
    const r = Number(quotient.toPrecision(digits));
    if (stiffness * r === k) return r;
  }
  return quotient;
}
