/** Controls of vectors and of lists of numbers. */
import { Controller, type GUI } from 'lil-gui';
import { hasDecimalComma, t, withLocalNumbers } from '../../language/translate';
import type { Vec3 } from '../../physics';
import { element } from '../controls/element';
import { createNumberBox } from '../controls/number-box';
import { PLAIN } from '../controls/number-text';
import { createPendingChange } from '../controls/pending-change';
import type { PanelControl } from './controls';

/** A text of numbers, with spaces or semicolons between them, or commas: where a comma is a decimal one, with a space behind it. */
export function addNumbers(
  folder: GUI,
  key: string,
  {
    label,
    unit,
    help,
    read,
    write,
  }: Pick<Source, 'label' | 'unit' | 'help'> & {
    read(): readonly number[];
    write(value: (number | string)[]): Promise<unknown>;
  },
): PanelControl {
  const shown = { value: '' };
  const controller = folder.add(shown, 'value').name(t(label));
  controller.$name.append(' ', element('span', { class: 'unit' }, unit));
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

interface Source {
  label: string;
  unit: string;
  help: string;
  read(): Vec3;
  /** Text that is not a number is passed on, so that the error can quote it. */
  write(value: (number | string)[]): Promise<unknown>;
}

/** Three number boxes, for x, y and z. */
export function addVector(folder: GUI, key: string, { label, unit, help, read, write }: Source): PanelControl {
  const controller = new Controller(folder, { value: 0 }, 'value', 'vector');
  controller.name(t(label));
  controller.$name.append(' ', element('span', { class: 'unit' }, unit));
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
