import { element } from '../controls/element';
import { withEquations } from './equation';
import type { BlanksQuiz, ChoiceQuiz } from './lesson';
import type { Widget } from './widget';

/** Radio buttons' names must differ from quiz to quiz. */
let count = 0;

/** One of several answers; each says why it is right or wrong. */
export function choiceQuiz({ asks, options }: ChoiceQuiz): Widget {
  const name = `choice-${++count}`;
  const verdict = element('p', { role: 'status' });
  const labels = inAnotherOrder(options).map((option) => {
    const radio = element('input', {
      type: 'radio',
      name,
      change() {
        const judged = option === options[0] ? 'Right. ' : 'Not this one. ';
        verdict.replaceChildren(judged, ...withEquations(option.because));
      },
    });
    return element('label', { class: 'option' }, radio, element('span', {}, ...withEquations(option.text)));
  });
  const node = element(
    'fieldset',
    { class: 'quiz' },
    element('legend', {}, ...withEquations(asks)),
    ...labels,
    verdict,
  );
  return { node };
}

/** Code with blanks to choose for. */
export function blanksQuiz({ asks, code, blanks, because }: BlanksQuiz): Widget {
  const verdict = element('p', { role: 'status' });
  const selects = blanks.map((options, i) =>
    element(
      'select',
      { 'aria-label': `Blank ${i + 1}`, change: () => verdict.replaceChildren() },
      element('option', { value: '' }, '…'),
      ...inAnotherOrder(options).map((text) => element('option', { value: text }, text)),
    ),
  );
  const lines = code.map((line) =>
    // Every other part of the split is the number of a blank.
    element('div', {}, ...line.split(/\{(\d)\}/).map((part, i) => (i % 2 === 0 ? part : selects[Number(part)]))),
  );
  function judge(): void {
    const wrong = selects.flatMap(({ value }, i) => (value === blanks[i][0] ? [] : [i + 1]));
    for (const [i, select] of selects.entries()) select.setAttribute('aria-invalid', String(wrong.includes(i + 1)));
    if (wrong.length === 0) verdict.replaceChildren('Right. ', ...withEquations(because));
    else verdict.replaceChildren(`Look again at blank ${wrong.join(' and ')}.`);
  }
  const node = element(
    'div',
    { class: 'quiz' },
    element('p', {}, ...withEquations(asks)),
    element('div', { class: 'blanks' }, ...lines),
    element('button', { type: 'button', click: judge }, 'Check'),
    verdict,
  );
  return { node };
}

/** The first comes last but one, or second of two: no order gives the right answer away for long, and none is by chance. */
function inAnotherOrder<T>(options: readonly T[]): T[] {
  const [right, ...wrong] = options;
  return wrong.length < 2 ? [...wrong, right] : [...wrong.slice(0, -1), right, ...wrong.slice(-1)];
}
