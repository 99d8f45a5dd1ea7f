/** The file of a lesson that a teacher writes, the file of answers to it, and their checks. */
import { t } from '../../../language/translate';
import * as check from '../../../physics/model/validate';
import {
  type Check,
  type CheckContext,
  checkFields,
  type FieldsOf,
  mustBe,
  quote,
  rangeErrors,
} from '../../../physics/model/validate';
import { parseNumber } from '../../controls/number-format';

/** The only version of both formats so far. */
const FORMAT = 1;
const MAX_STEPS = 50;

const errors: CheckContext = {
  fail: (path, message) => rangeErrors.fail(path.length > 0 ? path : ['lesson'], message),
};

type Bounds = readonly [least: number | null, most: number | null];

const bounds: Check<Record<string, Bounds>> = (value, path, context) => {
  for (const [key, pair] of Object.entries(check.object(value, path, context))) {
    const isBound = (one: unknown) => one === null || Number.isFinite(one);
    if (!Array.isArray(pair) || pair.length !== 2 || !pair.every(isBound)) {
      context.fail([...path, key], mustBe('[least, most], each a number or null', pair));
    }
  }
  return value as Record<string, Bounds>;
};

const QUESTION = {
  question: check.text,
  unit: check.optional(check.text),
  /** The right number. */
  answer: check.optional(check.number()),
  /** Accepted error, relative; absent: 0.02. */
  within: check.optional(check.number('positive')),
  options: check.optional(check.list(check.text)),
  /** Number of the right option, from 1. */
  right: check.optional(check.number('whole')),
};
/** Asks for a number, for one of some options, or, with neither, for a text that nobody checks. */
export type FileQuestion = FieldsOf<typeof QUESTION>;

const STEP = {
  title: check.text,
  /** Equations stand between dollar signs. */
  text: check.optional(check.text),
  /** What is loaded when the step is opened; absent: all stays as it is. */
  state: check.optional(
    check.fields({
      scene: check.unchecked<unknown>(),
      integrator: check.optional(check.text),
      material: check.optional(check.text),
      params: check.optional(check.object),
      play: check.optional(check.unchecked<boolean>()),
    }),
  ),
  question: check.optional(check.fields(QUESTION)),
  /** A state to reach: each quantity within its bounds, from the least to the most; null: no bound. */
  check: check.optional(check.fields({ task: check.text, bounds, integrator: check.optional(check.text) })),
};
export type LessonStep = FieldsOf<typeof STEP>;

const step: Check<LessonStep> = (value, path, context) => {
  checkFields(value, STEP, path, context);
  const { options, right = 0 } = value.question ?? {};
  if (options && !(right >= 1 && right <= options.length)) {
    context.fail([...path, 'question', 'right'], mustBe(t`from 1 to ${options.length}`, right));
  }
  return value;
};

const LESSON = { hookeLesson: check.number(), title: check.text, steps: check.list(step, 'a list of steps') };
/** A lesson as JSON: states of the laboratory, with texts, questions, and states to reach. */
export type LessonFile = FieldsOf<typeof LESSON>;

/** @param key of the version */
function checkFormat(value: unknown, key: string): void {
  const format = check.object(value, [], errors)[key];
  if (format !== FORMAT) errors.fail([key], mustBe(`format ${FORMAT}`, format));
}

/** @throws RangeError that begins with the path of the first invalid value */
export function checkLesson(value: unknown): LessonFile {
  checkFormat(value, 'hookeLesson');
  checkFields(value, LESSON, [], errors);
  const { length } = value.steps;
  if (length === 0 || length > MAX_STEPS) {
    errors.fail(['steps'], t`must have from 1 to ${MAX_STEPS} steps, got ${length}`);
  }
  return value;
}

const ANSWER = {
  /** What was asked, or the task. */
  question: check.text,
  /** What was typed or chosen; of a state that was reached, true. */
  answer: check.unchecked<string | boolean>(),
  /** Null where nobody checks. */
  right: check.unchecked<boolean | null>(),
};
/** What a student has done in one step. */
export type StepAnswer = FieldsOf<typeof ANSWER>;

const answer: Check<StepAnswer | null> = (value, path, context) =>
  value === null ? null : check.fields(ANSWER)(value, path, context);
const ANSWERS = { hookeAnswers: check.number(), lesson: check.text, answers: check.list(answer, 'a list of answers') };
/** The file to hand in. It has no name: the student gives the file one. */
type AnswersFile = FieldsOf<typeof ANSWERS>;

/** @throws RangeError for what is no file of answers */
export function checkAnswers(value: unknown): AnswersFile {
  checkFormat(value, 'hookeAnswers');
  checkFields(value, ANSWERS, [], errors);
  return value;
}

/** Several files of answers as rows of a table: the file, how many are right, and each answer with its mark. */
export function tableOfAnswers(files: readonly { name: string; file: AnswersFile }[]): string[][] {
  const longest = files.reduce(
    (most, { file }) => (file.answers.length > most.length ? file.answers : most),
    files[0].file.answers,
  );
  const heads = longest.map((one, i) => `${i + 1}. ${one?.question ?? ''}`.trim());
  const mark = ({ right }: StepAnswer) => (right === null ? '' : right ? '✓ ' : '✗ ');
  const rows = files.map(({ name, file: { answers } }) => [
    name.replace(/\.json$/i, ''),
    t`${answers.filter((one) => one?.right === true).length} of ${answers.filter((one) => one === null || one.right !== null).length}`,
    ...longest.map((_, i) => {
      const one = answers[i];
      return one ? `${mark(one)}${one.answer === true ? 'reached' : String(one.answer)}` : '–';
    }),
  ]);
  return [['file', 'right', ...heads], ...rows];
}

/**
 * A cell of a CSV file. A text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay.
 * Source: OWASP, CSV Injection.
 */
export function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !Number.isFinite(parseNumber(text));
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`;
}

/** What a bound can be about, beside parameters. */
const QUANTITIES: readonly string[] = ['time', 'steps', 'energy', 'strain', 'pins', 'blowUp'];

/** @throws RangeError for a quantity that a lesson can't check */
export function checkQuantities({ steps }: LessonFile, params: object): void {
  steps.forEach(({ check }, i) => {
    const wrong = Object.keys(check?.bounds ?? {}).find(
      (key) => !QUANTITIES.includes(key) && !Object.hasOwn(params, key),
    );
    if (wrong === undefined) return;
    errors.fail(
      ['steps', i, 'check', 'bounds'],
      t`${quote(wrong)} is neither a parameter nor one of ${QUANTITIES.join(', ')}`,
    );
  });
}
