/** The exact shape of a clamped strip that bends without stretching: the elastica. */

/** Loads of a strip of length L and flexural rigidity D: its weight Γ = w g L³/D, and a force P L²/D on the tip, per breadth. */
export interface StripLoads {
  weight?: number;
  tip?: number;
}

/** Reach of the tip along the clamp and its droop below it, over the length. */
export interface TipPlace {
  reach: number;
  droop: number;
}

/** Steps of the integration along the strip. */
const STEPS = 400;
const HALVINGS = 60;

/**
 * Where the tip is. With the angle φ to the vertical and the arc length u from the tip, over L,
 *   φ'' = (p + Γ u) sin φ,   φ'(0) = 0,   φ(1) = π/2 at the clamp;   reach = ∫ sin φ du,  droop = ∫ cos φ du,
 * integrated by RK4 from the smallest φ(0) that ends at π/2: the strip without loops.
 * Source: Bickley, The Heavy Elastica.
 */
export function elastica({ weight = 0, tip = 0 }: StripLoads): TipPlace {
  let high = 1e-15;
  while (shoot(high, weight, tip).angle < Math.PI / 2 && high < Math.PI) high *= 2;
  let low = high / 2;
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (shoot(middle, weight, tip).angle < Math.PI / 2) low = middle;
    else high = middle;
  }
  const { reach, droop } = shoot(low, weight, tip);
  return { reach, droop };
}

function shoot(start: number, weight: number, tip: number): TipPlace & { angle: number } {
  const h = 1 / STEPS;
  let [angle, change, reach, droop] = [start, 0, 0, 0];
  for (let step = 0; step < STEPS; step++) {
    const u = step * h;
    const a1 = (tip + weight * u) * Math.sin(angle);
    const angle2 = angle + (h / 2) * change;
    const change2 = change + (h / 2) * a1;
    const a2 = (tip + weight * (u + h / 2)) * Math.sin(angle2);
    const angle3 = angle + (h / 2) * change2;
    const change3 = change + (h / 2) * a2;
    const a3 = (tip + weight * (u + h / 2)) * Math.sin(angle3);
    const angle4 = angle + h * change3;
    const change4 = change + h * a3;
    const a4 = (tip + weight * (u + h)) * Math.sin(angle4);
    const sum = (of: (x: number) => number) => (h / 6) * (of(angle) + 2 * of(angle2) + 2 * of(angle3) + of(angle4));
    reach += sum(Math.sin);
    droop += sum(Math.cos);
    angle += (h / 6) * (change + 2 * change2 + 2 * change3 + change4);
    change += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return { angle, reach, droop };
}

/** Γ at which the chord from the clamp to the tip is this far below the horizontal, rad. */
export function loadAtChordAngle(angle: number): number {
  const chord = (weight: number) => {
    const { reach, droop } = elastica({ weight });
    return Math.atan2(droop, reach);
  };
  return rootOf((weight) => chord(weight) - angle);
}

/** The root of a function that grows with Γ, between 1e-6 and 1e6. */
export function rootOf(f: (weight: number) => number): number {
  let [low, high] = [1e-6, 1e6];
  while (high / low > 1 + 1e-9) {
    const middle = Math.sqrt(low * high);
    if (f(middle) < 0) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}
