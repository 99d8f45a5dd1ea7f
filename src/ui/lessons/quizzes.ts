/**
 * Quizzes of a lesson: for a number, for one of several options, and for blanks in code. A wrong answer gets a hint and another try;
 * the solution is shown on request.
 */
import { t } from '../../language/translate';
import { button, element } from '../controls/element';
import { parseNumber } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { liveTable, withEquations } from './equation';
import { sendCommands } from './experiments';
import type { BlanksQuiz, ChoiceQuiz, NumberQuiz } from './lesson';

/** A form with a box for a number. @param label of its button @param receive called with the number that is entered */
export function numberForm(unit: string, label: string, receive: (value: number) => void) {
  const name = t`Your answer${unit && `, ${t(unit)}`}`;
  const box = element('input', { type: 'text', inputmode: 'decimal', 'aria-label': name });
  const feedback = element('p', { role: 'status' });
  const submit = (event: Event) => {
    event.preventDefault();
    const value = parseNumber(box.value);
    if (Number.isFinite(value)) receive(value);
    else say(t('Enter a number, such as 0.25 or 1e-3.'));
  };
  const check = element('button', { type: 'submit' }, label);
  const form = element('form', { submit }, element('label', box, ` ${t(unit)}`), check);
  const say = (...parts: (Node | string)[]) => feedback.replaceChildren(...parts);
  return { form, box, check, feedback, say };
}

/** Asks for a number. Sets up the simulation, checks the answer, and runs the simulation to confirm it. */
export function numberQuiz(lab: Lab, quiz: NumberQuiz): HTMLElement {
  const { unit } = quiz;
  let right = Number.NaN;
  const format = (value: number) => `${value.toFixed(6)} ${unit}`.replace('-', '−');

  const given = liveTable(quiz.given);
  const { form, box, check, feedback, say } = numberForm(unit, 'Check', checkAnswer);
  const run = button(
    'Show the solution',
    'Compute the answer, and run the simulation to confirm it',
    () => void show(),
  );
  form.hidden = true;
  form.prepend(given.node);
  form.append(element('div.row', check, run));
  const ask = element('button', { type: 'button', click: () => void begin() }, 'Start the quiz');
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
    say();
    box.value = '';
    box.focus();
  }

  function checkAnswer(answer: number): void {
    if (Math.abs(answer - right) <= quiz.tolerance)
      say(t`Correct: ${format(right)}. `, ...withEquations(quiz.explanation));
    else
      say(
        t`${format(answer)} is not correct: it is too ${answer < right ? 'small' : 'large'}. `,
        ...withEquations(quiz.hint),
        t(' Try again.'),
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
    say(
      t`Computed: ${format(right)}. Result of the simulation: ${format(measured)}. `,
      ...withEquations(quiz.explanation),
    );
  }

  return element('div.quiz', element('p', ...withEquations(quiz.question)), ask, form, feedback);
}

/** For the names of radio buttons, which must differ between quizzes. */
let quizCount = 0;

/** Asks for one of several options; each has an explanation why it is right or wrong. */
export function choiceQuiz({ question, options }: ChoiceQuiz): HTMLElement {
  const name = `choice-${++quizCount}`;
  const feedback = element('p', { role: 'status' });
  const [right] = options;
  const choose = (option: ChoiceQuiz['options'][number]) => {
    const isRight = option === right;
    solution.hidden = isRight;
    const text = withEquations(option.explanation);
    feedback.replaceChildren(isRight ? 'Correct. ' : 'Not correct. ', ...text, isRight ? '' : ' Choose again.');
  };
  const radios = new Map(
    options.map((option) => [option, element('input', { type: 'radio', name, change: () => choose(option) })]),
  );
  const solution = solutionButton(() => {
    (radios.get(right) as HTMLInputElement).checked = true;
    choose(right);
  });
  const labels = reorder(options).map((option) => {
    const radio = radios.get(option) as HTMLInputElement;
    return element('label.option', radio, element('span', ...withEquations(option.text)));
  });
  return element('fieldset.quiz', element('legend', ...withEquations(question)), ...labels, feedback, solution);
}

/** The button that shows the solution; it appears with the first wrong answer. */
function solutionButton(show: () => void): HTMLButtonElement {
  const solution = button('Show the solution', 'Show the right answer and why it is right', show);
  solution.hidden = true;
  return solution;
}

/** Code with blanks; each has a list of options. */
export function blanksQuiz({ question, code, blanks, hint, explanation }: BlanksQuiz): HTMLElement {
  const feedback = element('p', { role: 'status' });
  const selects = blanks.map((options, i) =>
    element(
      'select',
      { 'aria-label': t`Blank ${i + 1}`, change: () => feedback.replaceChildren() },
      element('option', { value: '' }, '…'),
      ...reorder(options).map((text) => element('option', { value: text }, text)),
    ),
  );
  const lines = code.map((line) =>
    // Every second part is the number of a blank.
    element('div', ...line.split(/\{(\d)\}/).map((part, i) => (i % 2 === 0 ? part : selects[Number(part)]))),
  );
  function checkAnswer(): void {
    const wrong = selects.flatMap(({ value }, i) => (value === blanks[i][0] ? [] : [i + 1]));
    for (const [i, select] of selects.entries()) select.setAttribute('aria-invalid', String(wrong.includes(i + 1)));
    solution.hidden = wrong.length === 0;
    if (wrong.length === 0) feedback.replaceChildren(t('Correct. '), ...withEquations(explanation));
    else
      feedback.replaceChildren(
        t`Not correct: blank ${wrong.join(t(' and '))}. `,
        ...withEquations(hint),
        t(' Choose again.'),
      );
  }
  const solution = solutionButton(() => {
    for (const [i, select] of selects.entries()) select.value = blanks[i][0];
    checkAnswer();
  });
  return element(
    'div.quiz',
    element('p', ...withEquations(question)),
    element('div.blanks', ...lines),
    element('div.row', button('Check', 'Check what is chosen', checkAnswer), solution),
    feedback,
  );
}

/** Moves the first, right, option to the second place from the end; of two, to the end. The same order each time. */
function reorder<T>(options: readonly T[]): T[] {
  const [right, ...wrong] = options;
  return wrong.length < 2 ? [...wrong, right] : [...wrong.slice(0, -1), right, ...wrong.slice(-1)];
}
