import type { Environment } from '../model/environment';
import type { Grid, Vec3 } from '../model/model';
import type { Params } from '../model/params';

/** A scene as data, in double precision. Sizes: n particles, m springs, t triangles. */
export interface SceneData {
  name: string;
  /** 3n; m. */
  positions: Float64Array;
  /** 3n; m/s; a pinned particle's is kept for when it is freed. */
  velocities: Float64Array;
  /** n; kg. */
  masses: Float64Array;
  /** Indices, ascending. */
  pinned: number[];
  /** 2m; the ends of spring j at 2j and 2j + 1. */
  springs: Uint32Array;
  /** m; index into SPRING_KINDS. */
  kinds: Uint8Array;
  /** m; m. */
  restLengths: Float64Array;
  /** m; N/m. */
  stiffness: Float64Array;
  /** m; N·s/m. */
  damping: Float64Array;
  /** 3t; triangles to draw. */
  surface: Uint32Array;
  /** The triangles that can resist strain as a membrane, or null where there are none. */
  membrane: MembraneData | null;
  environment: Environment;
  /** Where the particles stand in a grid, row by row. */
  grid: Grid | null;
  /** s. */
  time: number;
}

/** A continuum membrane at rest; how strongly it resists is told by parameters. */
export interface MembraneData {
  /** 3s; corners. */
  triangles: Uint32Array;
  /** 3n; m; where each particle stands in the membrane at rest. */
  rest: Float64Array;
}

/** What scenes teach, in the order in which they are listed. */
export const SCENE_GROUPS = [
  'Cloth',
  'Stability',
  'Statics and topology',
  'Membrane',
  'Particles and forces',
  'Contact',
  'Playground',
] as const;
export type SceneGroup = (typeof SCENE_GROUPS)[number];

/** A built-in scene. */
export interface SceneDefinition {
  id: string;
  label: string;
  /** What it teaches. */
  group: SceneGroup;
  /** Place in the list of scenes, ascending: the first is the one that the page opens with. */
  rank: number;
  /** Two sentences: what it is, and what to try. */
  summary: string;
  /** Whether `rows` and `columns` apply. */
  grid: boolean;
  /** Id of the integrator that it starts with. */
  integrator: string;
  /** Its own values of parameters; the others are the defaults of PARAMS. */
  params: Partial<Params>;
  /** The scene at these values: `rows`, `columns`, `mass`, `stiffness`, `shear`, `bend`, `damping` … */
  create(params: Params): SceneData;
}

/** Splits a flat array into threes: vectors, or the corners of triangles. */
export function triples(values: ArrayLike<number>): Vec3[] {
  return Array.from({ length: values.length / 3 }, (_, i) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]]);
}
