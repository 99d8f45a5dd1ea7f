/** Types of a scene, and what scenes stand on. */
import type { Environment } from '../model/environment';
import type { Grid, Vec3 } from '../model/model';
import type { Params } from '../model/params';

/** A scene as data, in double precision. Sizes: n particles, m springs, t triangles. */
export interface SceneData {
  /** Title of the file; empty: the label of the built-in scene. */
  name: string;
  /** 3n; m. */
  positions: Float64Array;
  /** 3n; m/s; that of a pinned particle applies when it is unpinned. */
  velocities: Float64Array;
  /** n; kg. */
  masses: Float64Array;
  /** Indices of pinned particles, ascending. */
  pinned: number[];
  /** 2m; particles at the ends of spring j at 2j and 2j + 1. */
  springs: Uint32Array;
  /** m; index into SPRING_KINDS. */
  kinds: Uint8Array;
  /** m; m: rest length of each spring. */
  restLengths: Float64Array;
  /** m; N/m. */
  stiffness: Float64Array;
  /** m; N·s/m. */
  damping: Float64Array;
  /** 3t; corners of the triangles to draw. */
  surface: Uint32Array;
  /** The triangles that can resist strain as a membrane; null: none. */
  membrane: MembraneData | null;
  /** Obstacles, listed forces and prescribed motions. */
  environment: Environment;
  /** Of which its masses, springs and surface are made, and the parameters that it has set; absent: of none. */
  material?: SceneMaterial;
  /** Set if the particles form a grid, row by row. Particles that slits have added follow it. */
  grid: Grid | null;
  /** The particle of the whole surface that each of the last particles was split from; absent: none was. */
  origins?: Uint32Array;
  /** s. */
  time: number;
}

/** The material of a scene. */
export interface SceneMaterial {
  /** Id of one of MATERIALS. */
  id: string;
  /** The parameters that follow from its card in this scene, by key. */
  numbers: Partial<Params>;
}

/** A continuum membrane at rest; parameters give its material constants. */
export interface MembraneData {
  /** 3s; corners of s triangles. */
  triangles: Uint32Array;
  /** 3n; m; position of each particle in the membrane at rest. */
  rest: Float64Array;
}

/** Headings in the list of scenes, in their order. */
export const SCENE_GROUPS = [
  'Cloth',
  'Stability',
  'Statics and topology',
  'Membrane',
  'Particles and forces',
  'Contact',
  'Playground',
] as const;
/** A heading in the list of scenes. */
export type SceneGroup = (typeof SCENE_GROUPS)[number];

/** A square in which the pointer pushes all particles with one force: 0 in its middle, and half of `force` at its edges. */
export interface PushArea {
  /** m. */
  readonly center: Vec3;
  /** m; side. */
  readonly size: number;
  /** N. */
  readonly force: number;
}

/** A built-in scene: what the page says about it, and how it is built. */
export interface SceneDefinition {
  /** Key in links and in the command `scene`. */
  id: string;
  /** Name on the panel. */
  label: string;
  /** Heading under which it is listed. */
  group: SceneGroup;
  /** Order within its group, ascending. The page opens with the first scene of the first group. */
  rank: number;
  /** What it is, and what to try: at least two sentences. */
  summary: string;
  /** True if `rows` and `columns` apply; absent: false. */
  grid?: true;
  /** Where the tool Push acts, if the scene starts with it; absent: it starts with Grab. */
  pushArea?: PushArea;
  /** Id of the look that its cloth starts with, of `src/render/cloth/looks.ts`; absent: the first one, or that of its material. */
  look?: string;
  /** Id of the initial integrator. */
  integrator: string;
  /** Id of the material that its surface is made of; absent: `params` alone say what it is made of. */
  material?: string;
  /** Initial values of parameters, those that follow from its material included; absent ones have the defaults of PARAMS. */
  params: Partial<Params>;
  /** Uses `rows`, `columns`, `mass`, `stiffness`, `shear`, `bend` and `damping`. */
  create(params: Params): SceneData;
}

/** Splits a flat array into threes: vectors, or the corners of triangles. */
export function triples(values: ArrayLike<number>): Vec3[] {
  return Array.from({ length: values.length / 3 }, (_, i) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]]);
}

/**
 * The floor of the room, at height 0, which the view draws; scenes that float or fall for ever have none. What falls on it stays there,
 * and cloth slides on it as on wood.
 */
export const FLOOR = { point: [0, 0, 0] as Vec3, normal: [0, 1, 0] as Vec3, restitution: 0, friction: 0.5 };

/** A body upright over the origin. @param size m @param middle height of its center, m; absent: it stands on the floor */
export function bodyOf(shape: string, size: Vec3, friction: number, middle = 0.5 * size[1]) {
  const center: Vec3 = [0, middle, 0];
  return { shape, size, center, rotation: [0, 0, 0] as Vec3, restitution: 0, friction };
}
