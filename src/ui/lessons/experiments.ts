/** Experiments of a lesson: buttons that send commands. */
import { element } from '../controls/element';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { withEquations } from './equation';
import type { Experiment, LessonCommand, Step, Widget } from './lesson';
import { sendCommands } from './send-commands';

/** A list of buttons, each with its description. */
export function experimentList(lab: Lab, experiments: readonly Experiment[]): Widget {
  const items = experiments
    .filter(({ commands }) => isAvailable(lab, commands))
    .map((one) => element('li', {}, button(lab, one), element('p', {}, ...withEquations(one.description))));
  return { node: element('ul', { class: 'experiments' }, ...items) };
}

/** Numbered steps; pressing a step's button marks it and shows its outcome. */
export function guidedRun(lab: Lab, steps: readonly Step[]): Widget {
  const items = steps.map((step) => {
    const outcome = element('p', { role: 'status', hidden: true }, ...withEquations(step.outcome));
    const start = button(lab, step, () => {
      for (const item of items) item.removeAttribute('aria-current');
      item.setAttribute('aria-current', 'step');
      outcome.hidden = false;
    });
    const description = element('p', {}, ...withEquations(step.description));
    const item: HTMLLIElement = element('li', {}, description, start, outcome);
    return item;
  });
  return { node: element('ol', { class: 'guided-run' }, ...items) };
}

function button(lab: Lab, { label, commands }: Experiment, onPress = () => {}): HTMLButtonElement {
  const click = () => {
    onPress();
    ignoreShownError(sendCommands(lab, commands));
  };
  return element('button', { type: 'button', click }, label);
}

/** False if a command loads a scene that this build lacks. */
function isAvailable(lab: Lab, commands: readonly LessonCommand[]): boolean {
  return commands.every(
    (command) =>
      command.type !== 'scene' ||
      typeof command.scene !== 'string' ||
      lab.catalog.scenes.some(({ id }) => id === command.scene),
  );
}
