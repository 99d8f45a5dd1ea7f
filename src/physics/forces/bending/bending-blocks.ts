/** The 3×3 diagonal blocks of the derivative of bending, and its bounds. Letters as in `bending-loops.ts`. */
import type { Floats } from '../../model/arena';
import { cross, dot, e, g, kappa, normal, setCurvature } from './bending-loops';
import type { CurvatureRows } from './curvature-rows';

/** For the bound on damping, which grows with stretch and with the angle between triangles: it holds up to 10 % and 0.2 rad. */
const MARGIN = 1.5;

/** Scratch for one particle. */
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
    if (turns) setCurvature(rows, r, x);
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
 * k += D and c += bendingDamping times Σ |w_i| Σ_j |w_j|, because |Σ w_j p_j|² ≤ Σ |w_j| · Σ |w_i||p_i|².
 * @returns false for a surface that is curved at rest: its normal adds terms that have no bound
 */
export function addBendingBounds(
  { count, starts, places, weights, isCurved }: CurvatureRows,
  D: number,
  damping: number,
  k: Float64Array,
  c: Float64Array,
): boolean {
  for (let r = 0; r < count; r++) {
    let sum = 0;
    for (let i = starts[r]; i < starts[r + 1]; i++) sum += Math.abs(weights[i]);
    for (let i = starts[r]; i < starts[r + 1]; i++) {
      const share = sum * Math.abs(weights[i]);
      k[places[i] >> 2] += D * share;
      c[places[i] >> 2] += MARGIN * damping * share;
    }
  }
  return !isCurved;
}
