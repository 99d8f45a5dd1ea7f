/** The file of a lesson that a teacher writes, and its checks. */
import { t } from '../../../language/translate';
import {
  type Check,
  type CheckContext,
  checkFields,
  list,
  mustBe,
  number,
  object,
  optional,
  pathOf,
  quote,
  text,
  unchecked,
} from '../../../physics/model/validate';
import { parseNumber } from '../../controls/number-format';

/** The only version of the format so far. */
const FORMAT = 1;
const MAX_STEPS = 50;

/** A lesson as JSON: states of the laboratory, with texts, questions, and states to reach. */
export interface LessonFile {
  hookeLesson: typeof FORMAT;
  title: string;
  steps: readonly LessonStep[];
}

export interface LessonStep {
  title: string;
  /** Equations stand between dollar signs. */
  text?: string;
  /** What is loaded when the step is opened; absent: all stays as it is. */
  state?: { scene: unknown; integrator?: string; material?: string; params?: Record<string, number>; play?: boolean };
  question?: FileQuestion;
  /** A state to reach: each quantity within its bounds, from the least to the most; null: no bound. */
  check?: { task: string; bounds: Record<string, Bounds>; integrator?: string };
}

type Bounds = readonly [least: number | null, most: number | null];

/** Asks for a number, for one of some options, or, with neither, for a text that nobody checks. */
export interface FileQuestion {
  question: string;
  unit?: string;
  /** The right number. */
  answer?: number;
  /** Accepted error, relative; absent: 0.02. */
  within?: number;
  options?: readonly string[];
  /** Number of the right option, from 1. */
  right?: number;
}

const errors: CheckContext = {
  fail(path, message) {
    throw new RangeError(
      `${path.length > 0 ? pathOf(path) : 'lesson'}${/^(must|is) /.test(message) ? '' : ':'} ${message}`,
    );
  },
};

const bounds: Check<Record<string, Bounds>> = (value, path, context) => {
  for (const [key, pair] of Object.entries(object(value, path, context))) {
    const isBound = (one: unknown) => one === null || Number.isFinite(one);
    if (!Array.isArray(pair) || pair.length !== 2 || !pair.every(isBound)) {
      context.fail([...path, key], mustBe('[least, most], each a number or null', pair));
    }
  }
  return value as Record<string, Bounds>;
};

const QUESTION = {
  question: text,
  unit: optional(text),
  answer: optional(number()),
  within: optional(number('positive')),
  options: optional(list(text)),
  right: optional(number('whole')),
};
const STATE = {
  scene: unchecked<unknown>(),
  integrator: optional(text),
  material: optional(text),
  params: optional(object),
  play: optional(unchecked<boolean>()),
};
const CHECK = { task: text, bounds, integrator: optional(text) };

const step: Check<LessonStep> = (value, path, context) => {
  const inner = <F extends Parameters<typeof checkFields>[1]>(fields: F) =>
    optional<unknown, CheckContext>((part, at, inside) => {
      checkFields(part, fields, at, inside);
      return part;
    });
  checkFields(
    value,
    { title: text, text: optional(text), state: inner(STATE), question: inner(QUESTION), check: inner(CHECK) },
    path,
    context,
  );
  const { question } = value as unknown as LessonStep;
  if (question?.options) {
    const { options, right = 0 } = question;
    const at = [...path, 'question', 'right'];
    if (!(right >= 1 && right <= options.length)) context.fail(at, mustBe(t`from 1 to ${options.length}`, right));
  }
  return value as unknown as LessonStep;
};

/** @throws RangeError that begins with the path of the first invalid value */
export function checkLesson(value: unknown): LessonFile {
  if (object(value, [], errors).hookeLesson !== FORMAT) {
    errors.fail(['hookeLesson'], mustBe(`format ${FORMAT}`, (value as LessonFile).hookeLesson));
  }
  checkFields(value, { hookeLesson: number(), title: text, steps: list(step, 'a list of steps') }, [], errors);
  const { steps } = value as unknown as LessonFile;
  if (steps.length === 0 || steps.length > MAX_STEPS) {
    errors.fail(['steps'], t`must have from 1 to ${MAX_STEPS} steps, got ${steps.length}`);
  }
  return value as unknown as LessonFile;
}

/** What a student has done in one step. */
export interface StepAnswer {
  /** What was asked, or the task. */
  question: string;
  /** What was typed or chosen; of a state that was reached, true. */
  answer: string | boolean;
  /** Null where nobody checks. */
  right: boolean | null;
}

/** The file to hand in. It has no name: the student gives the file one. */
interface AnswersFile {
  hookeAnswers: typeof FORMAT;
  lesson: string;
  answers: readonly (StepAnswer | null)[];
}

/** @throws RangeError for what is no file of answers */
export function checkAnswers(value: unknown): AnswersFile {
  if (object(value, [], errors).hookeAnswers !== FORMAT) {
    errors.fail(['hookeAnswers'], mustBe(`format ${FORMAT}`, (value as AnswersFile).hookeAnswers));
  }
  const answer = unchecked<StepAnswer | null>();
  checkFields(value, { hookeAnswers: number(), lesson: text, answers: list(answer, 'a list of answers') }, [], errors);
  const { answers } = value as unknown as AnswersFile;
  answers.forEach((one, i) => {
    if (one !== null)
      checkFields(one, { question: text, answer: unchecked(), right: unchecked() }, ['answers', i], errors);
  });
  return value as unknown as AnswersFile;
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
