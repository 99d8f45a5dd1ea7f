import type { GUI } from 'lil-gui';
import { ignoreShownError } from '../lab/ignore-shown-error';
import type { Lab } from '../lab/lab';
import { addButtons } from './controls';
import type { PanelPart } from './param-groups';
import { addParticles } from './particles-field';

/** What can be done to the particles that are chosen; by keyboard alone, too. */
export function fillChosen(folder: GUI, lab: Lab): PanelPart {
  const box = addParticles(folder, lab, {
    label: 'chosen',
    help: 'Which particles are chosen.',
    all: false,
    choosable: false,
    read: () => lab.chosen,
    write: (particles) => lab.choose(particles ?? []),
  });
  const everyone = () => Array.from({ length: lab.frame.structure.particleCount }, (_, i) => i);
  addButtons(folder, 'Choose', [
    { label: 'All', help: 'Choose every particle', act: () => lab.choose(everyone()) },
    { label: 'None', help: 'Choose none', act: () => lab.choose([]) },
    {
      label: 'The others',
      help: 'Choose those that are not chosen',
      act: () => lab.choose(without(everyone(), lab.chosen)),
    },
    { label: 'Pins', help: 'Choose what is pinned', act: () => lab.choose(lab.frame.status.pinned) },
  ]);
  const pinned = () => lab.frame.status.pinned;
  const deeds = addButtons(folder, 'Do to the chosen particles', [
    {
      label: 'Pin',
      help: 'Pin them, and leave the other pins as they are',
      act: () => ignoreShownError(lab.pinOnly([...new Set([...pinned(), ...lab.chosen])].sort((a, b) => a - b))),
    },
    {
      label: 'Free',
      help: 'Take their pins away',
      act: () => ignoreShownError(lab.pinOnly(without(pinned(), lab.chosen))),
    },
    {
      label: 'Cut springs',
      help: 'Cut every spring between two of them',
      act: () => ignoreShownError(cutBetween(lab)),
    },
  ]);
  return ({ status }) => {
    box.update(status);
    for (const button of deeds) button.disabled = lab.chosen.length === 0;
  };
}

function without(particles: readonly number[], some: readonly number[]): number[] {
  const out = new Set(some);
  return particles.filter((i) => !out.has(i));
}

async function cutBetween(lab: Lab): Promise<void> {
  const { springs, absent } = lab.frame.structure;
  const chosen = new Set(lab.chosen);
  const between = [...absent.keys()].filter(
    (j) => absent[j] === 0 && chosen.has(springs[2 * j]) && chosen.has(springs[2 * j + 1]),
  );
  if (between.length > 0) await lab.cut(between);
  else lab.say({ kind: 'notice', text: 'No spring joins two of the chosen particles.' });
}
