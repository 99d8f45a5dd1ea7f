import { setCut } from '../model/cuts';
import type { Check } from '../model/validate';
import type { Run } from '../run/run';
import { refreshInstance } from '../run/scene-instance';
import { always, type CommandContext, defineCommand, spring, springs } from './command-definition';

/** One spring, or several. */
const oneOrMore: Check<number | number[], CommandContext> = (value, path, context) =>
  Array.isArray(value) ? springs(value, path, context) : spring(value, path, context);

/** Cuts one spring, or several at once. */
export const cut = defineCommand({
  type: 'cut',
  fields: { spring: oneOrMore },
  effect: 'edit',
  changesStructure: always,
  prepare:
    (run, { spring }) =>
    () =>
      setCutOf(run, spring, true),
});

/** Undoes a cut. */
export const mend = defineCommand({
  type: 'mend',
  fields: { spring: oneOrMore },
  effect: 'edit',
  changesStructure: always,
  prepare:
    (run, { spring }) =>
    () =>
      setCutOf(run, spring, false),
});

function setCutOf(run: Run, spring: number | number[], isCut: boolean): void {
  for (const j of Array.isArray(spring) ? spring : [spring]) setCut(run.model, j, isCut);
  refreshInstance(run);
}
