import { setCut } from '../model/cuts';
import { type Check, list, number, optional } from '../model/validate';
import { refreshInstance } from '../run/run';
import { prepareSlit } from '../run/slits';
import { always, type CommandContext, defineCommand, spring, springs } from './command-definition';

/** One spring, or several. */
const oneOrMore: Check<number | number[], CommandContext> = (value, path, context) =>
  Array.isArray(value) ? springs(value, path, context) : spring(value, path, context);

function cutCommand<const T extends string>(type: T, isCut: boolean) {
  return defineCommand({
    type,
    fields: { spring: oneOrMore },
    effect: 'edit',
    changesStructure: always,
    prepare:
      (run, { spring }) =>
      () => {
        for (const j of Array.isArray(spring) ? spring : [spring]) setCut(run.model, j, isCut);
        refreshInstance(run);
      },
  });
}

/** Cuts one spring, or several at once. */
export const cut = cutCommand('cut', true);
/** Undoes a cut. */
export const mend = cutCommand('mend', false);

/**
 * Cuts the cloth along a stroke that crosses these springs: a slit opens along the edges nearest to it. Springs that are not of
 * a cloth are cut themselves.
 */
export const slit = defineCommand({
  type: 'slit',
  fields: {
    springs,
    at: optional(list(number('fraction'), 'a list of numbers from 0 to 1')),
    after: optional(springs),
  },
  effect: 'edit',
  undo: 'state',
  changesStructure: always,
  prepare(run, { springs, at, after = [] }) {
    if (at && at.length !== springs.length)
      throw new RangeError(`slit.at: ${at.length} numbers for ${springs.length} springs`);
    return prepareSlit(run, springs, at, after);
  },
});
