/** The 3×3 diagonal blocks of the derivative of bending, and its bounds. Letters as in `bending-loops.ts`. */

import type { CurvatureRows } from '../../kernels/curvature-rows';
import { cross, E, G, SHAPE } from '../../kernels/javascript/curvature-loops';
import type { Floats } from '../../model/arena';
import { distanceAt } from '../../model/vectors';

/** For the bound on damping, which grows with stretch and with the angle between triangles: it holds up to 10 % and 0.2 rad. */
const MARGIN = 1.5;

/** Largest stretch for which the bounds of a surface that is curved at rest hold. */
const STRETCH = 1.1;

/** Scratch for one particle: v, b, and N of its rows. */
const arm = new Float64Array(3);
const b = new Float64Array(3);
const normal = new Float64Array(3);
/** a and c of `addMultiple`: a number as an argument may be an object for each call. */
const factors = new Float64Array(2);

/**
 * blocks −= elastic · JᵀJ + viscous · b bᵀ about the shapes. A particle turns e × g by p × v, with v = ±g at the ends of e, ∓e at
 * those of g, and 0 elsewhere:
 *   J_i p = w_i p − (κ₀/A_c) p × v,  so  J_iᵀJ_i = w_i² I + (κ₀/A_c)² (|v|² I − v vᵀ),  and  b_i = (w_i e × g + v × κ)/A_c.
 * The term that the clamp drops has no diagonal blocks.
 */
export function addBlocks(rows: CurvatureRows, shapes: Floats, blocks: Floats, elastic: number, viscous: number): void {
  const { count, together, starts, places, weights, corners, rest, perArea } = rows;
  for (let r = 0, s = 0; r < count; r += together, s += SHAPE) {
    const damping = viscous * perArea[r] * perArea[r];
    cross(normal, shapes, s + E, shapes, s + G);
    for (let row = r; row < r + together; row++) {
      for (let k = starts[row]; k < starts[row + 1]; k++) {
        const w = weights[k] * weights[k];
        factors[0] = -elastic * w;
        factors[1] = isCorner(corners, 4 * r, places[k]) ? 0 : -damping * w;
        addMultiple(blocks, places[k], normal);
      }
      const tilt = rest[row] * perArea[r];
      for (let k = 4 * r; k < 4 * r + 4 && (damping !== 0 || tilt !== 0); k++) {
        if (corners.indexOf(corners[k], 4 * r) !== k) continue;
        const ofE = sign(corners[k], corners[4 * r], corners[4 * r + 1]);
        const ofG = sign(corners[k], corners[4 * r + 2], corners[4 * r + 3]);
        for (let i = 0; i < 3; i++) arm[i] = ofE * shapes[s + G + i] - ofG * shapes[s + E + i];
        cross(b, arm, 0, shapes, s + 4 * (row - r));
        // Of an entry once at most: what is no entry has no weight.
        for (let entry = starts[row]; entry < starts[row + 1]; entry++) {
          for (let i = 0; places[entry] === corners[k] && i < 3; i++) b[i] += weights[entry] * normal[i];
        }
        factors[1] = elastic * tilt * tilt;
        factors[0] = -factors[1] * (arm[0] * arm[0] + arm[1] * arm[1] + arm[2] * arm[2]);
        addMultiple(blocks, corners[k], arm);
        factors[0] = 0;
        factors[1] = -damping;
        addMultiple(blocks, corners[k], b);
      }
    }
  }
}

/** Adds a I + c v vᵀ to the block of the particle at a place. */
function addMultiple(blocks: Floats, place: number, v: Float64Array): void {
  const o = 9 * (place >> 2);
  for (let i = 0; i < 3; i++) {
    blocks[o + 4 * i] += factors[0];
    for (let j = 0; j < 3; j++) blocks[o + 3 * i + j] += factors[1] * v[i] * v[j];
  }
}

/** True if one of the four corners from `at` is at this place. */
function isCorner(corners: Uint32Array, at: number, place: number): boolean {
  return corners[at] === place || corners[at + 1] === place || corners[at + 2] === place || corners[at + 3] === place;
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
  const distance = (p: number, q: number) => STRETCH * distanceAt(at, 0.75 * p, at, 0.75 * q);
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
