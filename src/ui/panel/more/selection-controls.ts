import type { GUI } from 'lil-gui';
import { freeSelected, pinSelected } from '../../actions/selected';
import type { Lab } from '../../lab/lab';
import { ignoreShownError } from '../../lab/message-list';
import { addButtons } from '../controls';
import type { PanelPart } from '../param-groups';
import { addParticles } from '../particles-field';

/** Controls to select particles, and to pin, free or cut what is selected; the keyboard alone can use them. */
export function fillSelectionFolder(folder: GUI, lab: Lab): PanelPart {
  const box = addParticles(folder, lab, {
    label: 'selected',
    help: 'Particles that are selected.',
    all: false,
    offersSelection: false,
    read: () => lab.selection.particles,
    write: (particles) => lab.selection.select(particles ?? []),
  });
  const all = () => Array.from({ length: lab.frame.structure.particleCount }, (_, i) => i);
  addButtons(folder, 'Select', [
    { label: 'All', help: 'Select all particles', act: () => lab.selection.select(all()) },
    { label: 'None', help: 'Select none', act: () => lab.selection.select([]) },
    {
      label: 'Invert selection',
      help: 'Select the particles that are not selected',
      act: () => lab.selection.select(without(all(), lab.selection.particles)),
    },
    { label: 'Pins', help: 'Select the pinned particles', act: () => lab.selection.select(lab.frame.status.pinned) },
  ]);
  const actions = addButtons(folder, 'Change the selected particles', [
    {
      label: 'Pin',
      help: 'Pin the selected particles; other pins stay',
      act: () => ignoreShownError(pinSelected(lab)),
    },
    {
      label: 'Free',
      help: 'Unpin the selected particles',
      act: () => ignoreShownError(freeSelected(lab)),
    },
    {
      label: 'Cut springs',
      help: 'Cut every spring between two selected particles; cloth gets a slit across it',
      act: () => ignoreShownError(cutBetween(lab)),
    },
  ]);
  return ({ status }) => {
    box.update(status);
    for (const button of actions) button.disabled = lab.selection.particles.length === 0;
  };
}

function without(particles: readonly number[], some: readonly number[]): number[] {
  const out = new Set(some);
  return particles.filter((i) => !out.has(i));
}

async function cutBetween(lab: Lab): Promise<void> {
  const { springs, absent } = lab.frame.structure;
  const selected = new Set(lab.selection.particles);
  const between = [...absent.keys()].filter(
    (j) => absent[j] === 0 && selected.has(springs[2 * j]) && selected.has(springs[2 * j + 1]),
  );
  if (between.length > 0) await lab.cut(between);
  else lab.messages.show({ kind: 'notice', text: 'No spring connects two of the selected particles.' });
}
