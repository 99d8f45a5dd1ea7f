/** The file of an exercise, which a teacher writes: what to define, from which text to begin, and which laws it must obey. */
import {
  type CheckContext,
  checkFields,
  type FieldsOf,
  list,
  object,
  optional,
  pathOf,
  quote,
  text,
} from '../../physics/model/validate';

const SAYS = { law: text, text };
const FIELDS = {
  hookeExercise: (value: unknown, path: readonly (string | number)[], { fail }: CheckContext): 1 =>
    value === 1 ? 1 : fail(path, `must be 1, the version of the format, got ${quote(value)}`),
  title: text,
  /** What to write, in a few sentences. */
  statement: text,
  /** The text to begin with: it runs, and does not yet do what is asked. */
  stub: text,
  hints: optional(list(text, 'a list of texts')),
  /** Absent: it is not shown. */
  solution: optional(text),
  /** The laws that it must obey; absent: all of its kind. */
  laws: optional(list(text, 'a list of texts')),
  /** What the sentence of a law must also say. */
  says: optional((value: unknown, path: readonly (string | number)[], context: CheckContext) => {
    checkFields(value, SAYS, path, context);
    return value as FieldsOf<typeof SAYS>;
  }),
};

export type ExerciseFile = FieldsOf<typeof FIELDS>;

const errors: CheckContext = {
  fail(path, message) {
    throw new RangeError(path.length > 0 ? `${pathOf(path)} ${message}` : `the exercise ${message}`);
  },
};

/** @throws RangeError with the path of the first invalid value */
export function checkExercise(value: unknown): ExerciseFile {
  object(value, [], errors);
  checkFields(value, FIELDS, [], errors);
  return value;
}
