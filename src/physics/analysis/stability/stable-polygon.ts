import type { Growth } from './growth';
import { longestStep } from './longest-step';

/** What resists motion of the shape q, of length 1: κ = q*K̂q, 1/s², and δ = q*D̂q, 1/s. */
export interface Resistance {
  kappa: number;
  delta: number;
}

/** Corners of a convex region, in order. */
export type Polygon = readonly Resistance[];

/** The longest step that a method holds all over a polygon, s, and where in it motion is the first to grow beyond it. */
export interface PolygonLimit {
  dt: number;
  at: Resistance;
}

/** Places that are looked at on an edge, and halvings of their distance about the one with the shortest step. */
const SAMPLES = 6;
const REFINEMENTS = 6;
/** Parts of the largest κ and δ below which both are rounding: there nothing moves by itself. */
const NOTHING = 1e-6;

export function box(kappa: number, [least, most]: readonly [number, number]): Polygon {
  return [
    { kappa: 0, delta: least },
    { kappa, delta: least },
    { kappa, delta: most },
    { kappa: 0, delta: most },
  ];
}

/** What is left of a polygon under a κ + b δ ≤ s. Source: Sutherland and Hodgman 1974. */
export function clip(polygon: Polygon, a: number, b: number, s: number): Polygon {
  const excess = ({ kappa, delta }: Resistance) => a * kappa + b * delta - s;
  return polygon.flatMap((corner, i) => {
    const next = polygon[(i + 1) % polygon.length];
    const [here, there] = [excess(corner), excess(next)];
    const kept = here <= 0 ? [corner] : [];
    if (here <= 0 === there <= 0) return kept;
    return [...kept, between(corner, next, here / (here - there))];
  });
}

function between(p: Resistance, q: Resistance, t: number): Resistance {
  return { kappa: p.kappa + t * (q.kappa - p.kappa), delta: p.delta + t * (q.delta - p.delta) };
}

/**
 * The longest step up to which nothing grows anywhere in a polygon. Its edges tell: where motion swings, the factor of a
 * step is an open map of (κ, δ) into the complex plane, where it creeps its level lines end at edges only; so what grows
 * the fastest is never inside.
 * @param decay r, 1/s, where velocities shrink by e^(−h·r) ahead of a step
 */
export function longestStepOf(growth: Growth, polygon: Polygon, decay: number): PolygonLimit {
  const kappa = NOTHING * Math.max(...polygon.map((corner) => corner.kappa));
  const delta = NOTHING * Math.max(...polygon.map((corner) => corner.delta));
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

/** Which way in (κ, δ) growth over a step of h rises the fastest; `scale` is a size of both. */
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
