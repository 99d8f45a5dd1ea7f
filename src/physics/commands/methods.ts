import { coefficientsAt } from '../model/coefficients';
import { setCuts } from '../model/cuts';
import { checkKernel, checkPreconditioner } from '../registry';
import { changeSettings, createSceneInstance, type Run, resetIntegrator } from '../run/run';
import { integratorId, precision as precisionId, preconditionerId } from '../run/setup';
import { snapshot } from '../run/snapshot';
import { replaceInstance } from '../run/start-run';
import { checkSingle } from '../scenes/file/load-file';
import { always, defineCommand } from './command-definition';

/** Sets the integrator. */
export const integrator = defineCommand({
  type: 'integrator',
  fields: { id: integratorId },
  prepare:
    (run, { id }) =>
    () =>
      changeMethod(run, 'integrator', id),
});

/** Sets the preconditioner of implicit methods: 'auto', or the id of one that supports the scene. */
export const preconditioner = defineCommand({
  type: 'preconditioner',
  fields: { id: preconditionerId },
  prepare(run, { id }) {
    checkPreconditioner(id, run.world);
    return () => changeMethod(run, 'preconditioner', id);
  },
});

function changeMethod(run: Run, key: 'integrator' | 'preconditioner', id: string): void {
  if (id === run.settings[key]) return;
  changeSettings(run, { [key]: id });
  resetIntegrator(run);
}

/** Sets the precision of all arrays. */
export const precision = defineCommand({
  type: 'precision',
  fields: { id: precisionId },
  changesStructure: always,
  prepare(run, { id }) {
    if (id === run.settings.precision) return () => {};
    const { initial, present, slits, coefficients, control } = run;
    if (id === 'single') {
      const values = coefficientsAt(coefficients, run.model.kinds, run.settings.params);
      checkSingle({ ...snapshot(run), ...values });
      // `reset` restores it.
      checkSingle({ ...initial, ...values });
    }
    checkKernel(run.settings.kernel, id);
    const settings = { ...run.settings, precision: id };
    const instance = createSceneInstance(present, coefficients.at, { settings, control, initial, slits });
    return () => {
      const state = snapshot(run);
      setCuts(instance.model, run.model.cut);
      instance.coefficients.masses = run.coefficients.masses;
      replaceInstance(run, instance, state);
    };
  },
});
