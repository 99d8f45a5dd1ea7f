import { Controller, type GUI } from 'lil-gui';
import type { Status } from '../runtime/protocol';
import { createEcho } from './echo';
import { element, setAttribute } from './element';
import type { Lab } from './lab';
import { formatNumber } from './number-format';
import type { PanelControl } from './panel-controls';
import { nearestIndex, sliderValues } from './slider-scale';

/**
 * One parameter: a range input that the keyboard reaches too, a number box that takes values past the slider's ends,
 * and ↺ where the value is not the scene's own. A lil-gui controller can do none of the three.
 */
export function addParamSlider(folder: GUI, lab: Lab, key: string): PanelControl {
  const { label, unit, help, accepts } = lab.catalog.params[key];
  const values = sliderValues(lab.catalog.params[key]);
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
  const box = element('input', {
    type: 'text',
    inputmode: accepts === 'any' ? 'text' : 'decimal',
    spellcheck: 'false',
    autocomplete: 'off',
    title: help,
    'aria-label': unit ? `${label}, ${unit}` : label,
    focus: () => {
      box.value = String(value);
      box.select();
    },
    change: () => enter(),
    blur: () => display(value),
    keydown: (event) => onKey(event as KeyboardEvent),
  });
  const undo = element('button', { type: 'button', class: 'restore', click: () => echo.wait(lab.restore(key)) }, '↺');
  controller.$widget.append(range, box, undo);

  /** What the control shows; NaN before the first frame. */
  let value = Number.NaN;
  let scene = '';
  let asked: number | null = null;
  const echo = createEcho(() => display(lab.frame.status.params[key]));

  /** At most one change a frame, however fast the pointer moves. */
  function ask(wanted: number): void {
    if (asked === null) requestAnimationFrame(flush);
    asked = wanted;
    display(wanted);
  }
  function flush(): void {
    if (asked !== null) echo.wait(lab.set(key, asked));
    asked = null;
  }

  /** Text that is no number goes through as it is, so that the refusal can quote it. */
  function enter(): void {
    const text = box.value.trim();
    if (text === '' || text === String(value)) return;
    const typed = Number(text);
    echo.wait(lab.set(key, Number.isNaN(typed) ? text : typed));
    if (Number.isFinite(typed)) value = typed;
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') box.value = String(value);
    if (event.key === 'Escape' || event.key === 'Enter') box.blur();
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    const next = values[nearestIndex(values, value) + direction];
    if (next !== undefined) ask(next);
    box.value = String(value);
  }

  function display(shown: number): void {
    value = shown;
    range.value = String(nearestIndex(values, value));
    range.style.setProperty('--fill', `${(100 * Number(range.value)) / (values.length - 1)}%`);
    setAttribute(range, 'aria-valuetext', `${formatNumber(value)} ${unit}`.trim());
    if (document.activeElement !== box) box.value = formatNumber(value);
    const own = lab.defaultOf(key);
    undo.style.visibility = value === own ? 'hidden' : 'visible';
    undo.title = `Back to ${formatNumber(own)} ${unit}`.trim();
    setAttribute(undo, 'aria-label', `${label}: back to ${formatNumber(own)} ${unit}`.trim());
  }

  return {
    update(status: Status) {
      if (!echo.settled || asked !== null) return;
      if (status.params[key] === value && status.scene === scene) return;
      scene = status.scene;
      display(status.params[key]);
    },
    enable(on, why) {
      if (range.disabled !== on) return;
      range.disabled = box.disabled = undo.disabled = !on;
      controller.domElement.classList.toggle('off', !on);
      controller.domElement.title = on ? help : why;
    },
    show: (on) => controller.show(on),
  };
}
