import { list, number, optional } from '../model/validate';
import { prepareSlit } from '../run/slits';
import { always, defineCommand, springs } from './command-definition';

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
