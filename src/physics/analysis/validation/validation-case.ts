/** The interface of a test of validation: what it measures on a net, and what that should be. */

/** A net that the tests are run on. */
export interface Net {
  /** Cells along the specimen. */
  readonly cells: number;
  /** A rectangular net with right diagonals; or a mesh of triangles, with alternating diagonals, that the engine does not know as a net. */
  readonly mesh: 'net' | 'triangles';
}

/** Two resolutions and two triangulations. */
export const NETS: readonly Net[] = [
  { cells: 20, mesh: 'net' },
  { cells: 40, mesh: 'net' },
  { cells: 20, mesh: 'triangles' },
  { cells: 40, mesh: 'triangles' },
];

/** A number that was measured, and its reference. */
export interface Measured {
  /** What is measured: 'Γ = 10'. */
  readonly label: string;
  readonly value: number;
  /** The exact value, or the lowest and the highest of a range. */
  readonly reference: number | readonly [number, number];
  /** Deviations are parts of it; absent: of the reference. */
  readonly scale?: number;
  /** Where the tip of the strip is, from the clamp, over the length: x along the clamp, y upwards; absent: there is no strip, or told before. */
  readonly tip?: Place;
}

/** x and y. */
export type Place = readonly [x: number, y: number];

/** A test of validation. */
export interface ValidationCase {
  readonly id: string;
  readonly label: string;
  /** What is measured, with its unit. */
  readonly quantity: string;
  /** One or two sentences: the experiment, and what its figures are compared with. */
  readonly about: string;
  /** Largest deviation that passes, a part of the reference. */
  tolerance(net: Net): number;
  /** The exact path of the tip as the load grows; absent: there is none. */
  path?(): Place[];
  /** True if the specimen has no triangles: it runs on one triangulation. */
  readonly hasNoTriangles?: boolean;
  /** The same measurements for every net; a coarse one may lack some. @throws RangeError if there is no equilibrium */
  measure(net: Net): Generator<null, Measured[], void>;
}

/** Deviation of a measured value, as a part of its reference: 0 within a range. */
export function deviationOf({ value, reference, scale }: Measured): number {
  if (typeof reference === 'number') return (value - reference) / (scale ?? reference);
  const [low, high] = reference;
  return value < low ? (value - low) / low : value > high ? (value - high) / high : 0;
}
