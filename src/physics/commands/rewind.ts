import { unchecked } from '../model/validate';
import { checkRecorded, rewind as goTo } from '../timeline/rewind';
import { defineCommand } from './command-definition';

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
