import { Controller, type GUI } from 'lil-gui';
import { t } from '../../language/translate';
import type { Frame, Status } from '../../runtime/frame/frame';
import { element, setAttribute, setText } from '../controls/element';
import { createPendingChange } from '../controls/pending';

/** Updates a part of the panel to a frame. */
export type PanelPart = (frame: Frame) => void;

/** A row of the panel. It shows the engine's value, whether the panel, a link or a script has changed it. */
export interface PanelControl {
  update: PanelPart;
  show(on: boolean): void;
}

interface Source<T> {
  label: string;
  help: string;
  read(status: Status): T;
  write(value: T): unknown;
}

export function addSwitch(folder: GUI, { label, help, read, write }: Source<boolean>): PanelControl {
  const shown = { value: false };
  const controller = folder.add(shown, 'value').name(t(label));
  controller.domElement.title = t(help);
  return follow(controller, shown, read, write);
}

/** @param choices value by label. */
export function addChoice(folder: GUI, choices: Record<string, string>, { label, help, read, write }: Source<string>) {
  const shown = { value: '' };
  const named = Object.fromEntries(Object.entries(choices).map(([name, value]) => [t(name), value]));
  const controller = folder.add(shown, 'value', named).name(t(label));
  controller.domElement.title = t(help);
  const options = controller.domElement.getElementsByTagName('option');
  const values = Object.values(choices);
  return {
    ...follow(controller, shown, read, write),
    options,
    /** Offers one of its values, or leaves it out. */
    offer(value: string, on: boolean) {
      const option = options[values.indexOf(value)];
      if (option.hidden === on) option.hidden = option.disabled = !on;
    },
  };
}

function follow<T>(
  controller: ReturnType<GUI['add']>,
  shown: { value: T },
  read: (status: Status) => T,
  write: (value: T) => unknown,
): PanelControl {
  let latest: Status | null = null;
  const show = () => {
    if (latest === null || shown.value === read(latest)) return;
    shown.value = read(latest);
    controller.updateDisplay();
  };
  // No update when the change is done: the latest status may be older than the change.
  const pending = createPendingChange();
  controller.onChange((value: T) => pending.wait(Promise.resolve(write(value))));
  return {
    update({ status }) {
      latest = status;
      if (pending.settled) show();
    },
    show: (on) => controller.show(on),
  };
}

interface PanelButton {
  label: string;
  /** For screen readers, where the label is too short. */
  name?: string;
  help: string;
  act(): void;
}

/** Buttons in two columns. @param heading for screen readers */
export function addButtons(folder: GUI, heading: string, buttons: readonly PanelButton[]): HTMLButtonElement[] {
  const elements = buttons.map(createButton);
  folder.$children.append(group(heading, elements));
  return elements;
}

/** A row with a text and buttons. @param heading for screen readers */
export function addButtonRow(folder: GUI, heading: string, buttons: readonly PanelButton[]) {
  const elements = buttons.map(createButton);
  const controller = new Controller(folder, { value: 0 }, 'value', 'button-row');
  controller.$widget.append(group(heading, elements));
  return { name: controller.$name, buttons: elements };
}

function createButton({ label, name, help, act }: PanelButton): HTMLButtonElement {
  return element('button', { type: 'button', title: help, click: act, ...(name && { 'aria-label': name }) }, label);
}

function group(heading: string, members: readonly HTMLElement[]): HTMLElement {
  return element(
    'div.buttons',
    { role: 'group', 'aria-label': heading, keydown: (event) => event.stopPropagation() },
    ...members,
  );
}

/** A line of text that explains the row above it, with `help` as its tooltip. */
export function addNote(folder: GUI): (text: string, help?: string) => void {
  const note = element('p.note');
  folder.$children.append(note);
  return (text, help) => {
    setText(note, text);
    if (help) setAttribute(note, 'title', help);
  };
}
