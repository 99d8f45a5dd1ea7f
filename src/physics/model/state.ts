import type { Floats, Precision } from './arena';
import type { Model, State } from './model';

/** True if every entry is finite. */
export function areFinite(x: Floats): boolean {
  // 0·x_i is NaN where x_i is not finite.
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * 0;
  return sum === 0;
}

/** True if every position and velocity is finite. */
export function isFiniteState({ positions, velocities }: Pick<State, 'positions' | 'velocities'>): boolean {
  return areFinite(positions) && areFinite(velocities);
}

/** The indices of the flags that are 1. */
export function marked(flags: Uint8Array): number[] {
  const indices: number[] = [];
  for (let i = 0; i < flags.length; i++) if (flags[i] === 1) indices.push(i);
  return indices;
}

/** A side of the box around all particles: where it begins and ends, and its length, m. */
export type Side = ReturnType<typeof sidesOf>[number];

/** The sides of the bounding box of n particles along x, y and z. @param some their indices; absent: the first n */
export function sidesOf(x: ArrayLike<number>, n: number, stride = 4, some?: ArrayLike<number>) {
  return [0, 1, 2].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < n; i++) {
      const at = x[stride * (some?.[i] ?? i) + axis];
      low = Math.min(low, at);
      high = Math.max(high, at);
    }
    return { from: low, to: high, length: high - low };
  });
}

/** Diagonal of that box, m. */
export function diagonal({ positions }: Pick<State, 'positions'>, n: number): number {
  return Math.sqrt(sidesOf(positions, n).reduce((sum, { length }) => sum + length * length, 0));
}

/** Squared distance of two particles, m². */
export function squaredDistance(x: ArrayLike<number>, a: number, b: number): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const d = x[4 * a + axis] - x[4 * b + axis];
    squared += d * d;
  }
  return squared;
}

/** Length of spring j, m. */
export function springLength({ springs }: Pick<Model, 'springs'>, x: ArrayLike<number>, j: number): number {
  return Math.sqrt(squaredDistance(x, springs[2 * j], springs[2 * j + 1]));
}

/** The largest absolute value. */
export function largestEntry(x: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < x.length; i++) most = Math.max(most, Math.abs(x[i]));
  return most;
}

/** Hash of the bits of positions and velocities, 16 hexadecimal digits: two 32-bit FNV-1a hashes of their words, the second one of
 *  rotated words. −0 counts as 0, because JSON cannot hold it. Every NaN counts as the same: its bits depend on how the code was compiled.
 *  Source: Fowler, Noll, Vo, The FNV Non-Cryptographic Hash Algorithm. */
export function hashState({ positions, velocities }: State): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (const array of [positions, velocities]) {
    const number = array.slice(0, 1);
    const words = new Uint32Array(number.buffer);
    for (let i = 0; i < array.length; i++) {
      number[0] = Number.isNaN(array[i]) ? Number.NaN : array[i] + 0;
      for (let k = 0; k < words.length; k++) {
        const word = words[k];
        a = Math.imul(a ^ word, 0x01000193);
        a ^= a >>> 15;
        b = Math.imul(b ^ ((word << 13) | (word >>> 19)), 0x01000193);
        b ^= b >>> 16;
      }
    }
  }
  return hex(a) + hex(b);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

/** Tells if a state has changed since it was captured, in a tenth of the time that its energy takes. */
export function createStateChangeDetector(model: Model, precision: Precision) {
  const size = 4 * model.particleCount;
  const [x, v] = [0, 1].map(() => (precision === 'double' ? new Float64Array(size) : new Float32Array(size)));
  let cuts = -1;

  return {
    capture({ positions, velocities }: State) {
      x.set(positions);
      v.set(velocities);
      cuts = model.cuts.version;
    },
    /** True if a position or velocity has changed, or a spring was cut or mended. */
    hasChanged({ positions, velocities }: State) {
      if (model.cuts.version !== cuts) return true;
      for (let i = 0; i < size; i++) if (positions[i] !== x[i] || velocities[i] !== v[i]) return true;
      return false;
    },
  };
}
