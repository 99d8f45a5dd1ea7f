/** The 3×3 diagonal blocks of the derivative of bending, and its bounds. Letters as in `bending-loops.ts`. */
import type { Floats } from '../../model/arena';
import { createShape, cross, dot, setShape } from './bending-loops';
import type { CurvatureRows } from './curvature-rows';

/** For the bound on damping, which grows with stretch and with the angle between triangles: it holds up to 10 % and 0.2 rad. */
const MARGIN = 1.5;

/** Largest stretch for which the bounds of a surface that is curved at rest hold. */
const STRETCH = 1.1;

/** Scratch for one row, and for one particle. */
const shape = createShape();
const arm = new Float64Array(3);
const b = new Float64Array(3);

/**
 * blocks −= elastic · JᵀJ + viscous · b bᵀ about the positions x. A particle turns e × g by p × v, with v = ±g at the ends of e
 * and ∓e at those of g:
 *   J_i p = w_i p − (κ₀/A_c) p × v,  so  J_iᵀJ_i = w_i² I + (κ₀/A_c)² (|v|² I − v vᵀ),  and  b_i = (w_i e × g + v × κ)/A_c.
 * The term that the clamp drops has no diagonal blocks.
 */
export function addBlocks(rows: CurvatureRows, blocks: Floats, x: Floats, elastic: number, viscous: number): void {
  const { count, starts, places, weights, corners, rest } = rows;
  for (let r = 0; r < count; r++) {
    const turns = viscous !== 0 || rest[r] !== 0;
    if (turns) setShape(shape, rows, r, x);
    for (let k = starts[r]; k < starts[r + 1]; k++) {
      const w = elastic * weights[k] * weights[k];
      const o = 9 * (places[k] >> 2);
      for (let i = 0; i < 9; i += 4) blocks[o + i] -= w;
      if (turns) addTurn(rows, r, blocks, places[k], k, elastic, viscous);
    }
    for (let k = 4 * r; turns && k < 4 * r + 4; k++)
      if (!isEntry(rows, r, corners[k]) && corners.indexOf(corners[k], 4 * r) === k)
        addTurn(rows, r, blocks, corners[k], -1, elastic, viscous);
  }
}

function isEntry({ starts, places }: CurvatureRows, r: number, place: number): boolean {
  for (let k = starts[r]; k < starts[r + 1]; k++) if (places[k] === place) return true;
  return false;
}

/** The part of a block that depends on the normal of the surface. @param entry of the particle in the row; −1: it has none */
function addTurn(
  { corners, rest, perArea, weights }: CurvatureRows,
  r: number,
  blocks: Floats,
  place: number,
  entry: number,
  elastic: number,
  viscous: number,
): void {
  const { kappa, e, g, normal } = shape;
  const ofE = sign(place, corners[4 * r], corners[4 * r + 1]);
  const ofG = sign(place, corners[4 * r + 2], corners[4 * r + 3]);
  for (let i = 0; i < 3; i++) arm[i] = ofE * g[i] - ofG * e[i];
  cross(b, arm, kappa);
  const w = entry < 0 ? 0 : weights[entry];
  for (let i = 0; i < 3; i++) b[i] = perArea[r] * (b[i] + w * normal[i]);
  const perNormal = rest[r] * perArea[r];
  const tilt = elastic * perNormal * perNormal;
  const squared = tilt * dot(arm, arm);
  const o = 9 * (place >> 2);
  for (let i = 0; i < 3; i++) {
    blocks[o + 4 * i] -= squared;
    for (let j = 0; j < 3; j++) blocks[o + 3 * i + j] += tilt * arm[i] * arm[j] - viscous * b[i] * b[j];
  }
}

function sign(place: number, minus: number, plus: number): number {
  return (place === plus ? 1 : 0) - (place === minus ? 1 : 0);
}

/**
 * k += D and c += bendingDamping times Σ α_i Σ_j α_j with α_i = |w_i|, because |Σ w_j p_j|² ≤ Σ α_j · Σ α_i|p_i|².
 *
 * In a surface that is curved at rest J_i has κ₀/A_c times |g| more at the ends of e, and |e| at those of g. The second derivative
 * of the residual is there at most 2 κ₀/A_c |κ − κ₀c| |δe||δg| ≤ 2 κ₀/A_c |κ − κ₀c| Σ |p_i|² over the four ends, where |κ| is at
 * most Σ |w_i| times the distances from one of the particles, however the surface is folded.
 * @param at 3n; positions at rest, m
 */
export function addBendingBounds(
  { count, starts, places, weights, corners, rest, perArea }: CurvatureRows,
  at: Float64Array,
  D: number,
  damping: number,
  k: Float64Array,
  c: Float64Array,
): void {
  const distance = (p: number, q: number) => {
    for (let i = 0; i < 3; i++) arm[i] = at[0.75 * p + i] - at[0.75 * q + i];
    return STRETCH * Math.sqrt(dot(arm, arm));
  };
  for (let r = 0; r < count; r++) {
    const tilt = Math.abs(rest[r]) * perArea[r];
    const [from, to] = [starts[r], starts[r + 1]];
    const ends = tilt === 0 ? [] : [...corners.subarray(4 * r, 4 * r + 4)];
    const arms = ends.map((_, i) => tilt * distance(ends[2 - 2 * (i >> 1)], ends[3 - 2 * (i >> 1)]));
    let sum = 0;
    let most = STRETCH * Math.abs(rest[r]);
    for (let i = from; i < to; i++) {
      sum += Math.abs(weights[i]);
      if (tilt > 0) most += Math.abs(weights[i]) * distance(places[i], places[from]);
    }
    for (const length of arms) sum += length;
    for (let i = from; i < to; i++) add(places[i], sum * Math.abs(weights[i]));
    ends.forEach((end, i) => {
      add(end, sum * arms[i]);
      k[end >> 2] += 2 * D * tilt * most;
    });
  }

  function add(place: number, share: number): void {
    k[place >> 2] += D * share;
    c[place >> 2] += MARGIN * damping * share;
  }
}
