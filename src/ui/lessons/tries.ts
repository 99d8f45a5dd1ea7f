import { element } from '../controls/element';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { withEquations } from './equation';
import type { Deed, Step, Try } from './lesson';
import { sendCommands } from './send-commands';
import type { Widget } from './widget';

/** What can be tried: a button each, that does it, and what there is to be seen. */
export function tries(lab: Lab, list: readonly Try[]): Widget {
  const items = list
    .filter((one) => isThere(lab, one.does))
    .map((one) => element('li', {}, button(lab, one), element('p', {}, ...withEquations(one.says))));
  return { node: element('ul', { class: 'tries' }, ...items) };
}

/** Tries in their order; what happened is told once a step has been started. */
export function guide(lab: Lab, steps: readonly Step[]): Widget {
  const items = steps.map((step) => {
    const outcome = element('p', { role: 'status', hidden: true }, ...withEquations(step.outcome));
    const start = button(lab, step, () => {
      for (const item of items) item.removeAttribute('aria-current');
      item.setAttribute('aria-current', 'step');
      outcome.hidden = false;
    });
    const item: HTMLLIElement = element('li', {}, element('p', {}, ...withEquations(step.says)), start, outcome);
    return item;
  });
  return { node: element('ol', { class: 'guide' }, ...items) };
}

function button(lab: Lab, { label, does }: Try, onStart = () => {}): HTMLButtonElement {
  return element('button', { type: 'button', click: () => begin() }, label);
  function begin() {
    onStart();
    ignoreShownError(sendCommands(lab, does));
  }
}

/** A lesson may lead to scenes that this build doesn't have. */
function isThere(lab: Lab, deeds: readonly Deed[]): boolean {
  return deeds.every(
    (deed) =>
      deed.type !== 'scene' || typeof deed.scene !== 'string' || lab.catalog.scenes.some(({ id }) => id === deed.scene),
  );
}
