/** A teacher's lesson in the panel of the lessons: its steps, questions and checks, and the presenter's view. */
import './classroom.css';
import { t } from '../../../language/translate';
import type { Command } from '../../../physics';
import type { Frame, Status } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import { button, disclosure, element, setText } from '../../controls/element';
import { parseNumber } from '../../controls/number-format';
import { createTable } from '../../instruments/parts/tables';
import type { Lab } from '../../lab/lab';
import { ignoreShownError } from '../../lab/message-list';
import { saveAs } from '../../sharing/files';
import { tableButtons, tableOfRows } from '../../sharing/table-file';
import { withEquations } from '../equation';
import type { Widget } from '../lesson';
import {
  checkAnswers,
  csvCell,
  type FileQuestion,
  type LessonFile,
  type LessonStep,
  type StepAnswer,
  tableOfAnswers,
} from './lesson-file';
import { createPresenter } from './presenter';

/** @param file a checked one */
export function renderClassLesson(lab: Lab, file: LessonFile): Widget {
  const { steps } = file;
  const answers: (StepAnswer | null)[] = steps.map(() => null);
  const body = element('div.class-step');
  const buttons = steps.map(({ title }, i) =>
    button(`${i + 1}. ${title}`, i < 9 ? t`Open this step (${i + 1} in the presenter’s view)` : 'Open this step', () =>
      go(i),
    ),
  );
  const reached = element('p.goal', { role: 'status' });
  const presenter = createPresenter(lab, { go, move: (by) => go(at + by) });
  let at = 0;
  /** Since when the run has been as the check asks. */
  let loads = -1;

  function go(to: number): void {
    if (to < 0 || to >= steps.length) return;
    at = to;
    buttons.forEach((one, i) => {
      if (i === at) one.setAttribute('aria-current', 'step');
      else one.removeAttribute('aria-current');
    });
    const { title, text, question, check, state } = steps[at];
    const answer = (given: StepAnswer) => {
      answers[at] = given;
    };
    body.replaceChildren(
      element('h3', `${at + 1}. ${title}`),
      ...(text ? [element('p', ...withEquations(text))] : []),
      ...(state ? [element('div.row', button('Load again', 'Load the state of this step again', load))] : []),
      ...(check ? [element('p', ...withEquations(check.task)), reached] : []),
      ...(question ? [questionForm(question, answers[at], answer)] : []),
    );
    load();
  }

  function load(): void {
    const { state } = steps[at];
    if (!state) return;
    const { play, ...setup } = state;
    const sending = lab.send({ type: 'scene', ...setup } as Command).then(() => (play ? lab.play() : lab.pause()));
    ignoreShownError(sending);
    loads = -1;
  }

  function watch({ check }: LessonStep, status: Status): void {
    if (!check) return;
    if (answers[at]?.answer !== true && fulfils(check, status)) {
      if (loads === -1) loads = status.loadNumber;
      else if (loads === status.loadNumber && status.stepCount > 0)
        answers[at] = { question: check.task, answer: true, right: true };
    }
    setText(reached, answers[at]?.answer === true ? '✓ Reached.' : 'Not reached yet. The page watches the run.');
    reached.classList.toggle('reached', answers[at]?.answer === true);
  }

  function save(): void {
    const text = JSON.stringify({ hookeAnswers: 1, lesson: file.title, answers }, null, 2);
    saveAs(new Blob([text], { type: 'application/json' }), 'answers.json');
  }

  go(0);
  return {
    node: element(
      'div.class-lesson',
      element('nav.class-steps', { 'aria-label': 'Steps of the lesson' }, ...buttons),
      body,
      element(
        'div.row',
        button(
          'Save my answers',
          'Download all answers as one file, to hand in; it has no name but the one you give it',
          save,
        ),
        ...presenter.buttons,
      ),
      answersTable(lab),
    ),
    update: ({ status }: Frame) => watch(steps[at], status),
    dispose: presenter.close,
  };
}

/** True if the run is within all bounds. */
function fulfils({ bounds, integrator }: NonNullable<LessonStep['check']>, status: Status): boolean {
  if (integrator !== undefined && status.integrator !== integrator) return false;
  const { params, time, stepCount, energy, strain, pinned, blowUp } = status;
  const values: Record<string, number> = {
    ...params,
    ...{ time, steps: stepCount, energy: energy.total, strain, pins: pinned.length, blowUp: blowUp ? 1 : 0 },
  };
  return Object.entries(bounds).every(([key, [least, most]]) => {
    const value = values[key];
    return (least === null || value >= least) && (most === null || value <= most);
  });
}

// The form of a question of a lesson file: a number, some options, or a text that the teacher reads.

const WITHIN = 0.02;

/** For the names of radio buttons. */
let count = 0;

/** @param given the answer so far @param answer receives a new one */
function questionForm(asked: FileQuestion, given: StepAnswer | null, answer: (given: StepAnswer) => void): HTMLElement {
  const { question, unit = '', options } = asked;
  const feedback = element('p', { role: 'status' });
  const name = `class-question-${++count}`;
  const label = { 'aria-label': t`Your answer${unit && `, ${unit}`}` };
  // What nobody checks may be code, or some sentences.
  const box =
    asked.answer === undefined && !options
      ? element('textarea', { ...label, rows: 4, spellcheck: 'false' })
      : element('input', { ...label, type: 'text' });
  if (typeof given?.answer === 'string') box.value = given.answer;
  const radios = (options ?? []).map((text, i) =>
    element('input', { type: 'radio', name, value: i, checked: given?.answer === text }),
  );
  const show = ({ right }: StepAnswer) => {
    feedback.textContent = right === null ? 'Kept.' : right ? '✓ Correct.' : 'Not correct. Try again.';
  };
  const form = element(
    'form',
    {
      submit(event) {
        event.preventDefault();
        const chosen = radios.findIndex(({ checked }) => checked);
        const text = options ? (options[chosen] ?? '') : box.value.trim();
        if (text === '') {
          feedback.textContent = t('Give an answer first.');
          return;
        }
        const made = { question, answer: text, right: isRight(asked, text, chosen) };
        answer(made);
        show(made);
      },
    },
    ...(options
      ? options.map((text, i) => element('label.option', radios[i], element('span', ...withEquations(text))))
      : [element('label', box, ` ${unit}`)]),
    element('button', { type: 'submit' }, 'Answer'),
  );
  if (given) show(given);
  return element('div.quiz', element('p', ...withEquations(question)), form, feedback);
}

/** Null where nobody checks. */
function isRight(
  { options, right, answer, within = WITHIN }: FileQuestion,
  text: string,
  chosen: number,
): boolean | null {
  if (options) return chosen + 1 === right;
  if (answer === undefined) return null;
  return Math.abs(parseNumber(text) - answer) <= within * Math.abs(answer);
}

// Reads the files that students have handed in, and shows them as one table. Nothing leaves the page.

function answersTable(lab: Lab): HTMLElement {
  const note = element('p', { role: 'status' });
  const place = element('div.answers', { hidden: true });
  let rows: string[][] = [];
  const input = element('input', {
    ...{ type: 'file', accept: '.json,application/json', multiple: true, 'aria-label': 'Files of answers' },
    change: () => void read([...(input.files ?? [])]),
  });
  const save = element(
    'span',
    { hidden: true },
    ...tableButtons('Download the table', () =>
      tableOfRows(
        lab,
        'answers',
        rows.map((row) => row.map(csvCell)),
      ),
    ),
  );

  async function read(files: readonly File[]): Promise<void> {
    const found: Parameters<typeof tableOfAnswers>[0][number][] = [];
    const wrong: string[] = [];
    for (const file of files) {
      try {
        found.push({ name: file.name, file: checkAnswers(JSON.parse(await file.text())) });
      } catch (error) {
        wrong.push(`${file.name}: ${messageOf(error)}`);
      }
    }
    note.textContent = [t`${found.length} of ${files.length} files are read.`, ...wrong].join(' ');
    place.hidden = save.hidden = found.length === 0;
    if (found.length === 0) return;
    rows = tableOfAnswers(found);
    const [heads, ...others] = rows;
    const columns = heads.map((head, i) => ({ head, cell: (row: readonly string[]) => row[i] }));
    const table = createTable<readonly string[]>({ name: 'Answers', style: 'given', columns });
    table.show(others);
    place.replaceChildren(table.node);
  }

  return disclosure(
    'Read answers',
    'For the teacher: files that students have saved, as one table',
    element('p', 'Choose the files that students have handed in. They stay on this machine.'),
    input,
    note,
    place,
    save,
  );
}
