import type { Floats } from '../../model/arena';
import type { Fields, MeshInFile, ValuesOf } from '../../model/environment';

/** A body that particles cannot enter. */
export interface ObstacleDefinition<F extends Fields = Fields> {
  /** The key of its list in a scene file, and the type of the command that replaces the list. */
  list: string;
  /** Name on the panel. */
  label: string;
  /** One sentence, shown on the panel. */
  summary: string;
  /** The values of one obstacle in a scene file, by key; the panel shows a control for each. */
  fields: F;
  /** Items that the list may have; absent: as many as any list. */
  most?: number;
  /** What an item has where it gives nothing, if that is not the default of the field. @param values as given, unchecked */
  defaults?(values: Readonly<Record<string, unknown>>, meshes: readonly MeshInFile[]): Partial<ValuesOf<F>>;
  /** Prepares the values (a unit normal, say); the methods of the result allocate nothing. @param meshes of the scene */
  create(values: ValuesOf<F>, meshes?: readonly MeshInFile[]): Obstacle;
}

/** Triangles in space. */
export interface TriangleMesh {
  /** 3v; m. */
  readonly positions: Float64Array;
  /** 3t; the corners of each triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/** A rigid motion about a pivot, at some time. */
export interface Pose {
  /** Of the pivot from its place, m. */
  readonly offset: Float64Array;
  /** Of the pivot, m/s. */
  readonly velocity: Float64Array;
  /** 9; row by row. */
  readonly rotation: Float64Array;
  /** rad/s. */
  readonly spin: Float64Array;
}

/** The motion of an obstacle as a rigid body. */
export interface SurfaceMotion {
  /** Its pose about the pivot; the same object each time. */
  poseAt(t: number): Pose;
  /** Writes the velocity of the obstacle at a point in space at t, m/s. */
  velocityAt(point: ArrayLike<number>, t: number, out: Float64Array): void;
  /** Writes how far the point of the obstacle that is at `point` at t moves in h seconds, m. */
  displacement(point: ArrayLike<number>, t: number, h: number, out: Float64Array): void;
  /** Writes the mean acceleration of that point in these h seconds, m/s². */
  acceleration(point: ArrayLike<number>, t: number, h: number, out: Float64Array): void;
}

/** The edges where a net can touch a body between its particles, as it is sharp or thin there; in the axes of the body. */
export interface SharpFeatures {
  /** Of edges. */
  readonly count: number;
  /** The distance of a point to the nearest edge, m. @param most m; farther away it is this */
  clearance(x: number, y: number, z: number, most: number): number;
  /** N and φ of the body at a point, m; the same array each time. */
  surfaceAt(x: number, y: number, z: number): Float64Array;
}

/** Where a body is sharp or thin, in its own axes. */
export interface Outline {
  /** Those that a net of this spacing, m, can touch between its particles. */
  featuresAt(spacing: number): SharpFeatures;
  /** Changes a point of space at t, m, into one of the body. @param at where its coordinates begin */
  toBody(point: Float64Array, at: number, t: number): void;
  /** Turns a direction from the axes of the body to those of space at t. */
  toSpace(vector: Float64Array, at: number, t: number): void;
}

/** The surface of one obstacle. */
export interface Obstacle {
  /** 0 … 1: the fraction of the normal velocity that a bounce returns. */
  readonly restitution: number;
  /** Coulomb's μ. */
  readonly friction: number;
  /** Of the surface, 1/m: 0 for a plane, 1/r for a sphere. */
  readonly curvature: number;
  /** True for a body with faces and edges: a straight path may enter and leave it several times. Absent: false. */
  readonly hasFaces?: boolean;
  /** m; of a level plane that faces up, where φ = y − height; absent for others. */
  readonly height?: number | undefined;
  /** Absent: it never moves, and all times are alike to it. */
  readonly motion?: SurfaceMotion;
  /**
   * Signed distance φ of particles 0 … n − 1, m; negative inside. Outside, a body with faces may give less, at least a third of φ.
   * @param positions 4n; m @param phi n; m @param t s
   */
  distances(positions: Floats, phi: Float64Array, n: number, t: number): void;
  /**
   * The outward unit normal N at a point, and φ: N goes to out[at] …, φ to out[at + 3].
   * @param t s
   * @param particle the one that is there; absent: none. It changes the time that a search takes, not its result.
   */
  measure(point: Float64Array, out: Float64Array, at: number, t: number, particle?: number): void;
  /** Absent: it is no body of triangles. */
  readonly outline?: Outline | undefined;
  /** The surface of a body with faces, in space, before it moves. */
  triangles?(): TriangleMesh;
}

/** True for a plane: a path that ends outside has not crossed it, but for the error of the method. */
export function isHalfSpace({ curvature, hasFaces = false }: Obstacle): boolean {
  return curvature === 0 && !hasFaces;
}
