/** The springs of a sheet: the stiffness of each one from the stiffness of the sheet per breadth. */
import { SPRING_KINDS } from '../../model/model';
import { wholeParticle } from '../builders/grid';
import type { SceneData } from '../scene';
import { type MaterialCard, meanStretch } from './cards';

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
  scene: SceneData,
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
function cellStiffness(scene: SceneData, { stretch }: Pick<MaterialCard, 'stretch'>, G: number) {
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
