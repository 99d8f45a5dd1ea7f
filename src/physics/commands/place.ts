import { STRIDE } from '../model/model';
import { type Check, mustBe, number, optional } from '../model/validate';
import { hasPrescribedMotion, resetIntegrator, stopParticle } from '../run/run';
import { restartDetector, startRecording } from '../run/start-run';
import { EQUILIBRIUM_FIELDS, findEquilibrium } from '../statics/equilibrium/equilibrium';
import { always, type CommandContext, defineCommand } from './command-definition';

const finite = number();

const isList = (value: unknown): value is ArrayLike<number> => Array.isArray(value) || ArrayBuffer.isView(value);

/** 4n numbers, in an array or a typed array. */
const vectors: Check<ArrayLike<number>, CommandContext> = (value, path, context) => {
  const { particleCount, precision, fail } = context;
  const list = isList(value) ? value : null;
  const length = STRIDE * particleCount;
  if (list?.length !== length) return fail(path, mustBe(`${length} numbers`, list?.length ?? value));
  for (let i = 0; i < length; i++) {
    if (!Number.isFinite(list[i])) finite(list[i], [...path, i], context);
    if (precision === 'single' && !Number.isFinite(Math.fround(list[i]))) {
      fail([...path, i], `${list[i]} is too large for single precision`);
    }
  }
  return list;
};

/**
 * Moves every particle: 4n each, as in `State`; m, m/s, s. Pins rest, unless their motion is prescribed. With a number of the step the run
 * counts on from there, for a new engine that continues another one: its recording begins there.
 */
export const place = defineCommand({
  type: 'place',
  fields: { positions: vectors, velocities: vectors, time: number('time'), step: optional(number('steps')) },
  effect: 'jump',
  undo: 'state',
  changesStructure: always,
  prepare:
    (run, { positions, velocities, time, step }) =>
    () => {
      const { state, model, world } = run;
      state.positions.set(positions);
      state.velocities.set(velocities);
      for (let i = 0; i < model.particleCount; i++) {
        state.positions[STRIDE * i + 3] = state.velocities[STRIDE * i + 3] = 0;
        if (model.pinned[i] === 1 && !hasPrescribedMotion(world, i)) stopParticle(run, i);
      }
      state.time = time;
      if (step !== undefined) run.stepCount = step;
      run.timeOrigin = { time, step: run.stepCount };
      resetIntegrator(run);
      if (step === undefined) restartDetector(run);
      else startRecording(run);
    },
});

/** Moves the particles to static equilibrium, at rest. */
export const equilibrium = defineCommand({
  type: 'equilibrium',
  fields: EQUILIBRIUM_FIELDS,
  effect: 'jump',
  undo: 'state',
  changesStructure: always,
  prepare: (run, options) => () => {
    // The search takes the memory of the integrator, which is created anew afterwards.
    run.arena.release(run.scratch);
    run.equilibrium = findEquilibrium(run.world, run.state, options, run.progress);
    resetIntegrator(run);
    restartDetector(run);
  },
});
