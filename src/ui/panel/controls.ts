import type { GUI } from 'lil-gui';
import type { Status } from '../../runtime/frame/frame';
import { element, setAttribute, setText } from '../controls/element';
import { createPendingChange } from '../controls/pending-change';

/** A row of the panel, kept in step with the engine whoever changed it: the panel itself, a link or a script. */
export interface PanelControl {
  update(status: Status): void;
  enable(on: boolean, why: string): void;
  show(on: boolean): void;
}

export interface Choice extends PanelControl {
  /** Whether one of its values can be chosen. */
  allow(value: string, on: boolean): void;
}

interface Source<T> {
  label: string;
  help: string;
  read(status: Status): T;
  write(value: T): unknown;
}

export function addSwitch(folder: GUI, { label, help, read, write }: Source<boolean>): PanelControl {
  const held = { value: false };
  const controller = folder.add(held, 'value').name(label);
  controller.domElement.title = help;
  return follow(controller, held, read, write, help);
}

/** @param choices value by label. */
export function addChoice(
  folder: GUI,
  choices: Record<string, string>,
  { label, help, read, write }: Source<string>,
): Choice {
  const held = { value: '' };
  const controller = folder.add(held, 'value', choices).name(label);
  controller.domElement.title = help;
  const options = controller.domElement.getElementsByTagName('option');
  const values = Object.values(choices);
  return {
    ...follow(controller, held, read, write, help),
    allow(value, on) {
      const option = options[values.indexOf(value)];
      if (option.disabled === on) option.disabled = !on;
    },
  };
}

function follow<T>(
  controller: ReturnType<GUI['add']>,
  held: { value: T },
  read: (status: Status) => T,
  write: (value: T) => unknown,
  help: string,
): PanelControl {
  let latest: Status | null = null;
  const show = () => {
    if (latest === null || held.value === read(latest)) return;
    held.value = read(latest);
    controller.updateDisplay();
  };
  // What is shown in the end comes with the next frame: the last one that came by here may be older than the change.
  const echo = createPendingChange();
  controller.onChange((value: T) => echo.wait(Promise.resolve(write(value))));
  return {
    update(status) {
      latest = status;
      if (echo.settled) show();
    },
    enable(on, why) {
      controller.enable(on);
      controller.domElement.title = on ? help : why;
    },
    show: (on) => controller.show(on),
  };
}

export interface PanelButton {
  label: string;
  help: string;
  act(): void;
}

/** Buttons two abreast, under a heading where there is one. */
export function addButtons(folder: GUI, heading: string, buttons: readonly PanelButton[]): HTMLButtonElement[] {
  const made = buttons.map(({ label, help, act }) =>
    element('button', { type: 'button', title: help, click: act }, label),
  );
  const row = element('div', {
    class: 'buttons',
    role: 'group',
    'aria-label': heading,
    keydown: (event) => event.stopPropagation(),
  });
  row.append(...made);
  folder.$children.append(row);
  return made;
}

/** A line of text that explains the row above it; `help` says more. */
export function addNote(folder: GUI): (text: string, help?: string) => void {
  const note = element('p', { class: 'note' });
  folder.$children.append(note);
  return (text, help) => {
    setText(note, text);
    if (help) setAttribute(note, 'title', help);
  };
}
