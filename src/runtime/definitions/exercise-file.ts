/** The file of an exercise, which a teacher writes: what to define, from which text to begin, and which laws it must obey. */
import * as check from '../../physics/model/validate';
import { type CheckContext, type FieldsOf, pathOf, quote } from '../../physics/model/validate';

const FIELDS = {
  hookeExercise: (value: unknown, path: readonly (string | number)[], { fail }: CheckContext): 1 =>
    value === 1 ? 1 : fail(path, `must be 1, the version of the format, got ${quote(value)}`),
  title: check.text,
  /** What to write, in a few sentences. */
  statement: check.text,
  /** The text to begin with: it runs, and does not yet do what is asked. */
  stub: check.text,
  hints: check.optional(check.list(check.text, 'a list of texts')),
  /** Absent: it is not shown. */
  solution: check.optional(check.text),
  /** The laws that it must obey; absent: all of its kind. */
  laws: check.optional(check.list(check.text, 'a list of texts')),
  /** What the sentence of a law must also say. */
  says: check.optional(check.fields({ law: check.text, text: check.text })),
};

export type ExerciseFile = FieldsOf<typeof FIELDS>;

const errors: CheckContext = {
  fail(path, message) {
    throw new RangeError(path.length > 0 ? `${pathOf(path)} ${message}` : `the exercise ${message}`);
  },
};

/** @throws RangeError with the path of the first invalid value */
export function checkExercise(value: unknown): ExerciseFile {
  return check.fields(FIELDS)(value, [], errors);
}
