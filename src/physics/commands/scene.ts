import { checkPreconditioner } from '../registry';
import { type Setup, START_FIELDS, sceneOrFile } from '../run/setup';
import { startRun } from '../run/start-run';
import { always, defineCommand } from './command-definition';

/** Loads a scene by its id, or a scene file. Precision and preconditioner stay unless they are given. */
export const scene = defineCommand({
  type: 'scene',
  fields: { scene: sceneOrFile, ...START_FIELDS },
  undo: 'state',
  changesStructure: always,
  prepare(run, { scene, material, integrator, params, precision, preconditioner }) {
    const { settings, ledger, loadCount } = run;
    const setup: Setup = {
      scene,
      material,
      integrator,
      params,
      precision: precision ?? settings.precision,
      kernel: settings.kernel as Setup['kernel'],
      preconditioner: preconditioner ?? settings.preconditioner,
    };
    const next = startRun(setup, settings.definitions, run.reapply);
    if (preconditioner !== undefined) checkPreconditioner(preconditioner, next.world);
    return () => {
      const count = loadCount + 1;
      Object.assign(run, next, { ledger, loadNumber: count, loadCount: count });
      ledger?.clear();
    };
  },
});
