import type { Simulation } from '../../../src/physics';

/** The cloth that every engine gets: the same particles and the same springs, flat at first. */
export interface Net {
  /** Of n × n particles. */
  n: number;
  /** 4n²; m. */
  positions: ArrayLike<number>;
  /** n²; kg. */
  masses: ArrayLike<number>;
  /** n²; 1 where pinned. */
  pinned: ArrayLike<number>;
  /** 2m; the ends of each spring. */
  springs: ArrayLike<number>;
  /** m; m. */
  restLengths: ArrayLike<number>;
  /** m; N/m. */
  stiffness: ArrayLike<number>;
  /** N·s/m; of every spring. */
  damping: number;
  /** m/s². */
  gravity: number;
  /** 1/s; by which drag slows every particle. */
  slowing: number;
}

/** s; a frame, in which engines may take as many steps as they like. */
export const FRAME = 1 / 60;

/** A cloth in some engine. */
export interface Cloth {
  /** Goes on by a frame. */
  advance(): void;
  /** Where particle i is, m. */
  position(i: number): [number, number, number];
}

export function netOf({ model, state, params }: Simulation): Net {
  return {
    n: Math.sqrt(model.particleCount),
    positions: state.positions.slice(),
    masses: model.masses,
    pinned: model.pinned,
    springs: model.springs,
    restLengths: model.restLengths,
    stiffness: model.stiffness,
    damping: params.damping,
    gravity: params.gravity,
    slowing: params.drag / params.mass,
  };
}

/** Two triangles a cell. */
export function trianglesOf({ n }: Net): [number, number, number][] {
  const corners = Array.from({ length: n * (n - 1) }, (_, i) => i).filter((i) => i % n < n - 1);
  return corners.flatMap((i): [number, number, number][] => [
    [i, i + n, i + 1],
    [i + 1, i + n, i + n + 1],
  ]);
}

/** The largest stretch of a structural spring, in parts of its rest length. */
export function largestStretch({ n, springs, restLengths }: Net, cloth: Cloth): number {
  let most = 0;
  for (let j = 0; j < restLengths.length; j++) {
    const [a, b] = [springs[2 * j], springs[2 * j + 1]];
    const structural = Math.abs(a - b) === 1 || Math.abs(a - b) === n;
    if (!structural) continue;
    const [p, q] = [cloth.position(a), cloth.position(b)];
    most = Math.max(most, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) / restLengths[j] - 1);
  }
  return most;
}
