import { Controller, type GUI } from 'lil-gui';
import { t } from '../../language/translate';
import { messageOf } from '../../runtime/host/message-of';
import { button, element } from '../controls/element';
import type { Lab } from '../lab/lab';
import type { PanelControl } from './controls';

interface Source {
  label: string;
  help: string;
  /** True if null, for all particles, is allowed. */
  all: boolean;
  /** True for a button that takes the selected particles. */
  offersSelection: boolean;
  /** null: all. */
  read(): readonly number[] | null;
  write(particles: readonly number[] | null): unknown;
}

/** A text box for particle indices, `0-9, 15`, with buttons for all particles and for the selected ones. */
export function addParticles(
  folder: GUI,
  lab: Lab,
  { label, help, all, offersSelection, read, write }: Source,
): PanelControl {
  const controller = new Controller(folder, { value: 0 }, 'value', 'particles');
  controller.name(t(label));
  controller.domElement.title = t(help);
  const box = element('input', {
    type: 'text',
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: all ? 'all' : 'none',
    title: t`${help} Indices and ranges, such as 0-9, 15.`,
    'aria-label': label,
    change: () => enter(),
    blur: () => display(),
    keydown: (event) => {
      const { key } = event as KeyboardEvent;
      if (key === 'Escape') display();
      if (key === 'Escape' || key === 'Enter') box.blur();
    },
  });
  const selectedButton = button('selected', 'The particles that are selected in the view (C)', () => takeSelected());
  controller.$widget.append(box);
  if (all) {
    const attributes = { type: 'button', title: 'All particles', click: () => void write(null) };
    controller.$widget.append(element('button', attributes, 'all'));
  }
  if (offersSelection) controller.$widget.append(selectedButton);

  function enter(): void {
    try {
      const particles = parseParticles(box.value, lab.frame.structure.particleCount);
      write(all && particles.length === 0 ? null : particles);
    } catch (error) {
      lab.messages.show({ kind: 'error', text: `${label}: ${messageOf(error)}.` });
    }
  }

  function takeSelected(): void {
    if (lab.selection.particles.length > 0) write(lab.selection.particles);
    else {
      lab.messages.show({
        kind: 'notice',
        text: 'No particles are selected. Use the Select tool (C) to click or drag, or type their numbers here.',
      });
      box.focus();
    }
  }

  /** The list that the box shows; undefined: none yet. */
  let shown: readonly number[] | null | undefined;
  function display(): void {
    shown = read();
    box.value = shown ? formatParticles(shown) : '';
  }
  return {
    update() {
      if (read() !== shown && document.activeElement !== box) display();
    },
    show: (on) => controller.show(on),
  };
}

/** Indices as text with ranges: `0-9, 15`. */
export function formatParticles(particles: readonly number[]): string {
  const sorted = [...particles].sort((a, b) => a - b);
  const runs: string[] = [];
  for (let i = 0; i < sorted.length; ) {
    let last = i;
    while (sorted[last + 1] === sorted[last] + 1) last++;
    runs.push(last > i + 1 ? `${sorted[i]}-${sorted[last]}` : sorted.slice(i, last + 1).join(', '));
    i = last + 1;
  }
  return runs.join(', ');
}

/**
 * Parses such a text; a range may also have an en dash.
 * @param count of particles in the scene
 * @returns each index once, in the order of the text
 * @throws RangeError that quotes the invalid part
 */
export function parseParticles(text: string, count: number): number[] {
  const found = new Set<number>();
  const parts = text.replace(/\s*[-–]\s*/g, '-').split(/[,;\s]+/);
  for (const part of parts.filter((piece) => piece !== '')) {
    const match = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part);
    if (!match) throw new RangeError(t`"${part}" is neither a particle nor a range such as 0-9`);
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (last < first) throw new RangeError(t`the range "${part}" is reversed`);
    if (last >= count) throw new RangeError(t`${last} is not a particle (0–${count - 1})`);
    for (let i = first; i <= last; i++) found.add(i);
  }
  return [...found];
}
