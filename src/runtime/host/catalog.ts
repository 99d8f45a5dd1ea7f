import {
  FIELDS,
  FORCES,
  INTEGRATORS,
  KERNELS,
  MOTIONS,
  OBSTACLES,
  PARAMS,
  type ParamSpec,
  PRECONDITIONERS,
  paramsOf,
  SCENES,
} from '../../physics';
import { CARDS } from '../../physics/scenes/materials/cards';

/** What the engine offers, as plain data. The page builds its panel from it and loads no engine code for that. */
export type Catalog = ReturnType<typeof catalog>;

/** What can be added to the environment of a scene, with the fields of each. */
export type ItemSchemas = Catalog['itemSchemas'];

/** What a scene starts with: a link holds only what differs from it. */
export interface SceneDefaults {
  integrator: string;
  params: Record<string, number>;
  /** Id; absent: of none. */
  material?: string;
}

/** Not in the registry of the engine, whose kernels compute at once. */
const GPU = {
  id: 'gpu',
  label: 'GPU',
  summary: 'Compute shaders by WebGPU, in single precision. Their bits differ from one GPU to another.',
};

/** What the registries hold, in the order in which it is listed; of preconditioners and kernels the best is the last. */
export function catalog() {
  return {
    params: { ...PARAMS } as Record<string, ParamSpec>,
    integrators: INTEGRATORS.map(
      ({ id, label, order, summary, params = {}, implicit = false, newton, createsNoEnergy = false, ...rest }) => ({
        id,
        label,
        order,
        summary,
        implicit,
        newton: newton !== undefined,
        createsNoEnergy,
        solvesSprings: rest.solvesSprings === true,
        /** Keys of its own parameters. */
        params: Object.keys(params),
      }),
    ),
    preconditioners: PRECONDITIONERS.map(describe),
    kernels: [...KERNELS, GPU].map(describe),
    materials: CARDS,
    scenes: SCENES.map((scene) => {
      const { id, label, group, summary, grid, pushArea, integrator, material } = scene;
      const defaults: SceneDefaults = { integrator, params: paramsOf(scene), material };
      return { id, label, group, summary, grid, pushArea, defaults };
    }),
    /** What particles can be coloured by. */
    fields: FIELDS.map(({ create: _, springs = false, membrane = false, ...rest }) => ({ ...rest, springs, membrane })),
    itemSchemas: {
      obstacles: OBSTACLES.map(({ list, label, summary, fields }) => ({ list, label, summary, fields })),
      forces: FORCES.flatMap(({ id, label, summary, listed }) => {
        if (!listed) return [];
        const { create: _, ...rest } = listed;
        return { type: id, label, summary, ...rest };
      }),
      motions: MOTIONS.map(({ displacement: _, velocity: __, ...rest }) => rest),
    },
  };
}

function describe({ id, label, summary }: { id: string; label: string; summary: string }) {
  return { id, label, summary };
}
