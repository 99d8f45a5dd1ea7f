/** Controls of vectors, and of lists of numbers and of particles. */
import { Controller, type GUI } from 'lil-gui';
import { hasDecimalComma, t, withLocalNumbers } from '../../language/translate';
import type { Vec3 } from '../../physics';
import { messageOf } from '../../runtime/host/message-of';
import { button, element } from '../controls/element';
import { createNumberBox } from '../controls/number-box';
import { PLAIN } from '../controls/number-format';
import { createPendingChange } from '../controls/pending';
import type { Lab } from '../lab/lab';
import type { PanelControl } from './controls';

interface Source<Numbers> {
  label: string;
  unit: string;
  help: string;
  read(): Numbers;
  /** Text that is not a number is passed on, so that the error can quote it. */
  write(value: (number | string)[]): Promise<unknown>;
}

/** A text of numbers, with spaces or semicolons between them, or commas: where a comma is a decimal one, with a space behind it. */
export function addNumbers(
  folder: GUI,
  key: string,
  { label, unit, help, read, write }: Source<readonly number[]>,
): PanelControl {
  const shown = { value: '' };
  const controller = folder.add(shown, 'value').name(t(label));
  controller.$name.append(' ', element('span.unit', unit));
  controller.domElement.title = t(help);
  controller.domElement.dataset.key = key;
  const written = () => withLocalNumbers(read().join(' '));
  const display = () => {
    shown.value = written();
    controller.updateDisplay();
  };
  const pending = createPendingChange(display);
  controller.onFinishChange((text: string) => {
    if (text.trim() === written()) return;
    const parts = text.split(hasDecimalComma() ? /,?[\s;]+/ : /[\s,;]+/).filter((part) => part !== '');
    pending.wait(write(parts.map(PLAIN.parse)));
  });
  return {
    update() {
      const isTyping = controller.domElement.contains(document.activeElement);
      if (pending.settled && !isTyping && written() !== shown.value) display();
    },
    show: (on) => controller.show(on),
  };
}

/** Least step of an arrow key; for larger components it is a tenth of their power of ten. */
const STEP = 0.05;

/** Three number boxes, for x, y and z. */
export function addVector(folder: GUI, key: string, { label, unit, help, read, write }: Source<Vec3>): PanelControl {
  const controller = new Controller(folder, { value: 0 }, 'value', 'vector');
  controller.name(t(label));
  controller.$name.append(' ', element('span.unit', unit));
  controller.domElement.title = t(help);
  controller.domElement.dataset.key = key;
  let value: Vec3 = [Number.NaN, Number.NaN, Number.NaN];

  const boxes = ['x', 'y', 'z'].map((name, axis) =>
    createNumberBox({
      label: `${t(label)} ${name}${unit && `, ${t(unit)}`}`,
      help,
      signed: true,
      read: () => value[axis],
      enter(typed) {
        pending.wait(write(value.map((x, i) => (i === axis ? typed : x))));
        if (Number.isFinite(typed)) value = value.map((x, i) => (i === axis ? (typed as number) : x)) as Vec3;
      },
      step(direction) {
        const size = Math.max(STEP, 10 ** (Math.floor(Math.log10(Math.abs(value[axis]) || 1)) - 1));
        const next = Number((value[axis] + direction * size).toPrecision(9));
        value = value.map((x, i) => (i === axis ? next : x)) as Vec3;
        pending.wait(write(value));
      },
    }),
  );
  controller.$widget.append(...boxes.map(({ input }) => input));

  const display = () => {
    value = read();
    for (const [axis, box] of boxes.entries()) box.show(value[axis]);
  };
  const pending = createPendingChange(display);
  return {
    update() {
      if (pending.settled && read().some((x, axis) => x !== value[axis])) display();
    },
    show: (on) => controller.show(on),
  };
}

interface ParticlesSource {
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
  { label, help, all, offersSelection, read, write }: ParticlesSource,
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
