import type { Simulation } from '../../../src/physics';

/** The cloth for every engine: the same particles and springs, initially flat. */
export interface Net {
  /** n × n particles. */
  n: number;
  /** 4n²; m. */
  positions: ArrayLike<number>;
  /** n²; kg. */
  masses: ArrayLike<number>;
  /** n²; 1 for pinned particles. */
  pinned: ArrayLike<number>;
  /** 2m; the end particles of each spring. */
  springs: ArrayLike<number>;
  /** m; rest lengths, m. */
  restLengths: ArrayLike<number>;
  /** m; stiffness, N/m. */
  stiffness: ArrayLike<number>;
  /** Damping of every spring, N·s/m. */
  damping: number;
  /** Gravity, m/s². */
  gravity: number;
  /** Drag divided by mass, 1/s. */
  slowing: number;
}

/** s; duration of a frame, with any number of steps. */
export const FRAME = 1 / 60;

/** A cloth in one engine. */
export interface Cloth {
  /** Advances by one frame. */
  advance(): void;
  /** Position of particle i, m. */
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

/** Two triangles per cell. */
export function trianglesOf({ n }: Net): [number, number, number][] {
  const corners = Array.from({ length: n * (n - 1) }, (_, i) => i).filter((i) => i % n < n - 1);
  return corners.flatMap((i): [number, number, number][] => [
    [i, i + n, i + 1],
    [i + 1, i + n, i + n + 1],
  ]);
}

/** Largest stretch of a structural spring, relative to its rest length. */
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
