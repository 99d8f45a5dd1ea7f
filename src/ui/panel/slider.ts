import { Controller, type GUI } from 'lil-gui';
import { t } from '../../language/translate';
import { element, setAttribute, setText } from '../controls/element';
import { createNumberBox, nearestIndex, type SliderScale, sliderValues } from '../controls/number-box';
import { MILLISECONDS, PLAIN } from '../controls/number-format';
import { createPendingChange } from '../controls/pending';
import type { Lab } from '../lab/lab';
import type { PanelControl } from './controls';

interface Quantity extends SliderScale {
  label: string;
  /** '' where it has none. */
  unit: string;
  help: string;
  /** What 0 means, where it is not a quantity. */
  zero?: string;
  /** True for a time in s that is shown and typed in ms. */
  milliseconds?: boolean;
}

interface SliderSource {
  /** The engine's value. */
  read(): number;
  /** The default, which ↺ restores. */
  initial(): number;
  /** Text that is not a number is passed on, so that the error can quote it. */
  write(value: number | string): Promise<unknown>;
  restore(): Promise<unknown>;
}

/**
 * One number: a range input for pointer and keyboard, a number box that also accepts values outside the slider's range, and a
 * button ↺ that restores the default. A lil-gui controller has none of the three.
 * @param key of the value, as `data-key` in the document
 */
export function addSlider(folder: GUI, key: string, quantity: Quantity, source: SliderSource): PanelControl {
  const { label, accepts, milliseconds = false } = quantity;
  const text = milliseconds ? MILLISECONDS : PLAIN;
  const unit = milliseconds ? 'ms' : quantity.unit;
  const help = milliseconds ? t`${quantity.help} You can type 0.5 ms, 0.002 s or 1/60 s.` : quantity.help;
  const values = sliderValues(quantity);
  const controller = new Controller(folder, { value: 0 }, 'value', 'param');
  controller.name(t(label));
  const unitNode = element('span', { class: 'unit' }, unit);
  controller.$name.append(' ', unitNode);
  controller.domElement.title = t(help);
  controller.domElement.dataset.key = key;

  const range = element('input', {
    type: 'range',
    min: 0,
    max: values.length - 1,
    step: 1,
    title: help,
    'aria-label': t`${label}, slider`,
    input: () => request(values[Number(range.value)]),
  });
  const box = createNumberBox({
    label: unit ? `${t(label)}, ${t(unit)}` : label,
    help,
    signed: accepts === 'any' || milliseconds,
    text,
    read: () => value,
    enter(typed) {
      pending.wait(source.write(typed));
      if (Number.isFinite(typed)) value = typed as number;
    },
    step(direction) {
      const next = values[nearestIndex(values, value) + direction];
      if (next !== undefined) request(next);
    },
  });
  const reset = element(
    'button',
    { type: 'button', class: 'restore', click: () => pending.wait(source.restore()) },
    '↺',
  );
  controller.$widget.append(range, box.input, reset);

  /** What the control shows; NaN before the first frame. */
  let value = Number.NaN;
  let initial = Number.NaN;
  /** Value to send with the next animation frame. */
  let requested: number | null = null;
  const pending = createPendingChange(() => {
    // A newer value waits for its frame: the old one would undo a move or a key press.
    if (requested === null) display(source.read());
  });

  /** Sends at most one change per animation frame. */
  function request(next: number): void {
    if (requested === null) requestAnimationFrame(flush);
    requested = next;
    display(next);
  }
  function flush(): void {
    if (requested !== null) pending.wait(source.write(requested));
    requested = null;
  }

  function display(shown: number): void {
    value = shown;
    initial = source.initial();
    range.value = String(nearestIndex(values, value));
    range.style.setProperty('--fill', `${(100 * Number(range.value)) / (values.length - 1)}%`);
    const off = value === 0 ? quantity.zero : undefined;
    setText(unitNode, off ?? unit);
    setAttribute(range, 'aria-valuetext', off ?? `${text.short(value)} ${t(unit)}`.trim());
    box.show(value);
    reset.style.visibility = value === initial ? 'hidden' : 'visible';
    reset.title = t`Back to ${text.short(initial)} ${unit}`.trim();
    setAttribute(reset, 'aria-label', t`${label}: back to ${text.short(initial)} ${unit}`.trim());
  }

  return {
    update() {
      if (!pending.settled || requested !== null) return;
      if (source.read() !== value || source.initial() !== initial) display(source.read());
    },
    show: (on) => controller.show(on),
  };
}

/** A slider for a parameter; its default is the scene's initial value. */
export function addParamSlider(folder: GUI, lab: Lab, key: string): PanelControl {
  return addSlider(folder, key, lab.catalog.params[key], {
    read: () => lab.frame.status.params[key],
    initial: () => lab.defaultOf(key),
    write: (value) => lab.set(key, value),
    restore: () => lab.restore(key),
  });
}
