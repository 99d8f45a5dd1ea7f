/** Runs a cloth of any engine over the same frames, and measures its distance from a reference. */

import { type Cloth, largestStretch, type Net } from '../peers/net';
import { processorTime } from '../timing';
import { type Case, clothBy, clothOf } from './entrants';

/** Frames of a run, and after how many the positions are compared. */
export const FRAMES = 16;
const EVERY = 4;
/** ms of the processor; a run that takes longer is given up. */
const MAX_TIME = 4_000;
/** Larger cloths have more time, up to so many times more. */
const MORE = 5;
/** ms; a shorter run is measured once more. */
const SHORT = 400;
/** Steps a frame of the reference; by the size of the cloth. */
const FINE = [
  { n: 33, steps: 32 },
  { n: 65, steps: 16 },
  { n: 129, steps: 8 },
];

/** Positions at the moments, 3n each, m. */
type Motion = Float64Array[];

export interface Measured {
  motion: Motion;
  ms: number;
  /** Largest stretch of a structural spring. */
  stretch: number;
}

/** @param open null: it failed, or took too long */
export async function measure(net: Net, open: () => Promise<Cloth>): Promise<Measured | null> {
  try {
    const first = run(net, await open());
    if (!first || first.ms > SHORT) return first;
    const second = run(net, await open());
    return second && second.ms < first.ms ? second : first;
  } catch {
    return null;
  }
}

function run(net: Net, cloth: Cloth): Measured | null {
  const motion: Motion = [];
  let ms = 0;
  let stretch = 0;
  for (let frame = 1; frame <= FRAMES; frame++) {
    ms += processorTime(() => cloth.advance());
    if (ms > MAX_TIME * Math.min(MORE, (net.n / 33) ** 2)) return null;
    if (frame % EVERY > 0) continue;
    motion.push(Float64Array.from({ length: 3 * net.n * net.n }, (_, c) => cloth.position(Math.floor(c / 3))[c % 3]));
    stretch = Math.max(stretch, largestStretch(net, cloth));
  }
  return { motion, ms, stretch };
}

/** m; root mean square over particles, which have one mass, and over moments. */
export function distance(a: Motion, b: Motion): number {
  let sum = 0;
  for (const [moment, x] of a.entries()) for (let c = 0; c < x.length; c++) sum += (x[c] - b[moment][c]) ** 2;
  return Math.sqrt((3 * sum) / (a.length * a[0].length));
}

/** TR-BDF2 at short steps, and how far it is from the limit of still shorter ones, m: a third of what a halving changed. */
export function reference(net: Net, which: Case): { motion: Motion; steps: number; error: number } {
  const steps = FINE.find(({ n }) => n >= which.n)?.steps ?? FINE[FINE.length - 1].steps;
  const at = (count: number) => {
    const cloth = clothOf(clothBy(which, 'tr-bdf2', count, { cgTolerance: 1e-5, newtonTolerance: 1e-5 }), count);
    const motion: Motion = [];
    for (let frame = 1; frame <= FRAMES; frame++) {
      cloth.advance();
      if (frame % EVERY > 0) continue;
      motion.push(Float64Array.from({ length: 3 * net.n * net.n }, (_, c) => cloth.position(Math.floor(c / 3))[c % 3]));
    }
    return motion;
  };
  const motion = at(steps);
  return { motion, steps, error: distance(motion, at(steps / 2)) / 3 };
}
