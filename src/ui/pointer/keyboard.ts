import { findEquilibrium, findMechanisms, toggleWind } from '../actions/lazy-actions';
import type { Lab } from '../lab/lab';
import { bringToLimit } from '../lab/limit-follower';
import type { Tool } from '../lab/page-state';

/** What the pointer is at, for keys that act there. */
export interface UnderPointer {
  /** The particle that is held, or else the nearest one; −1: none. */
  particle(): number;
  /** The nearest spring; −1: none. */
  spring(): number;
  /** Lets go of what is held. */
  release(): void;
}

export interface Key {
  /** Values of `KeyboardEvent.key`, in lower case. */
  keys: readonly string[];
  /** With Ctrl or ⌘; keys without it act only where neither is held. */
  command?: boolean;
  /** Where absent, Shift may or may not be held. */
  shift?: boolean;
  /** As it stands in the help dialog. */
  label: string;
  /** What it does, without a full stop. */
  help: string;
  act(lab: Lab, under: UnderPointer, key: string): unknown;
}

/** Every key that acts; the help dialog lists this table. */
export const KEYS: readonly Key[] = [
  { keys: [' '], label: 'Space', help: 'Play or pause', act: (lab) => (lab.paused ? lab.play() : lab.pause()) },
  { keys: ['.', 's'], label: '. or S', help: 'One step', act: (lab) => lab.step(1) },
  { keys: [','], label: ',', help: 'One step back, as it was recorded', act: stepBack },
  { keys: ['r'], label: 'R', help: 'Reset the scene; the parameters stay', act: (lab) => lab.reset() },
  {
    keys: ['p'],
    label: 'P',
    help: 'Pin or unpin the particle under the pointer',
    act: (lab, under) => togglePin(lab, under.particle()),
  },
  {
    keys: ['x'],
    label: 'X or right click',
    help: 'Cut the spring under the pointer',
    act: (lab, under) => cutIfThere(lab, under.spring()),
  },
  { keys: ['z'], command: true, shift: false, label: 'Ctrl Z', help: 'Undo a pin or a cut', act: (lab) => lab.undo() },
  { keys: ['z'], command: true, shift: true, label: 'Ctrl Shift Z', help: 'Redo it', act: (lab) => lab.redo() },
  { keys: ['y'], command: true, label: 'Ctrl Y', help: 'Redo it', act: (lab) => lab.redo() },
  { keys: ['e'], label: 'E', help: 'Find equilibrium, at rest', act: findEquilibrium },
  { keys: ['m'], label: 'M', help: 'Name the motions that nothing resists', act: findMechanisms },
  { keys: ['w'], label: 'W', help: 'Wind on or off', act: toggleWind },
  {
    keys: ['c'],
    label: 'C',
    help: 'Choose particles: click, or drag a rectangle',
    act: (lab) => takeUp(lab, 'choose'),
  },
  {
    keys: ['u'],
    label: 'U',
    help: 'Push everything alike while the pointer is pressed',
    act: (lab) => takeUp(lab, 'push'),
  },
  { keys: ['d'], shift: false, label: 'D', help: 'Set dt to 90 % of the limit', act: bringToLimit },
  {
    keys: ['d'],
    shift: true,
    label: 'Shift D',
    help: 'Let dt follow the limit, or not',
    act(lab) {
      lab.page.followsLimit = !lab.page.followsLimit;
    },
  },
  { keys: ['f'], label: 'F', help: 'Bring the whole scene into view', act: (lab) => lab.view.frameAll() },
  {
    keys: ['h'],
    label: 'H',
    help: 'Hide or show the panel',
    act(lab) {
      lab.page.panel = !lab.page.panel;
    },
  },
  {
    keys: ['l'],
    label: 'L',
    help: 'Open or close the lesson about the scene',
    act(lab) {
      lab.page.lesson = !lab.page.lesson;
    },
  },
  {
    keys: ['i'],
    label: 'I',
    help: 'Open or close the instruments',
    act: (lab) => lab.page.toggleInstrument(),
  },
  {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    label: '1 – 9',
    help: 'Choose a scene, in the order of the list',
    act: (lab, _, key) => chooseScene(lab, Number(key) - 1),
  },
  {
    keys: ['escape'],
    label: 'Esc',
    help: 'Let go; back to the grab tool; choose nothing; close the message',
    act(lab, under) {
      under.release();
      lab.page.tool = 'grab';
      if (lab.selection.particles.length > 0) lab.selection.select([]);
      for (const kind of ['notice', 'error'] as const) lab.messages.hide(kind);
    },
  },
  { keys: ['?'], label: '?', help: 'This help', act: openHelp },
];

/** Keys that repeat while they are kept down. */
const STEPS = ['.', ','];

async function stepBack(lab: Lab): Promise<void> {
  const { stepCount, timeline } = lab.frame.status;
  lab.pause();
  if (stepCount > timeline.first.step) await lab.send({ type: 'rewind', step: stepCount - 1 });
}

/** The same key again puts it down. */
function takeUp(lab: Lab, tool: Tool): void {
  lab.page.tool = lab.page.tool === tool ? 'grab' : tool;
}

function openHelp(lab: Lab): void {
  lab.page.help = true;
}

async function togglePin(lab: Lab, particle: number): Promise<void> {
  if (particle >= 0) await lab.pin(particle, !lab.frame.structure.pinned[particle]);
}

async function cutIfThere(lab: Lab, spring: number): Promise<void> {
  if (spring >= 0) await lab.cut(spring);
}

async function chooseScene(lab: Lab, place: number): Promise<void> {
  const scene = lab.catalog.scenes[place];
  if (scene) await lab.set('scene', scene.id);
}

/** Where keys mean something else: folder titles of the panel are buttons, and so on. */
const CONTROLS = [
  ...['button', 'input', 'select', 'textarea', 'dialog', 'summary', 'a[href]', '[contenteditable]'],
  ...['button', 'checkbox', 'combobox', 'dialog', 'link', 'listbox', 'menu', 'menuitem', 'option', 'radio'].map(role),
  ...['slider', 'spinbutton', 'switch', 'tab', 'textbox'].map(role),
].join();

function role(name: string): string {
  return `[role=${name}]`;
}

/** The binding of a key press, or null where the key isn't ours. */
export function bindingOf(
  press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): Key | null {
  if (press.altKey) return null;
  const command = press.ctrlKey || press.metaKey;
  const key = press.key.toLowerCase();
  const fits = (k: Key) =>
    k.keys.includes(key) && (k.command ?? false) === command && (k.shift ?? press.shiftKey) === press.shiftKey;
  return KEYS.find(fits) ?? null;
}

/** Keys act on the whole window, but never while a control has the focus. */
export function listenToKeys(lab: Lab, under: UnderPointer): void {
  window.addEventListener('keydown', (press) => {
    if (!lab.page.keys || press.defaultPrevented || press.isComposing) return;
    if (press.target instanceof Element && press.target.closest(CONTROLS)) return;
    const binding = bindingOf(press);
    // A key that is kept down repeats only where that is of use.
    if (!binding || (press.repeat && !STEPS.includes(binding.keys[0]))) return;
    press.preventDefault();
    // A refusal is on the page already.
    Promise.resolve(binding.act(lab, under, press.key)).catch(() => {});
  });
}

/**
 * What the pointer has worked gives the focus back, so that Space, R and the other keys act again: they rest while a
 * control has the focus. Who comes by Tab keeps it, and so does a box that is typed into.
 */
export function releaseFocusAfterPointer(): void {
  let byPointer = false;
  const release = ({ type, target }: Event) => {
    if (!byPointer || !(target instanceof Element)) return;
    // What is clicked may be the icon in a button.
    target.closest<HTMLElement>(type === 'change' ? 'select' : 'button, [type=checkbox], [type=range]')?.blur();
  };
  addEventListener(
    'pointerdown',
    () => {
      byPointer = true;
    },
    true,
  );
  addEventListener(
    'keydown',
    () => {
      byPointer = false;
    },
    true,
  );
  addEventListener('click', release);
  addEventListener('change', release);
}
