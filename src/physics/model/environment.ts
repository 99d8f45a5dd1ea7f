import type { Vec3 } from './model';
import type { NumberListSet, NumberSet } from './validate';

/** What a field of any kind says. */
export interface FieldOptions {
  /** Name on the panel. */
  label: string;
  /** One sentence, shown on the panel. */
  help: string;
  /** True if a file or a command must give it; absent: false. */
  required?: boolean;
  /** Name of the folder on the panel that holds it; absent: none. */
  group?: string;
  /** True if the panel does not show it; absent: false. */
  hidden?: boolean;
  /** True if an item has it only where it differs from its default; absent: false. */
  sparse?: boolean;
}

/** A number of an obstacle, a force or a motion. Panel, validation and documentation read these tables. */
export interface NumberField extends FieldOptions {
  /** Type of the value; absent: a number. */
  kind?: 'number';
  /** SI; '' for a number without unit. */
  unit: string;
  /** The value if a file or a command gives none, unless it is required. */
  default: number;
  /** The set of valid values. */
  accepts: NumberSet;
  /** The range of a slider: not a limit. */
  range: readonly [number, number];
  /** Scale of the slider; absent: logarithmic where its range begins above 0. */
  scale?: 'linear' | 'logarithmic';
}

/** A vector of an obstacle, a force or a motion: three numbers [x, y, z]. */
export interface VectorField extends FieldOptions {
  /** Type of the value. */
  kind: 'vector';
  /** SI, of each component; '' for a vector without unit. */
  unit: string;
  /** The value if a file or a command gives none, unless it is required. */
  default: readonly [number, number, number];
  /** 'direction': any but the zero vector; it need not be a unit vector. Else the set of valid values of each number; absent: any. */
  accepts?: 'direction' | NumberSet;
}

/** One of a few names, of an obstacle, a force or a motion. */
export interface ChoiceField extends FieldOptions {
  /** Type of the value. */
  kind: 'choice';
  /** The value if a file or a command gives none, unless it is required. */
  default: string;
  /** The valid values, each with its name on the panel. */
  options: Readonly<Record<string, string>>;
  /** True if the name of a mesh of the scene is valid too; absent: false. */
  orMesh?: true;
}

/** Any number of numbers, of an obstacle. */
export interface NumbersField extends FieldOptions {
  /** Type of the value. */
  kind: 'numbers';
  /** SI. */
  unit: string;
  /** The value if a file or a command gives none, unless it is required. */
  default: readonly number[];
  /** The set of valid lists. */
  accepts: NumberListSet;
}

/** The fields of an obstacle, a force or a motion, by their keys in a scene file. */
export type Fields = Readonly<Record<string, NumberField | VectorField | ChoiceField | NumbersField>>;

/** The values that belong to a table of fields. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends VectorField
    ? Vec3
    : F[K] extends ChoiceField
      ? string
      : F[K] extends NumbersField
        ? readonly number[]
        : number;
};

/** An obstacle, a listed force or a motion as in a scene file, with all fields. */
export interface EnvironmentItem {
  /** Of forces and motions; a motion's type is the key of its values in a file. */
  readonly type?: string;
  /** Indices of the particles that it acts on; absent: all. */
  readonly particles?: readonly number[];
  readonly [field: string]: number | Vec3 | string | readonly number[] | undefined;
}

/** A mesh of the environment. */
export type MeshItem = EnvironmentItem & Readonly<MeshInFile>;

/** Meshes, obstacles, listed forces and prescribed motions, as lists by their keys in a scene file. Commands replace one list at a time. */
export interface Environment {
  /** Forces on selected particles. */
  readonly forces: readonly EnvironmentItem[];
  /** Prescribed motions of pins: they act while the particles are pinned. */
  readonly motion: readonly EnvironmentItem[];
  /** Shapes of bodies that are not built in; absent: none. */
  readonly meshes?: readonly MeshItem[];
  /** One list for each kind of obstacle; absent: empty. */
  readonly [obstacles: string]: readonly EnvironmentItem[] | undefined;
}

export const EMPTY_ENVIRONMENT: Environment = { forces: [], motion: [] };

/** A closed surface of triangles as in a scene file: a shape that bodies can have. */
export interface MeshInFile {
  /** What a body gives as its shape; not that of a built-in one. */
  name: string;
  /** 3v; x, y and z of each vertex, m. */
  vertices: readonly number[];
  /** 3t; the corners of each triangle as indices of vertices from 0, counter-clockwise seen from outside. */
  triangles: readonly number[];
}

/** The surface of an obstacle as in a scene file, and how the obstacle moves: the parts of its motion add up. */
export interface Surface {
  /** The fraction of the normal velocity that a bounce returns, 0 … 1; absent: 0. */
  restitution?: number;
  /** Coulomb's μ; absent: 0. */
  friction?: number;
  /** Constant velocity from `start` on, m/s; absent: none. */
  velocity?: Vec3;
  /** Angular velocity about its center from `start` on, rad/s: the vector is the axis; absent: none. */
  spin?: Vec3;
  /** Largest displacement to each side of a harmonic oscillation from `start` on, m; absent: none. */
  amplitude?: Vec3;
  /** Oscillations per second, Hz; absent: 1. */
  frequency?: number;
  /** Four numbers a point, time after `start` in s and displacement from its place in m: a smooth path; absent: none. */
  path?: readonly number[];
  /** Time of the scene at which it begins to move, s; absent: 0. */
  start?: number;
  /** How a hand carries it to its place: two times, s, and the displacement from there at the first, m; absent: not. */
  carried?: readonly number[];
}

/** A plane as in a scene file. */
export interface PlaneInFile extends Surface {
  /** Any point of the plane, m. */
  point: Vec3;
  /** Towards the side of the particles; of any length but 0. */
  normal: Vec3;
}

/** A sphere as in a scene file. */
export interface SphereInFile extends Surface {
  /** m. */
  center: Vec3;
  /** m. */
  radius: number;
}

/** A solid body as in a scene file. */
export interface BodyInFile extends Surface {
  /** A key of `SHAPES`, or the name of a mesh; absent: a box. */
  shape?: string;
  /** Width, height and depth before it is turned, m; absent: those of its mesh, or 0.4 × 0.3 × 0.4. */
  size?: Vec3;
  /** Middle of the box that it fills, m. */
  center: Vec3;
  /** Turned about its center, degrees: about x first, then about y, then about z; absent: not. */
  rotation?: Vec3;
}

/** A listed force as in a scene file, with the fields of its kind. */
export interface ForceInFile {
  /** Id of the force. */
  type: string;
  /** Indices of the particles that it acts on; absent: all. */
  particles?: number[];
  [field: string]: unknown;
}

/** A prescribed motion as in a scene file; its values stand under the key of its kind. */
export interface MotionInFile {
  /** Indices of the particles that it moves while they are pinned. */
  particles: number[];
  [motion: string]: unknown;
}

/** The lists as in a scene file, and one list for each other kind of obstacle; forces and motions have the fields of their kind. */
export interface EnvironmentFile {
  /** Shapes of bodies that are not built in. */
  meshes: MeshInFile[];
  /** Planes that particles stay above. */
  planes: PlaneInFile[];
  /** Spheres that particles stay outside of. */
  spheres: SphereInFile[];
  /** Bodies that particles stay outside of. */
  bodies: BodyInFile[];
  /** Forces on selected particles. */
  forces: ForceInFile[];
  /** Prescribed motions of pinned particles. */
  motion: MotionInFile[];
  [obstacles: string]: readonly object[] | undefined;
}
