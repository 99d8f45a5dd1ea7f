import type { Vec3 } from './model';
import type { NumberSet } from './validate';

/** A number of an obstacle, a force or a motion. Panel, validation and documentation read these tables. */
export interface NumberField {
  kind: 'number';
  label: string;
  /** SI; '' for a number without unit. */
  unit: string;
  /** The value if a file or a command gives none, unless it is required. */
  default: number;
  required?: boolean;
  accepts: NumberSet;
  /** The range of a slider: not a limit. */
  range: readonly [number, number];
  scale: 'linear' | 'logarithmic';
  /** One sentence. */
  help: string;
}

export interface VectorField {
  kind: 'vector';
  label: string;
  unit: string;
  default: readonly [number, number, number];
  required?: boolean;
  /** 'direction': any but the zero vector; it need not be a unit vector. */
  accepts: 'any' | 'direction';
  help: string;
}

export type Fields = Readonly<Record<string, NumberField | VectorField>>;

/** The values that belong to a table of fields. */
export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };
type ValueOf<Field> = Field extends VectorField ? Vec3 : number;

/** An obstacle, a listed force or a motion as in a scene file, with all fields. */
export interface EnvironmentItem {
  /** Of forces and motions; a motion's type is the key of its values in a file. */
  readonly type?: string;
  /** Indices of the particles that it acts on; absent: all. */
  readonly particles?: readonly number[];
  readonly [field: string]: number | Vec3 | string | readonly number[] | undefined;
}

/** Obstacles, listed forces and prescribed motions, as lists by their keys in a scene file. Commands replace one list at a time. */
export interface Environment {
  readonly forces: readonly EnvironmentItem[];
  /** Prescribed motions of pins: they act while the particles are pinned. */
  readonly motion: readonly EnvironmentItem[];
  /** One list for each kind of obstacle; absent: empty. */
  readonly [obstacles: string]: readonly EnvironmentItem[] | undefined;
}

export const EMPTY_ENVIRONMENT: Environment = { forces: [], motion: [] };

interface Surface {
  /** 0 … 1; absent: 0. */
  restitution?: number;
  /** Coulomb's μ; absent: 0. */
  friction?: number;
}

/** The lists as in a scene file, and one list for each other kind of obstacle; forces and motions have the fields of their kind. */
export interface EnvironmentFile {
  planes: ({ point: Vec3; normal: Vec3 } & Surface)[];
  spheres: ({ center: Vec3; radius: number } & Surface)[];
  forces: ({ type: string; particles?: number[] } & Record<string, unknown>)[];
  motion: ({ particles: number[] } & Record<string, unknown>)[];
  [obstacles: string]: readonly object[] | undefined;
}
