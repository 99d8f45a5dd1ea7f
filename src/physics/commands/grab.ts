import { HANDS, handAt } from '../model/model';
import { index, optional, vector } from '../model/validate';
import { type Run, updateInverseMasses } from '../run/run';
import { type CommandContext, defineCommand, particle } from './command-definition';

/** Which of the two grabs; absent: 0. */
const hand = optional(index<CommandContext>('hand', () => HANDS));

/** Grabs one particle, and pulls it towards the target, m. Another hand that holds it lets go. */
export const grab = defineCommand({
  type: 'grab',
  fields: { particle, target: vector, hand },
  effect: 'hand',
  undo: 'never',
  prepare:
    (run, { particle, target, hand = 0 }) =>
    () => {
      endGrab(run, hand);
      const other = handAt(run.control, particle);
      if (other >= 0) endGrab(run, other);
      const { [hand]: grabbing } = run.control.hands;
      grabbing.held = particle;
      grabbing.target.set(target);
      updateInverseMasses(run.world);
    },
});

/** Moves the target of the grab, m. */
export const move = defineCommand({
  type: 'move',
  fields: { target: vector, hand },
  effect: 'hand',
  keepsState: true,
  undo: 'never',
  replacesSame: ({ hand = 0 }, { hand: before = 0 }) => hand === before,
  prepare:
    (run, { target, hand = 0 }) =>
    () => {
      const { [hand]: moved } = run.control.hands;
      if (moved.held >= 0) moved.target.set(target);
    },
});

/** Ends the grab. */
export const release = defineCommand({
  type: 'release',
  fields: { hand },
  effect: 'hand',
  undo: 'never',
  prepare:
    (run, { hand = 0 }) =>
    () =>
      endGrab(run, hand),
});

export function endGrab({ control, grab, state, world }: Run, hand: number): void {
  if (control.hands[hand].held < 0) return;
  grab.release(state, hand);
  control.hands[hand].held = -1;
  updateInverseMasses(world);
}

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
