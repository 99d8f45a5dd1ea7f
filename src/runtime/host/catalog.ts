import { FIELDS, INTEGRATORS, KERNELS, PARAMS, PRECONDITIONERS, paramsOf, SCENES } from '../../physics/core';
import { outfit } from '../../physics/surroundings';
import type { Catalog } from './protocol';

/** What the registries hold, filled first, as plain data; what can stand around is told by the query `kinds`. */
export function catalog(): Catalog {
  outfit();
  return {
    params: { ...PARAMS },
    integrators: INTEGRATORS.map(({ id, label, order, summary, implicit = false, newton = false }) => ({
      id,
      label,
      order,
      summary,
      implicit,
      newton,
    })),
    preconditioners: PRECONDITIONERS.map(about),
    kernels: KERNELS.map(about),
    scenes: SCENES.map((scene) => {
      const params = paramsOf(scene);
      const { pinned } = scene.create(params);
      const { id, label, group, summary, grid, integrator } = scene;
      return { id, label, group, summary, grid, defaults: { integrator, params, pinned } };
    }),
    fields: FIELDS.map(({ create: _, membrane = false, ...about }) => ({ ...about, membrane })),
  };
}

function about({ id, label, summary }: { id: string; label: string; summary: string }) {
  return { id, label, summary };
}
