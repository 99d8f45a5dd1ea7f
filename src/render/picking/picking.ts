import type { Structure } from '../../runtime/frame/frame';

/** How much farther a shear or bend spring counts as being, pixels: structural ones win where several lie together. */
const STRUCTURAL_FIRST = 1;
/** What separates two equally near candidates: pixels for the whole depth range, far too little to matter otherwise. */
const NEARER_FIRST = 0.01;

export interface Picking {
  /** Makes room for n particles. */
  rebuild(count: number): void;
  /**
   * Where all particles are seen, for the calls below.
   * @param matrix 16, by columns; world → clip
   * @param width of the canvas, CSS pixels
   */
  project(positions: Float32Array, matrix: readonly number[], width: number, height: number): void;
  /** Pixels from the canvas's corner. */
  screenOf(particle: number): [number, number];
  particleAt(x: number, y: number, radius: number): number;
  springAt(x: number, y: number, radius: number, structure: Structure): number;
  springsAcross(from: readonly [number, number], to: readonly [number, number], structure: Structure): number[];
}

/**
 * Finds what is near a point of the screen by looking at all that is there: 10,000 particles take about 0.04 ms, and
 * neither a line nor a cloth seen edge-on is missed, as by a ray.
 */
export function createPicking(): Picking {
  /** 3n; x and y in pixels, depth −1 … 1; NaN behind the eye, which no comparison finds near. */
  let seen = new Float32Array(0);

  return {
    rebuild(count) {
      seen = new Float32Array(3 * count);
    },
    project(positions, matrix, width, height) {
      const [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = matrix;
      for (let s = 0, q = 0; s < seen.length; s += 3, q += 4) {
        const x = positions[q];
        const y = positions[q + 1];
        const z = positions[q + 2];
        const w = d * x + h * y + l * z + p;
        const scale = w > 0 ? 0.5 / w : Number.NaN;
        seen[s] = (0.5 + (a * x + e * y + i * z + m) * scale) * width;
        seen[s + 1] = (0.5 - (b * x + f * y + j * z + n) * scale) * height;
        seen[s + 2] = (c * x + g * y + k * z + o) * 2 * scale;
      }
    },
    screenOf: (particle) => [seen[3 * particle], seen[3 * particle + 1]],
    particleAt(x, y, radius) {
      let best = -1;
      let least = Infinity;
      const limit = radius * radius;
      for (let s = 0; s < seen.length; s += 3) {
        const dx = seen[s] - x;
        const dy = seen[s + 1] - y;
        const square = dx * dx + dy * dy;
        if (!(square <= limit)) continue;
        const distance = Math.sqrt(square) + NEARER_FIRST * seen[s + 2];
        if (distance < least) {
          least = distance;
          best = s / 3;
        }
      }
      return best;
    },
    springAt(x, y, radius, structure) {
      const { springs, kinds, absent } = structure;
      let best = -1;
      let least = Infinity;
      for (let j = 0; j < kinds.length; j++) {
        if (absent[j]) continue;
        const a = 3 * springs[2 * j];
        const b = 3 * springs[2 * j + 1];
        const ux = seen[b] - seen[a];
        const uy = seen[b + 1] - seen[a + 1];
        const length2 = ux * ux + uy * uy;
        const along = length2 > 0 ? ((x - seen[a]) * ux + (y - seen[a + 1]) * uy) / length2 : 0;
        const t = Math.max(0, Math.min(1, along));
        const dx = seen[a] + t * ux - x;
        const dy = seen[a + 1] + t * uy - y;
        const distance = Math.sqrt(dx * dx + dy * dy);
        if (!(distance <= radius)) continue;
        const depth = seen[a + 2] + t * (seen[b + 2] - seen[a + 2]);
        const score = distance + (kinds[j] === 0 ? 0 : STRUCTURAL_FIRST) + NEARER_FIRST * depth;
        if (score < least) {
          least = score;
          best = j;
        }
      }
      return best;
    },
    springsAcross([x, y], to, { springs, kinds, absent }) {
      const found: number[] = [];
      const ux = to[0] - x;
      const uy = to[1] - y;
      for (let j = 0; j < kinds.length; j++) {
        if (absent[j]) continue;
        const a = 3 * springs[2 * j];
        const b = 3 * springs[2 * j + 1];
        const ax = seen[a] - x;
        const ay = seen[a + 1] - y;
        const vx = seen[b] - seen[a];
        const vy = seen[b + 1] - seen[a + 1];
        // With A + s v = t u: which side of u the ends are on says that the spring is crossed, and t that the stroke is.
        const side = ux * ay - uy * ax;
        const turn = ux * vy - uy * vx;
        if (side < 0 === side + turn < 0) continue;
        const t = (ax * vy - ay * vx) / turn;
        if (t >= 0 && t <= 1) found.push(j);
      }
      return found;
    },
  };
}
