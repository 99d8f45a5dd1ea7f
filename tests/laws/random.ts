import type { SceneFile, Vec3 } from '../../src/physics';

/** Numbers in [0, 1), the same ones for the same seed. Source: mulberry32 by Tommy Ettinger, public domain. */
export function randomNumbers(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface Wishes {
  rows?: number;
  columns?: number;
  /** How far particles stand from their places, in cells. */
  crumple?: number;
  /** Distance between those places, m; springs are at rest at 0.1 m. */
  cell?: number;
  /** m/s. */
  speed?: number;
  pinned?: number[];
  damping?: number;
  /** Whether its triangles can act as a membrane, at rest on the places; how strongly is told by `params`. */
  membrane?: boolean;
  params?: Record<string, number>;
}

/** A crumpled net in motion, with springs of all kinds and particles of different masses. */
export function randomCloth(seed: number, wishes: Wishes = {}): SceneFile {
  const { rows = 4, columns = 4, crumple = 0.3, cell = 0.1, speed = 0.5 } = wishes;
  const { pinned = [], damping = 0.05, membrane = false, params = {} } = wishes;
  const random = randomNumbers(seed);
  const spread = (size: number) => size * (2 * random() - 1);
  const n = rows * columns;
  const positions = Array.from({ length: n }, (_, i): Vec3 => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return [cell * (column + spread(crumple)), 1 - cell * (row + spread(crumple)), cell * spread(crumple)];
  });
  const pairs: [number, number][] = [];
  const kinds: ('structural' | 'shear' | 'bend')[] = [];
  const restLengths: number[] = [];
  const directions = [
    [0, 1, 'structural'],
    [1, 0, 'structural'],
    [1, 1, 'shear'],
    [1, -1, 'shear'],
    [0, 2, 'bend'],
    [2, 0, 'bend'],
  ] as const;
  for (let i = 0; i < n; i++) {
    for (const [down, right, kind] of directions) {
      const [row, column] = [Math.floor(i / columns) + down, (i % columns) + right];
      if (row >= rows || column < 0 || column >= columns) continue;
      pairs.push([i, row * columns + column]);
      kinds.push(kind);
      restLengths.push(0.1 * Math.hypot(down, right));
    }
  }
  const at = (row: number, column: number) => row * columns + column;
  const triangles = Array.from({ length: (rows - 1) * (columns - 1) }, (_, cell) => {
    const [row, column] = [Math.floor(cell / (columns - 1)), cell % (columns - 1)];
    const [a, b, c, d] = [at(row, column), at(row + 1, column), at(row, column + 1), at(row + 1, column + 1)];
    return [
      [a, b, c],
      [c, b, d],
    ] as [number, number, number][];
  }).flat();
  const rest = positions.map((_, i): Vec3 => [0.1 * (i % columns), 1 - 0.1 * Math.floor(i / columns), 0]);
  return {
    hooke: 1,
    particles: {
      positions,
      velocities: positions.map((): Vec3 => [spread(speed), spread(speed), spread(speed)]),
      masses: positions.map(() => 0.01 * (1 + random())),
      pinned,
    },
    springs: { pairs, kinds, restLengths, stiffness: pairs.map(() => 50 * (1 + random())), damping },
    ...(membrane && { membrane: { triangles, rest, lambda: 0, mu: 0, thickness: 1e-3 } }),
    params,
  };
}
