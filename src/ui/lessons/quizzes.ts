/** Quizzes of a lesson: for a number, for one of several options, and for blanks in code. */
import { element } from '../controls/element';
import { formatNumber } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { withEquations } from './equation';
import type { BlanksQuiz, ChoiceQuiz, NumberQuiz, Widget } from './lesson';
import { sendCommands } from './send-commands';
import { liveTable } from './value-table';

/** Asks for a number. Sets up the simulation, checks the answer, and runs the simulation to confirm it. */
export function numberQuiz(lab: Lab, quiz: NumberQuiz): Widget {
  const { unit } = quiz;
  let right = Number.NaN;
  const format = (value: number) => `${value.toFixed(6)} ${unit}`.replace('-', '−');

  const given = liveTable(quiz.given);
  const box = element('input', { type: 'text', inputmode: 'decimal', 'aria-label': `Your answer, ${unit}` });
  const feedback = element('p', { role: 'status' });
  const check = element('button', { type: 'submit' }, 'Check');
  const run = element('button', { type: 'button', click: () => void show() }, 'Run the simulation');
  const form = element(
    'form',
    {
      hidden: true,
      submit(event) {
        event.preventDefault();
        checkAnswer();
      },
    },
    given.node,
    element('label', {}, box, ` ${unit}`),
    element('div', { class: 'row' }, check, run),
  );
  const ask = element('button', { type: 'button', click: () => void begin() }, 'Start the quiz');
  const node = element(
    'div',
    { class: 'quiz' },
    element('p', {}, ...withEquations(quiz.question)),
    ask,
    form,
    feedback,
  );

  async function begin(): Promise<void> {
    try {
      await sendCommands(lab, quiz.prepare);
    } catch {
      // The lab has shown the error as a message.
      return;
    }
    right = quiz.answer(lab.frame);
    given.update?.(lab.frame);
    form.hidden = false;
    feedback.replaceChildren();
    box.value = '';
    box.focus();
  }

  function checkAnswer(): void {
    const answer = Number(box.value.trim().replace('−', '-').replace(',', '.'));
    if (box.value.trim() === '' || !Number.isFinite(answer)) {
      feedback.replaceChildren(`Enter a number, such as ${formatNumber(Math.round(right * 10) / 10 + 1)}.`);
      return;
    }
    const error = Math.abs(answer - right);
    if (error <= quiz.tolerance)
      feedback.replaceChildren(`Correct: ${format(right)}. `, ...withEquations(quiz.explanation));
    else
      feedback.replaceChildren(
        `Not correct: the error of ${format(answer)} is ${format(error)}. Try again, or run the simulation.`,
      );
  }

  async function show(): Promise<void> {
    try {
      await sendCommands(lab, quiz.prepare);
      right = quiz.answer(lab.frame);
      await sendCommands(lab, quiz.run);
    } catch {
      return;
    }
    const measured = quiz.measure(lab.frame);
    feedback.replaceChildren(
      `Computed: ${format(right)}. Result of the simulation: ${format(measured)}. `,
      ...withEquations(quiz.explanation),
    );
  }

  return { node };
}

/** For the names of radio buttons, which must differ between quizzes. */
let quizCount = 0;

/** Asks for one of several options; each has an explanation why it is right or wrong. */
export function choiceQuiz({ question, options }: ChoiceQuiz): Widget {
  const name = `choice-${++quizCount}`;
  const feedback = element('p', { role: 'status' });
  const labels = reorder(options).map((option) => {
    const radio = element('input', {
      type: 'radio',
      name,
      change() {
        const result = option === options[0] ? 'Correct. ' : 'Not correct. ';
        feedback.replaceChildren(result, ...withEquations(option.explanation));
      },
    });
    return element('label', { class: 'option' }, radio, element('span', {}, ...withEquations(option.text)));
  });
  const node = element(
    'fieldset',
    { class: 'quiz' },
    element('legend', {}, ...withEquations(question)),
    ...labels,
    feedback,
  );
  return { node };
}

/** Code with blanks; each has a list of options. */
export function blanksQuiz({ question, code, blanks, explanation }: BlanksQuiz): Widget {
  const feedback = element('p', { role: 'status' });
  const selects = blanks.map((options, i) =>
    element(
      'select',
      { 'aria-label': `Blank ${i + 1}`, change: () => feedback.replaceChildren() },
      element('option', { value: '' }, '…'),
      ...reorder(options).map((text) => element('option', { value: text }, text)),
    ),
  );
  const lines = code.map((line) =>
    // Every second part is the number of a blank.
    element('div', {}, ...line.split(/\{(\d)\}/).map((part, i) => (i % 2 === 0 ? part : selects[Number(part)]))),
  );
  function checkAnswer(): void {
    const wrong = selects.flatMap(({ value }, i) => (value === blanks[i][0] ? [] : [i + 1]));
    for (const [i, select] of selects.entries()) select.setAttribute('aria-invalid', String(wrong.includes(i + 1)));
    if (wrong.length === 0) feedback.replaceChildren('Correct. ', ...withEquations(explanation));
    else feedback.replaceChildren(`Not correct: blank ${wrong.join(' and ')}.`);
  }
  const node = element(
    'div',
    { class: 'quiz' },
    element('p', {}, ...withEquations(question)),
    element('div', { class: 'blanks' }, ...lines),
    element('button', { type: 'button', click: checkAnswer }, 'Check'),
    feedback,
  );
  return { node };
}

/** Moves the first, right, option to the second place from the end; of two, to the end. The same order each time. */
function reorder<T>(options: readonly T[]): T[] {
  const [right, ...wrong] = options;
  return wrong.length < 2 ? [...wrong, right] : [...wrong.slice(0, -1), right, ...wrong.slice(-1)];
}
