import {
  FIELDS,
  FORCES,
  INTEGRATORS,
  KERNELS,
  MOTIONS,
  OBSTACLES,
  PARAMS,
  PRECONDITIONERS,
  paramsOf,
  SCENES,
} from '../../physics';
import { CARDS } from '../../physics/scenes/materials/cards';
import type { Catalog } from './catalog-types';

/** What the registries hold, as plain data. */
export function catalog(): Catalog {
  return {
    params: { ...PARAMS },
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
        params: Object.keys(params),
      }),
    ),
    preconditioners: PRECONDITIONERS.map(describe),
    kernels: KERNELS.map(describe),
    materials: CARDS,
    scenes: SCENES.map((scene) => {
      const { id, label, group, summary, grid, pushArea, integrator, material } = scene;
      const defaults = { integrator, params: paramsOf(scene), material };
      return { id, label, group, summary, grid, pushArea, defaults };
    }),
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
