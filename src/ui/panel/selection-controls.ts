import type { GUI } from 'lil-gui';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
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
    read: () => lab.selection.particles,
    write: (particles) => lab.selection.select(particles ?? []),
  });
  const everyone = () => Array.from({ length: lab.frame.structure.particleCount }, (_, i) => i);
  addButtons(folder, 'Choose', [
    { label: 'All', help: 'Choose every particle', act: () => lab.selection.select(everyone()) },
    { label: 'None', help: 'Choose none', act: () => lab.selection.select([]) },
    {
      label: 'The others',
      help: 'Choose those that are not chosen',
      act: () => lab.selection.select(without(everyone(), lab.selection.particles)),
    },
    { label: 'Pins', help: 'Choose what is pinned', act: () => lab.selection.select(lab.frame.status.pinned) },
  ]);
  const pinned = () => lab.frame.status.pinned;
  const deeds = addButtons(folder, 'Do to the chosen particles', [
    {
      label: 'Pin',
      help: 'Pin them, and leave the other pins as they are',
      act: () =>
        ignoreShownError(lab.pinOnly([...new Set([...pinned(), ...lab.selection.particles])].sort((a, b) => a - b))),
    },
    {
      label: 'Free',
      help: 'Take their pins away',
      act: () => ignoreShownError(lab.pinOnly(without(pinned(), lab.selection.particles))),
    },
    {
      label: 'Cut springs',
      help: 'Cut every spring between two of them',
      act: () => ignoreShownError(cutBetween(lab)),
    },
  ]);
  return ({ status }) => {
    box.update(status);
    for (const button of deeds) button.disabled = lab.selection.particles.length === 0;
  };
}

function without(particles: readonly number[], some: readonly number[]): number[] {
  const out = new Set(some);
  return particles.filter((i) => !out.has(i));
}

async function cutBetween(lab: Lab): Promise<void> {
  const { springs, absent } = lab.frame.structure;
  const chosen = new Set(lab.selection.particles);
  const between = [...absent.keys()].filter(
    (j) => absent[j] === 0 && chosen.has(springs[2 * j]) && chosen.has(springs[2 * j + 1]),
  );
  if (between.length > 0) await lab.cut(between);
  else lab.messages.show({ kind: 'notice', text: 'No spring joins two of the chosen particles.' });
}
