/** The exact shape of a clamped strip that bends without stretching: the elastica. */

/** Loads of a strip of length L and flexural rigidity D: its weight Γ = w g L³/D, and a force P L²/D on the tip, per breadth. */
interface StripLoads {
  weight?: number;
  tip?: number;
}

/** Reach of the tip along the clamp and its droop below it, over the length. */
interface TipPlace {
  reach: number;
  droop: number;
}

/** Steps of the integration along the strip. */
const STEPS = 240;

/**
 * Where the tip is. With the angle φ to the vertical and the arc length u from the tip, over L,
 *   φ'' = (p + Γ u) sin φ,   φ'(0) = 0,   φ(1) = π/2 at the clamp;   reach = ∫ sin φ du,  droop = ∫ cos φ du,
 * integrated by RK4 from the smallest φ(0) that ends at π/2: the strip without loops.
 * Source: Bickley, The Heavy Elastica.
 */
export function elastica({ weight = 0, tip = 0 }: StripLoads): TipPlace {
  const { reach, droop } = shoot(angleOfTip(weight, tip), weight, tip);
  return { reach, droop };
}

/** Places along the elastica under its weight, from the clamp at (0, 0) to the tip; x is level, y points up; over the length. */
export function elasticaCurve(weight: number): [x: number, y: number][] {
  const places: TipPlace[] = [{ reach: 0, droop: 0 }];
  const tip = shoot(angleOfTip(weight, 0), weight, 0, (place) => places.push(place));
  return places
    .filter((_, i) => i % POINT === 0)
    .map(({ reach, droop }): [number, number] => [tip.reach - reach, droop - tip.droop])
    .reverse();
}

/** Places of the tip from the clamp, over the length, under loads that grow as powers of 1.3 from 0.01 to the largest. */
export function tipPath(largest: number, loadsAt: (size: number) => StripLoads): [x: number, y: number][] {
  const path: [number, number][] = [[1, 0]];
  for (let size = 0.01; ; size = Math.min(1.3 * size, largest)) {
    const { reach, droop } = elastica(loadsAt(size));
    path.push([reach, -droop]);
    if (size === largest) return path;
  }
}

/** Steps of the integration between two points of a curve. */
const POINT = 6;

/** φ at the tip. */
function angleOfTip(weight: number, tip: number): number {
  const miss = (start: number) => shoot(start, weight, tip).angle - Math.PI / 2;
  let high = 1e-15;
  while (miss(high) < 0 && high < Math.PI) high *= 8;
  return rootBetween(miss, high / 8, Math.min(high, Math.PI / 2));
}

function shoot(start: number, weight: number, tip: number, visit?: (place: TipPlace) => void) {
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
    visit?.({ reach, droop });
  }
  return { angle, reach, droop };
}

/** The largest Γ of the inverse: there the chord is 88.5° below level. */
const HEAVIEST = 2000;
const LIGHTEST = 1e-4;

/** Angle of the chord from the clamp to the tip below level, rad; and its length over that of the strip. */
function chordOf({ reach, droop }: TipPlace): { angle: number; length: number } {
  return { angle: Math.atan2(droop, reach), length: Math.sqrt(reach * reach + droop * droop) };
}

/** Γ at which the chord is this far below level, rad; NaN if that is too steep or too flat to tell. */
export function loadAtChordAngle(angle: number): number {
  return loadWhere((place) => chordOf(place).angle - angle);
}

/**
 * Γ at which the droop over the length is this.
 * @returns NaN if that is too large or too small to tell
 */
export function loadAtDroop(droop: number): number {
  return loadWhere((place) => place.droop - droop);
}

/**
 * Γ at which the chord over the length is this, while it still gets shorter under more load: later it grows again.
 * @returns NaN if no chord is as short, or if it is too long to tell
 */
export function loadAtChord(chord: number): number {
  return loadWhere((place) => chord - chordOf(place).length, SHORTEST);
}

/** Γ at which the chord is shortest: 0.938 of the length, 69° below level. */
const SHORTEST = 32;

/** The root of a function that grows with Γ; NaN if there is none in the range. */
function loadWhere(f: (place: TipPlace) => number, heaviest = HEAVIEST): number {
  return Math.exp(rootBetween((log) => f(elastica({ weight: Math.exp(log) })), Math.log(LIGHTEST), Math.log(heaviest)));
}

/** The root of a function between two places where its sign differs, by the Illinois method; NaN if it does not differ. */
function rootBetween(f: (x: number) => number, from: number, to: number): number {
  let [a, b] = [from, to];
  let [fa, fb] = [f(a), f(b)];
  if (!(fa * fb <= 0)) return Number.NaN;
  let x = a;
  for (let turn = 0; turn < 100 && Math.abs(b - a) > 1e-14 * Math.abs(b); turn++) {
    x = (a * fb - b * fa) / (fb - fa);
    const fx = f(x);
    if (fx === 0) return x;
    if (fx * fb < 0) [a, fa] = [b, fb];
    else fa /= 2;
    if (Math.abs(x - b) <= 1e-13 * Math.abs(x)) return x;
    [b, fb] = [x, fx];
  }
  return x;
}
