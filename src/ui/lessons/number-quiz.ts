import { element } from '../controls/element';
import { formatNumber } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { withEquations } from './equation';
import type { NumberQuiz } from './lesson';
import { readings } from './readings';
import { sendCommands } from './send-commands';
import type { Widget } from './widget';

/** Asks for a number: prepares the run, takes an answer, computes the right one, and shows it by running. */
export function numberQuiz(lab: Lab, quiz: NumberQuiz): Widget {
  const { unit } = quiz;
  let right = Number.NaN;
  const shown = (value: number) => `${value.toFixed(6)} ${unit}`.replace('-', '−');

  const given = readings(quiz.given);
  const box = element('input', { type: 'text', inputmode: 'decimal', 'aria-label': `Your answer, ${unit}` });
  const verdict = element('p', { role: 'status' });
  const check = element('button', { type: 'submit' }, 'Check');
  const run = element('button', { type: 'button', click: () => void show() }, 'Run it');
  const form = element(
    'form',
    {
      hidden: true,
      submit(event) {
        event.preventDefault();
        judge();
      },
    },
    given.node,
    element('label', {}, box, ` ${unit}`),
    element('div', { class: 'row' }, check, run),
  );
  const ask = element('button', { type: 'button', click: () => void begin() }, 'Set it up and ask me');
  const node = element('div', { class: 'quiz' }, element('p', {}, ...withEquations(quiz.asks)), ask, form, verdict);

  async function begin(): Promise<void> {
    try {
      await sendCommands(lab, quiz.prepare);
    } catch {
      // The refusal is on the page already.
      return;
    }
    right = quiz.answer(lab.frame);
    given.update?.(lab.frame);
    form.hidden = false;
    verdict.replaceChildren();
    box.value = '';
    box.focus();
  }

  function judge(): void {
    const answer = Number(box.value.trim().replace('−', '-').replace(',', '.'));
    if (box.value.trim() === '' || !Number.isFinite(answer)) {
      verdict.replaceChildren(`Type a number, such as ${formatNumber(Math.round(right * 10) / 10 + 1)}.`);
      return;
    }
    const off = Math.abs(answer - right);
    const judged =
      off <= quiz.tolerance ? `Right: ${shown(right)}. ` : `Not quite: ${shown(answer)} is off by ${shown(off)}. `;
    const reason = off <= quiz.tolerance ? withEquations(quiz.because) : ['Try again, or run it.'];
    verdict.replaceChildren(judged, ...reason);
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
    verdict.replaceChildren(
      `Computed: ${shown(right)}. The run came to ${shown(measured)}. `,
      ...withEquations(quiz.because),
    );
  }

  return { node };
}
