/** The form of a question of a lesson file: a number, some options, or a text that the teacher reads. */
import { t } from '../../../language/translate';
import { element } from '../../controls/element';
import { parseNumber } from '../../controls/number-text';
import { withEquations } from '../equation';
import type { FileQuestion, StepAnswer } from './lesson-file';

const WITHIN = 0.02;

/** For the names of radio buttons. */
let count = 0;

/** @param given the answer so far @param answer receives a new one */
export function questionForm(
  asked: FileQuestion,
  given: StepAnswer | null,
  answer: (given: StepAnswer) => void,
): HTMLElement {
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
      ? options.map((text, i) =>
          element('label', { class: 'option' }, radios[i], element('span', {}, ...withEquations(text))),
        )
      : [element('label', {}, box, ` ${unit}`)]),
    element('button', { type: 'submit' }, 'Answer'),
  );
  if (given) show(given);
  return element('div', { class: 'quiz' }, element('p', {}, ...withEquations(question)), form, feedback);
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
