import { vector } from '../model/validate';
import { defineCommand } from './command-definition';

/** Pushes every particle by this force, N, until the next push; zero ends it. */
export const push = defineCommand({
  type: 'push',
  fields: { force: vector },
  effect: 'hand',
  undo: 'never',
  prepare:
    (run, { force }) =>
    () =>
      run.control.push.set(force),
});
