import { unchecked } from '../model/validate';
import type { Run } from '../run/run';
import { checkRecorded, rewind as goTo } from '../timeline/rewind';
import { commandsToUndo, nextChange, restoreBefore, type Side } from '../timeline/undo';
import { always, defineCommand } from './command-definition';

/** Goes to a recorded step, to the bit. The recording after it stays until the next other command. */
export const rewind = defineCommand({
  type: 'rewind',
  fields: { step: unchecked<number>() },
  undo: 'never',
  isRecorded: () => false,
  prepare(run, { step }) {
    checkRecorded(run, step);
    return () => goTo(run, step);
  },
});

/** Takes the next change of a list: by commands in the present state, or by restoring the run before it. */
function historyCommand<const T extends string>(type: T, takes: Side) {
  return defineCommand({
    type,
    fields: {},
    effect: 'jump',
    undo: 'never',
    takes,
    changesStructure: always,
    parts(run: Run) {
      const change = nextChange(run, takes);
      return change ? commandsToUndo(run, change) : [];
    },
    prepare(run) {
      const change = nextChange(run, takes);
      return () => {
        if (change) restoreBefore(run, change);
      };
    },
  });
}

/** Undoes the last act. Does nothing if there is none. */
export const undo = historyCommand('undo', 'done');

/** Makes the act again that was undone last. Does nothing if there is none. */
export const redo = historyCommand('redo', 'undone');
