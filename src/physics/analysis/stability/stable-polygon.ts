import type { Growth } from './growth';
import { longestStep } from './longest-step';

/** Stiffness κ = q*K̂q, 1/s², and damping δ = q*D̂q, 1/s, of a unit vector q. */
export interface Resistance {
  kappa: number;
  delta: number;
}

/** Corners of a convex polygon, in order. */
export type Polygon = readonly Resistance[];

/** The longest step that is stable on a whole polygon, s, and the point that limits it. */
export interface PolygonLimit {
  dt: number;
  at: Resistance;
}

/** Samples per edge. */
const SAMPLES = 6;
/** Halvings of their distance, near the sample with the shortest step. */
const REFINEMENTS = 6;
/** Times the largest κ and δ: smaller values are rounding error of 0. */
export const ZERO = 1e-6;

export function box(kappa: number, [minDelta, maxDelta]: readonly [number, number]): Polygon {
  return [
    { kappa: 0, delta: minDelta },
    { kappa, delta: minDelta },
    { kappa, delta: maxDelta },
    { kappa: 0, delta: maxDelta },
  ];
}

/**
 * The part of a polygon with a κ + b δ ≤ s. All of it if no part is left: some motion has its κ and δ inside, so s is wrong, by overflow
 * or rounding. Source: Sutherland and Hodgman 1974.
 */
export function clip(polygon: Polygon, a: number, b: number, s: number): Polygon {
  const excess = ({ kappa, delta }: Resistance) => a * kappa + b * delta - s;
  const rest = polygon.flatMap((corner, i) => {
    const next = polygon[(i + 1) % polygon.length];
    const [here, there] = [excess(corner), excess(next)];
    const kept = here <= 0 ? [corner] : [];
    if (here <= 0 === there <= 0) return kept;
    return [...kept, between(corner, next, here / (here - there))];
  });
  return rest.length > 0 ? rest : polygon;
}

function between(p: Resistance, q: Resistance, t: number): Resistance {
  return { kappa: p.kappa + t * (q.kappa - p.kappa), delta: p.delta + t * (q.delta - p.delta) };
}

/**
 * The longest step up to which no point of a polygon grows. Only its edges need samples, because growth has no maximum inside: for
 * oscillating motion the growth factor is an open map of (κ, δ) into the complex plane, and for overdamped motion its contours end
 * at the edges only.
 * @param decay r, 1/s; velocities decay by e^(−h·r) before a step
 */
export function longestStepOf(growth: Growth, polygon: Polygon, decay: number): PolygonLimit {
  const kappa = ZERO * Math.max(...polygon.map((corner) => corner.kappa));
  const delta = ZERO * Math.max(...polygon.map((corner) => corner.delta));
  const limit: PolygonLimit = { dt: Number.POSITIVE_INFINITY, at: polygon[0] };
  const shorten = (at: Resistance): boolean => {
    if (at.kappa <= kappa && at.delta <= delta) return false;
    const dt = longestStep(growth, { omega: Math.sqrt(at.kappa), damping: at.delta, decay }, limit.dt);
    if (!(dt < limit.dt)) return false;
    limit.dt = dt;
    limit.at = at;
    return true;
  };
  for (const corner of polygon) shorten(corner);
  if (limit.dt === 0) return limit;
  polygon.forEach((corner, i) => {
    const next = polygon[(i + 1) % polygon.length];
    let worst = -1;
    for (let k = 1; k < SAMPLES; k++) if (shorten(between(corner, next, k / SAMPLES))) worst = k / SAMPLES;
    if (worst < 0 || limit.dt === 0) return;
    for (let spacing = 0.5 / SAMPLES, k = 0; k < REFINEMENTS; spacing /= 2, k++) {
      for (const t of [worst - spacing, worst + spacing]) if (shorten(between(corner, next, t))) worst = t;
    }
  });
  return limit;
}

/** Gradient of the growth over a step of h in (κ, δ). @param scale typical size of both */
export function steepest(
  growth: Growth,
  { kappa, delta }: Resistance,
  h: number,
  decay: number,
  scale: Resistance,
): [number, number] {
  const at = (k: number, d: number) => growth(h * Math.sqrt(k), h * d, h * decay);
  const here = at(kappa, delta);
  const [k, d] = [1e-6 * scale.kappa, 1e-6 * scale.delta];
  return [k > 0 ? (at(kappa + k, delta) - here) / k : 0, d > 0 ? (at(kappa, delta + d) - here) / d : 0];
}
