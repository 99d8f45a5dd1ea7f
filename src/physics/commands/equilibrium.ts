import { number, optional } from '../model/validate';
import { resetIntegrator } from '../run/scene-instance';
import { restartDetector } from '../run/start-run';
import { findEquilibrium } from '../statics/equilibrium/equilibrium';
import { always, defineCommand } from './command-definition';

/** Moves the particles to static equilibrium, at rest. */
export const equilibrium = defineCommand({
  type: 'equilibrium',
  fields: {
    tolerance: optional(number('positive')),
    iterations: optional(number('count')),
    motion: optional(number('count')),
  },
  effect: 'jump',
  undo: 'state',
  changesStructure: always,
  prepare:
    (run, { tolerance, iterations, motion }) =>
    () => {
      // The search takes the memory of the integrator, which is created anew afterwards.
      run.arena.release(run.scratch);
      run.equilibrium = findEquilibrium(run.world, run.state, { tolerance, iterations, motion }, run.progress);
      resetIntegrator(run);
      restartDetector(run);
    },
});
