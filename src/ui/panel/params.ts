/** Rows and folders of parameters: a slider for each number, groups of them, and folders that are built when they are opened. */
import { Controller, type GUI } from 'lil-gui';
import { t } from '../../language/translate';
import type { ParamSpec } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import { element, setAttribute, setText, slider } from '../controls/element';
import { createNumberBox, nearestIndex, type SliderScale, sliderValues } from '../controls/number-box';
import { MILLISECONDS, PLAIN } from '../controls/number-format';
import { createPendingChange } from '../controls/pending';
import { paramApplies } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import { addSwitch, type PanelControl, type PanelPart } from './controls';

type Group = ParamSpec['group'];

export const together =
  (...parts: PanelPart[]): PanelPart =>
  (frame) => {
    for (const part of parts) part(frame);
  };

/** A control for each of the parameters; those that do not apply to the present scene are hidden. */
function addParams(folder: GUI, lab: Lab, keys: readonly string[]): PanelPart {
  const rows = keys.map((key) => ({ key, control: addParam(folder, lab, key) }));
  return (frame) => {
    for (const { key, control } of rows) {
      const shown = paramApplies(key, frame, lab.catalog);
      control.show(shown);
      if (shown) control.update(frame);
    }
  };
}

function addParam(folder: GUI, lab: Lab, key: string): PanelControl {
  const { label, help, accepts } = lab.catalog.params[key];
  if (accepts !== 'switch') return addParamSlider(folder, lab, key);
  return addSwitch(folder, {
    label,
    help,
    read: (status) => status.params[key] === 1,
    write: (on) => lab.set(key, on ? 1 : 0),
  });
}

/** Fills a folder with the parameters of these groups, those of forces included, without the basic ones. */
export function addGroups(folder: GUI, lab: Lab, ...groups: Group[]): PanelPart {
  return addParams(folder, lab, keysOf(lab, groups, false));
}

/** Adds the basic parameters of these groups. */
export function addBasicParams(folder: GUI, lab: Lab, ...groups: Group[]): PanelPart {
  return addParams(folder, lab, keysOf(lab, groups, true));
}

/** Keys in the order of the table. */
function keysOf({ catalog: { params } }: Lab, groups: readonly Group[], basic: boolean): string[] {
  return Object.keys(params).filter(
    (key) => groups.includes(params[key].group) && (params[key].basic ?? false) === basic,
  );
}

export interface Folder {
  title: string;
  /** Builds the contents, when the folder is first opened. */
  fill(folder: GUI): PanelPart;
  /** Number of its items, shown in its title. */
  count?(frame: Frame): number;
  /** False where it does not apply to the scene: then it is hidden. */
  applies?(frame: Frame): boolean;
}

/** A folder whose contents are built when it is first opened. It is closed unless the page has it open. */
export function addFolder(parent: GUI, lab: Lab, { title, fill, count, applies }: Folder): PanelPart {
  const folder = parent.addFolder(t(title)).close();
  let part: PanelPart | null = null;

  const { openFolders } = lab.page;
  folder.onOpenClose((changed) => {
    if (changed !== folder) return;
    if (folder._closed) openFolders.delete(title);
    else openFolders.add(title);
    if (!folder._closed && !part) {
      part = fill(folder);
      part(lab.frame);
    }
  });
  if (openFolders.has(title)) folder.open();

  let shown = 0;
  return (frame) => {
    const present = count?.(frame) ?? 0;
    if (present !== shown) folder.title(present > 0 ? `${t(title)} (${present})` : t(title));
    shown = present;
    const applied = applies?.(frame) ?? true;
    if (folder._hidden === applied) folder.show(applied);
    if (!folder._closed) part?.(frame);
  };
}

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
  const unitNode = element('span.unit', unit);
  controller.$name.append(' ', unitNode);
  controller.domElement.title = t(help);
  controller.domElement.dataset.key = key;

  const range = slider(help, () => request(values[Number(range.value)]), {
    min: 0,
    max: values.length - 1,
    step: 1,
    'aria-label': t`${label}, slider`,
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
  const reset = element('button.restore', { type: 'button', click: () => pending.wait(source.restore()) }, '↺');
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
    if (requested === null)
      requestAnimationFrame(() => {
        if (requested !== null) pending.wait(source.write(requested));
        requested = null;
      });
    requested = next;
    display(next);
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
function addParamSlider(folder: GUI, lab: Lab, key: string): PanelControl {
  return addSlider(folder, key, lab.catalog.params[key], {
    read: () => lab.frame.status.params[key],
    initial: () => lab.defaultOf(key),
    write: (value) => lab.set(key, value),
    restore: () => lab.restore(key),
  });
}
