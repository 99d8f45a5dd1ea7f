import { INTEGRATORS, PARAMS, paramsOf, SCENES } from '../physics';
import type { Catalog } from './protocol';

/** All that the registries hold, as plain data. */
export function catalog(): Catalog {
  return {
    params: { ...PARAMS },
    integrators: INTEGRATORS.map(({ id, label, order, summary, implicit }) => ({
      id,
      label,
      order,
      summary,
      implicit: implicit === true,
    })),
    scenes: SCENES.map((scene) => {
      const params = paramsOf(scene);
      const { pinned } = scene.create(params);
      const { id, label, summary, grid, integrator } = scene;
      return { id, label, summary, grid, defaults: { integrator, params, pinned } };
    }),
  };
}
