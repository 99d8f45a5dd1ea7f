import { Controller, type GUI } from 'lil-gui';
import { element, setAttribute } from '../controls/element';
import { createNumberBox } from '../controls/number-box';
import { formatNumber } from '../controls/number-format';
import { createPendingChange } from '../controls/pending-change';
import { nearestIndex, type SliderScale, sliderValues } from '../controls/slider-scale';
import type { Lab } from '../lab/lab';
import type { PanelControl } from './controls';

export interface Quantity extends SliderScale {
  label: string;
  /** '' where it has none. */
  unit: string;
  help: string;
}

export interface SliderSource {
  /** The engine's value. */
  read(): number;
  /** The value that ↺ goes back to. */
  own(): number;
  /** A text is no number; it is for the refusal to quote it. */
  write(value: number | string): Promise<unknown>;
  restore(): Promise<unknown>;
}

/**
 * One number: a range input that the keyboard reaches too, a number box that takes values past the slider's ends,
 * and ↺ where the value is not its own. A lil-gui controller can do none of the three.
 * @param key told in the document, for tests and scripts
 */
export function addSlider(folder: GUI, key: string, quantity: Quantity, source: SliderSource): PanelControl {
  const { label, unit, help, accepts } = quantity;
  const values = sliderValues(quantity);
  const controller = new Controller(folder, { value: 0 }, 'value', 'param');
  controller.name(label);
  controller.$name.append(' ', element('span', { class: 'unit' }, unit));
  controller.domElement.title = help;
  controller.domElement.dataset.key = key;

  const range = element('input', {
    type: 'range',
    min: 0,
    max: values.length - 1,
    step: 1,
    title: help,
    'aria-label': `${label}, slider`,
    input: () => ask(values[Number(range.value)]),
  });
  const box = createNumberBox({
    label: unit ? `${label}, ${unit}` : label,
    help,
    signed: accepts === 'any',
    read: () => value,
    enter(typed) {
      echo.wait(source.write(typed));
      if (Number.isFinite(typed)) value = typed as number;
    },
    step(direction) {
      const next = values[nearestIndex(values, value) + direction];
      if (next !== undefined) ask(next);
    },
  });
  const undo = element('button', { type: 'button', class: 'restore', click: () => echo.wait(source.restore()) }, '↺');
  controller.$widget.append(range, box.input, undo);

  /** What the control shows; NaN before the first frame. */
  let value = Number.NaN;
  let own = Number.NaN;
  let asked: number | null = null;
  const echo = createPendingChange(() => display(source.read()));

  /** At most one change a frame, however fast the pointer moves. */
  function ask(wanted: number): void {
    if (asked === null) requestAnimationFrame(flush);
    asked = wanted;
    display(wanted);
  }
  function flush(): void {
    if (asked !== null) echo.wait(source.write(asked));
    asked = null;
  }

  function display(shown: number): void {
    value = shown;
    own = source.own();
    range.value = String(nearestIndex(values, value));
    range.style.setProperty('--fill', `${(100 * Number(range.value)) / (values.length - 1)}%`);
    setAttribute(range, 'aria-valuetext', `${formatNumber(value)} ${unit}`.trim());
    box.show(value);
    undo.style.visibility = value === own ? 'hidden' : 'visible';
    undo.title = `Back to ${formatNumber(own)} ${unit}`.trim();
    setAttribute(undo, 'aria-label', `${label}: back to ${formatNumber(own)} ${unit}`.trim());
  }

  return {
    update() {
      if (!echo.settled || asked !== null) return;
      if (source.read() !== value || source.own() !== own) display(source.read());
    },
    enable(on, why) {
      if (range.disabled !== on) return;
      range.disabled = box.input.disabled = undo.disabled = !on;
      controller.domElement.classList.toggle('off', !on);
      controller.domElement.title = on ? help : why;
    },
    show: (on) => controller.show(on),
  };
}

/** One parameter; its own value is the scene's. */
export function addParamSlider(folder: GUI, lab: Lab, key: string): PanelControl {
  return addSlider(folder, key, lab.catalog.params[key], {
    read: () => lab.frame.status.params[key],
    own: () => lab.defaultOf(key),
    write: (value) => lab.set(key, value),
    restore: () => lab.restore(key),
  });
}
