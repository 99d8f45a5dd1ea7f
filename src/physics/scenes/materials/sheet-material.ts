/** Makes the surface of a scene of a material: masses by area, springs, and the parameters that follow. */
import type { CoefficientParams } from '../../model/coefficients';
import { SPRING_KINDS, type SpringKind } from '../../model/model';
import type { Params } from '../../model/params';
import { cornerAreas } from '../../model/surface-mesh';
import { noSuch } from '../../model/validate';
import { wholeParticle } from '../builders/grid';
import type { SceneData, SceneMaterial } from '../scene';
import { CARDS, type MaterialCard, materialIds, meanStretch } from './cards';

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
 * The scene made of a material: a third of each triangle's mass at each of its corners, springs as below, no bend
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

// The springs of a sheet: the stiffness of each one from the stiffness of the sheet per breadth.

/** The springs of a sheet, and its particles. */
type Sheet = Pick<SceneData, 'springs' | 'kinds' | 'restLengths' | 'grid' | 'origins' | 'masses'>;

/** An edge of the surface. */
interface Side {
  /** Number of triangles beside it. */
  count: number;
  /** Sum over them of 3A/(L₁² + L₂² + L₃²). */
  share: number;
  /** True if another spring crosses it, so that the two share its stiffness. */
  crossed: boolean;
}

/** Stiffness of every spring of the scene, N/m, as the card says; null if a spring does not follow the surface.
 *
 *  A net with cells of a by b (a along the spring): with C₁₁ and C₂₂ the stiffness along rows and columns and G in shear,
 *    diagonals  k = G(a² + b²)/(2ab),    along a  k = (b/a)(C₁₁ − G a²/b²), half on the border;
 *  then the net resists as the sheet does: C₁₂ = G, and E₁ = C₁₁ − G²/C₂₂. Square cells, G = ⅜Et: k = ¾Et and ⅜Et, ν = ⅓.
 *  Any other surface: each triangle gives each of its sides 3Et A/(L₁² + L₂² + L₃²), the mean of both directions: √3/4 Et if its
 *  sides are equal, as in Lloyd, Székely and Harders, Identification of Spring Parameters for Deformable Object Simulation, and
 *  half of the net's stiffness in half a square. ν = ⅓ and G = ⅜Et there. Bend springs get none.
 *  @param triangles 3t @param rest 3n; m */
export function sheetSprings(
  scene: Sheet,
  triangles: Uint32Array,
  rest: Float64Array,
  card: Pick<MaterialCard, 'stretch' | 'shear'>,
): Float64Array | null {
  const { springs, kinds, grid, origins, masses } = scene;
  const key = (a: number, b: number) => Math.min(a, b) * masses.length + Math.max(a, b);
  const sides = new Map<number, Side>();
  /** The side between two opposite corners of the triangles at it. */
  const across = new Map<number, Side>();
  const corners = new Map<number, number>();
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const share = shareOf(rest, a, b, c);
    for (const [p, q, opposite] of [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ]) {
      const id = key(p, q);
      const side = sides.get(id) ?? { count: 0, share: 0, crossed: false };
      side.count++;
      side.share += share;
      sides.set(id, side);
      const other = corners.get(id);
      if (other !== undefined) across.set(key(other, opposite), side);
      corners.set(id, opposite);
    }
  }

  const [, SHEAR, BEND] = SPRING_KINDS.keys();
  const cell = grid && cellStiffness(scene, card, kinds.includes(SHEAR) ? card.shear : 0);
  const stiffness = new Float64Array(kinds.length);
  for (const isLast of [false, true]) {
    for (let j = 0; j < kinds.length; j++) {
      if (kinds[j] === BEND) continue;
      const [a, b] = [springs[2 * j], springs[2 * j + 1]];
      const side = sides.get(key(a, b));
      if (cell) {
        const [p, q] = [wholeParticle(grid, a, origins), wholeParticle(grid, b, origins)];
        if (kinds[j] === SHEAR) stiffness[j] = cell.diagonal;
        else stiffness[j] = (Math.abs(p - q) === 1 ? cell.row : cell.column) * (side?.count === 2 ? 1 : 0.5);
        continue;
      }
      const crossing = side ? null : across.get(key(a, b));
      if (!side && !crossing) return null;
      if (crossing) crossing.crossed = true;
      const { share, crossed } = (side ?? crossing) as Side;
      if (isLast) stiffness[j] = meanStretch(card) * share * (crossed ? 0.5 : 1);
    }
  }
  return stiffness;
}

/** 3A/(L₁² + L₂² + L₃²) of a triangle; 0 if it is a point. */
function shareOf(rest: Float64Array, a: number, b: number, c: number): number {
  const dot = (p: number, q: number, r: number, s: number) => {
    let sum = 0;
    for (let axis = 0; axis < 3; axis++)
      sum += (rest[3 * q + axis] - rest[3 * p + axis]) * (rest[3 * s + axis] - rest[3 * r + axis]);
    return sum;
  };
  const [one, two, product] = [dot(a, b, a, b), dot(a, c, a, c), dot(a, b, a, c)];
  const squares = one + two + dot(b, c, b, c);
  return squares > 0 ? (1.5 * Math.sqrt(Math.max(0, one * two - product * product))) / squares : 0;
}

/** N/m: of a spring along a row, along a column and along a diagonal, inside the net. */
function cellStiffness(scene: Sheet, { stretch }: Pick<MaterialCard, 'stretch'>, G: number) {
  const [warp, weft] = typeof stretch === 'number' ? [stretch, stretch] : stretch;
  const { springs, kinds, restLengths, origins } = scene;
  const grid = scene.grid as NonNullable<SceneData['grid']>;
  let [a, b] = [0, 0];
  for (let j = 0; j < kinds.length && (a === 0 || b === 0); j++) {
    if (kinds[j] > 0) continue;
    const [p, q] = [springs[2 * j], springs[2 * j + 1]].map((end) => wholeParticle(grid, end, origins));
    if (Math.abs(p - q) === 1) a = restLengths[j];
    else b = restLengths[j];
  }
  // s = G²/(C₁₁C₂₂) with C₁₁ = E₁/(1 − s) and C₂₂ = E₂/(1 − s): s = r(1 − s)².
  const r = (G * G) / (warp * weft);
  const s = r > 0 ? (2 * r + 1 - Math.sqrt(4 * r + 1)) / (2 * r) : 0;
  return {
    row: Math.max(0, (b / a) * (warp / (1 - s) - (G * a * a) / (b * b))),
    column: Math.max(0, (a / b) * (weft / (1 - s) - (G * b * b) / (a * a))),
    diagonal: (G * (a * a + b * b)) / (2 * a * b),
  };
}
