/** Experiments of a lesson: buttons that send commands. */
import { t } from '../../language/translate';
import type { Command } from '../../physics';
import { STRIDE } from '../../physics/model/model';
import { toggleWind } from '../actions/environment-items';
import { findEquilibrium } from '../actions/equilibrium';
import { button, element } from '../controls/element';
import { INSTRUMENTS } from '../instruments';
import { methodLabel } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { DUEL, type Duel } from '../lab/page-state';
import { withEquations } from './equation';
import type { Experiment, LessonCommand, Step } from './lesson';

/** A list of buttons, each with its description. */
export function experimentList(lab: Lab, experiments: readonly Experiment[]): HTMLElement {
  const items = experiments
    .filter(({ commands }) => isAvailable(lab, commands))
    .map((one) => element('li', experimentButton(lab, one), element('p', ...withEquations(one.description))));
  return element('ul.experiments.plain', ...items);
}

/** Numbered steps; pressing a step's button marks it and shows its outcome. */
export function guidedRun(lab: Lab, steps: readonly Step[]): HTMLElement {
  const items = steps.map((step) => {
    const outcome = element('p', { role: 'status', hidden: true }, ...withEquations(step.outcome));
    const start = experimentButton(lab, step, () => {
      for (const item of items) item.removeAttribute('aria-current');
      item.setAttribute('aria-current', 'step');
      outcome.hidden = false;
    });
    const item: HTMLElement = element('li', element('p', ...withEquations(step.description)), start, outcome);
    return item;
  });
  return element('ol.guided-run.plain', ...items);
}

/** A button that compares two methods on the first cloth, by the instrument Duel; none without methods. */
export function duelButton(lab: Lab, methods?: Pick<Duel, 'main' | 'against'>): HTMLElement[] {
  if (!methods) return [];
  const [main, against] = [methods.main ?? '', methods.against].map((id) => methodLabel(lab.catalog, id));
  const begin = async () => {
    await sendCommands(lab, [{ type: 'scene', scene: 'cloth' }]);
    lab.page.setDuel({ ...DUEL, ...methods });
  };
  const title = 'Load the first cloth, and compare the two methods on it, side by side';
  const start = button(t`Start the duel: ${main} and ${against}`, title, () => ignoreShownError(begin()));
  return [element('div.row', start)];
}

/** Buttons that open instruments. @param ids of the instruments */
export function instrumentButtons(lab: Lab, ids: readonly string[] = []): HTMLElement[] {
  const entries = INSTRUMENTS.filter(({ id }) => ids.includes(id));
  const buttons = entries.map(({ id, label, help }) =>
    button(t`Open: ${label}`, help, () => {
      lab.page.instrument = id;
    }),
  );
  return buttons.length > 0 ? [element('div.row', ...buttons)] : [];
}

function experimentButton(lab: Lab, { label, commands }: Experiment, onPress = () => {}): HTMLButtonElement {
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

// Sends the commands of experiments and quizzes.

/** Sends each command after the effect of the one before is visible, all as one act. Rejects at the first error. */
export function sendCommands(lab: Lab, commands: readonly LessonCommand[]): Promise<void> {
  return lab.together(async () => {
    for (const command of commands) await sendCommand(lab, command);
  });
}

async function sendCommand(lab: Lab, command: LessonCommand): Promise<void> {
  if (command.type === 'play') lab.play();
  else if (command.type === 'pause') lab.pause();
  else if (command.type === 'steps') await lab.step(command.count);
  else if (command.type === 'restore') await lab.restore();
  else if (command.type === 'color') lab.colorBy(command.field);
  else if (command.type === 'wind') await toggleWind(lab);
  else if (command.type === 'equilibrium') await findEquilibrium(lab);
  else if (command.type === 'edit') await lab.send(editCommand(lab, command));
  else if (command.type === 'noise') await lab.send(noiseCommand(lab, command.speed));
  else if (command.type === 'reset') await lab.reset();
  else await lab.send(command);
}

function editCommand(lab: Lab, { list, path, value }: Extract<LessonCommand, { type: 'edit' }>): Command {
  const items = structuredClone(lab.frame.status.environment[list] ?? []) as Record<string, unknown>[];
  const last = path[path.length - 1];
  for (const item of items) {
    const holder = path.slice(0, -1).reduce<unknown>((inner, key) => (inner as Record<string, unknown>)?.[key], item);
    if (typeof holder === 'object' && holder !== null && last in holder) Object.assign(holder, { [last]: value });
  }
  return { type: 'environment', list, items };
}

/** By a linear congruential generator (Numerical Recipes), so that the velocities are the same each time. */
function noiseCommand(lab: Lab, speed: number): Command {
  const { positions, velocities, structure, status } = lab.frame;
  const result = Array.from(velocities);
  let seed = 1;
  for (let i = 0; i < structure.particleCount; i++) {
    if (structure.pinned[i]) continue;
    for (let axis = 0; axis < 2; axis++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      result[STRIDE * i + axis] += speed * (seed / 2 ** 31 - 1);
    }
  }
  return { type: 'place', positions: Array.from(positions), velocities: result, time: status.time };
}
