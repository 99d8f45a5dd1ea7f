import { vector } from '../model/validate';
import type { Run } from '../run/run';
import { updateInverseMasses } from '../run/scene-instance';
import { defineCommand, particle } from './command-definition';

/** Grabs one particle, and pulls it towards the target, m. */
export const grab = defineCommand({
  type: 'grab',
  fields: { particle, target: vector },
  effect: 'hand',
  undo: 'never',
  prepare:
    (run, { particle, target }) =>
    () => {
      endGrab(run);
      run.control.held = particle;
      run.control.target.set(target);
      updateInverseMasses(run.world);
    },
});

/** Moves the target of the grab, m. */
export const move = defineCommand({
  type: 'move',
  fields: { target: vector },
  effect: 'hand',
  undo: 'never',
  replacesSame: true,
  prepare:
    (run, { target }) =>
    () => {
      if (run.control.held >= 0) run.control.target.set(target);
    },
});

/** Ends the grab. */
export const release = defineCommand({
  type: 'release',
  fields: {},
  effect: 'hand',
  undo: 'never',
  prepare: (run) => () => endGrab(run),
});

export function endGrab({ control, grab, state, world }: Run): void {
  if (control.held < 0) return;
  grab.release(state);
  control.held = -1;
  updateInverseMasses(world);
}
