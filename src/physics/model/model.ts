import type { Floats } from './arena';

/** x, y, z; y points up. */
export type Vec3 = [number, number, number];

/** The kinds of spring in a cloth; a spring's kind is its index here. */
export const SPRING_KINDS = ['structural', 'shear', 'bend'] as const;
export type SpringKind = (typeof SPRING_KINDS)[number];

/** Components of a particle in `State`: x, y, z and a zero, so that one SIMD load takes one particle. */
export const STRIDE = 4;

/**
 * What does not move. Sizes: n particles, m springs, t triangles. Scenes and editing commands write it, everybody
 * else reads. A cut spring keeps its place with zero stiffness, so that no other spring changes its number.
 */
export interface Model {
  readonly particleCount: number;
  /** All springs of the scene, the cut ones too. */
  readonly springCount: number;
  /** n; kg. */
  readonly masses: Floats;
  /** n; 1/kg; 0 where the motion is prescribed (pinned, or held hard). */
  readonly inverseMasses: Floats;
  /** n; 1 where pinned. */
  readonly pinned: Uint8Array;
  /** 2m; the ends a and b of spring j at 2j and 2j + 1. */
  readonly springs: Uint32Array;
  /** m; index into SPRING_KINDS. */
  readonly kinds: Uint8Array;
  /** m; m. */
  readonly restLengths: Floats;
  /** Of the rest lengths, m. */
  readonly meanLength: number;
  /** Below this length a spring may have no direction of its own, m. */
  readonly shortest: number;
  /** m; N/m; 0 where cut or switched off. */
  readonly stiffness: Floats;
  /** m; N·s/m, of the dashpot along the spring; 0 where cut or switched off. */
  readonly damping: Floats;
  /** m; 1 where cut. */
  readonly cut: Uint8Array;
  /** How many are, and a number that is another one after each change; kept by `cuts.ts`. */
  readonly cuts: { count: number; version: number };
  /** 3t; triangles to draw. */
  readonly surface: Uint32Array;
  /** The triangles of the continuum membrane, or null where the scene has none. */
  readonly membrane: Membrane | null;
  /** Where particles stand in a grid, row by row (particle = row · columns + column). */
  readonly grid: Grid | null;
}

/** Triangles that resist strain as a continuum does; s of them. How strongly is told by parameters. */
export interface Membrane {
  readonly triangleCount: number;
  /** 3s; corners. */
  readonly triangles: Uint32Array;
  /** 4s; the inverse of the rest edge matrix D_m, row by row, 1/m; upper triangular. */
  readonly inverseRest: Float64Array;
  /** s; A₀, m²; 0 where the triangle is torn. */
  readonly areas: Float64Array;
  /** s; A₀ of the whole triangle, m². */
  readonly wholeAreas: Float64Array;
}

export interface Grid {
  readonly rows: number;
  readonly columns: number;
}

/** What moves. Stride 4: x, y, z, 0. */
export interface State {
  /** 4n; m. */
  readonly positions: Floats;
  /** 4n; m/s. */
  readonly velocities: Floats;
  /** s. */
  time: number;
}

/** The hand. */
export interface Control {
  /** The particle that is held, or −1. */
  held: number;
  /** 3; m; where it is pulled to. */
  readonly target: Float64Array;
  /** 3; N; a push on every particle, which lasts until the next. */
  readonly push: Float64Array;
}
