import type { Fields, MaterialCard, ParamSpec, PushArea } from '../../physics';

/** What the engine offers, as plain data. The page builds its panel from it and loads no engine code for that. */
export interface Catalog {
  params: Record<string, ParamSpec>;
  integrators: {
    id: string;
    label: string;
    order: number;
    summary: string;
    implicit: boolean;
    newton: boolean;
    createsNoEnergy: boolean;
    solvesSprings: boolean;
    /** Keys of its own parameters. */
    params: string[];
  }[];
  /** The best last. */
  preconditioners: { id: string; label: string; summary: string }[];
  /** The best last. */
  kernels: { id: string; label: string; summary: string }[];
  /** In the order in which they are listed. */
  materials: readonly MaterialCard[];
  /** In the order in which they are listed. */
  scenes: {
    id: string;
    label: string;
    group: string;
    summary: string;
    grid: boolean;
    pushArea?: PushArea;
    defaults: SceneDefaults;
  }[];
  /** What particles can be coloured by. */
  fields: {
    id: string;
    label: string;
    unit: string;
    summary: string;
    diverging: boolean;
    springs: boolean;
    membrane: boolean;
  }[];
  itemSchemas: ItemSchemas;
}

/** What can be added to the environment of a scene, with the fields of each. */
export interface ItemSchemas {
  obstacles: { list: string; label: string; summary: string; fields: Fields }[];
  forces: { type: string; label: string; summary: string; particles: 'any' | 'two'; fields: Fields }[];
  motions: { type: string; label: string; summary: string; fields: Fields }[];
}

/** What a scene starts with: a link holds only what differs from it. */
export interface SceneDefaults {
  integrator: string;
  params: Record<string, number>;
  /** Id; absent: of none. */
  material?: string;
}
