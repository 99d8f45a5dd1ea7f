import { toggleWind } from '../actions/environment-items';
import { findEquilibrium } from '../actions/equilibrium';
import { findMechanisms } from '../actions/mechanisms';
import { ARROW_KEYS, moveCamera, nextViewMode, turnCamera, zoomCamera } from '../actions/view';
import { toggleFullscreen } from '../controls/media';
import type { Lab } from '../lab/lab';
import { bringToLimit, chooseScene } from '../lab/limit';
import type { PageState, Tool } from '../lab/page-state';

/** What is under the pointer, for keys that act there. */
export interface UnderPointer {
  /** The held particle, or else the nearest one; −1: none. */
  particle(): number;
  /** The nearest spring; −1: none. */
  spring(): number;
  /** Releases the held particle. */
  release(): void;
}

interface Key {
  /** Values of `KeyboardEvent.key`, in lower case. */
  keys: readonly string[];
  /** True for keys with Ctrl or ⌘; other keys act only without them. */
  command?: boolean;
  /** Absent: with or without Shift. */
  shift?: boolean;
  /** Name of the key in the help dialog. */
  label: string;
  /** What the key does, without a full stop. */
  help: string;
  act(lab: Lab, under: UnderPointer, key: string): unknown;
}

/** All keyboard shortcuts; the help dialog lists this table. */
export const KEYS: readonly Key[] = [
  { keys: [' '], label: 'Space', help: 'Play or pause', act: (lab) => (lab.playing ? lab.pause() : lab.play()) },
  { keys: ['.', 's'], label: '. or S', help: 'One step', act: (lab) => lab.step(1) },
  { keys: [','], label: ',', help: 'One recorded step back', act: stepBack },
  { keys: ['r'], label: 'R', help: 'Reset the scene; the parameters stay', act: (lab) => lab.reset() },
  {
    keys: ['p'],
    label: 'P',
    help: 'Pin or unpin the particle under the pointer',
    async act(lab, under) {
      const particle = under.particle();
      if (particle >= 0) await lab.pin(particle, !lab.frame.structure.pinned[particle]);
    },
  },
  {
    keys: ['x'],
    label: 'X or right click',
    help: 'Cut the cloth, or the spring of a network, under the pointer',
    async act(lab, under) {
      const spring = under.spring();
      if (spring >= 0) await lab.cut(spring);
    },
  },
  { keys: ['t'], label: 'T', help: 'Tear cloth while you pull it hard', act: (lab) => toggleTool(lab, 'tear') },
  { keys: ['z'], command: true, shift: false, label: 'Ctrl Z', help: 'Undo the last change', act: (lab) => lab.undo() },
  { keys: ['z'], command: true, shift: true, label: 'Ctrl Shift Z', help: 'Redo it', act: (lab) => lab.redo() },
  { keys: ['y'], command: true, label: 'Ctrl Y', help: 'Redo it', act: (lab) => lab.redo() },
  { keys: ['e'], label: 'E', help: 'Find equilibrium', act: findEquilibrium },
  { keys: ['m'], label: 'M', help: 'Find mechanisms (zero-stiffness motions)', act: findMechanisms },
  { keys: ['w'], label: 'W', help: 'Wind on or off', act: toggleWind },
  {
    keys: ['c'],
    label: 'C',
    help: 'Select particles: click, or drag a rectangle',
    act: (lab) => toggleTool(lab, 'select'),
  },
  {
    keys: ['u'],
    label: 'U',
    help: 'Push all particles while the pointer is pressed',
    act: (lab) => toggleTool(lab, 'push'),
  },
  { keys: ['d'], shift: false, label: 'D', help: 'Set dt to 90 % of the limit', act: bringToLimit },
  {
    keys: ['d'],
    shift: true,
    label: 'Shift D',
    help: 'Keep dt near its limit, on or off',
    act: ({ page }) => page.toggle('followsLimit'),
  },
  { keys: ['v'], label: 'V', help: 'Show cloth, wireframe or strain', act: nextViewMode },
  {
    keys: ARROW_KEYS,
    label: 'Arrow keys',
    help: 'Rotate the view, while it does not have the focus',
    act: (lab, _, key) => turnCamera(lab, key),
  },
  {
    keys: ARROW_KEYS,
    command: true,
    shift: false,
    label: 'Ctrl with arrow keys',
    help: 'Rotate the view, also while it has the focus',
    act: (lab, _, key) => turnCamera(lab, key),
  },
  {
    keys: ARROW_KEYS,
    command: true,
    shift: true,
    label: 'Ctrl Shift with arrow keys',
    help: 'Move the view',
    act: (lab, _, key) => moveCamera(lab, key),
  },
  { keys: ['+', '='], label: '+', help: 'Zoom in', act: (lab) => zoomCamera(lab, true) },
  { keys: ['-', '−', '_'], label: '−', help: 'Zoom out', act: (lab) => zoomCamera(lab, false) },
  { keys: ['f'], shift: true, label: 'Shift F', help: 'Full screen, on or off', act: toggleFullscreen },
  { keys: ['f'], shift: false, label: 'F', help: 'Show the whole scene', act: (lab) => lab.view.frameAll() },
  { keys: ['h'], label: 'H', help: 'Hide or show the panel', act: ({ page }) => page.toggle('panel') },
  {
    keys: ['l'],
    label: 'L',
    help: 'Open or close the lesson about the scene',
    act: ({ page }) => page.toggle('lesson'),
  },
  {
    keys: ['i'],
    label: 'I',
    help: 'Choose an instrument, or close the open ones',
    act: (lab) => lab.page.toggleInstruments(),
  },
  {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    label: '1 – 9',
    help: 'Load a scene, in the order of the list',
    act: (lab, _, key) => loadScene(lab, Number(key) - 1),
  },
  {
    keys: ['escape'],
    label: 'Esc',
    help: 'Release; grab tool; clear the selection; close the message',
    act(lab, under) {
      under.release();
      lab.page.tool = 'grab';
      if (lab.selection.particles.length > 0) lab.selection.select([]);
      for (const kind of ['notice', 'error'] as const) lab.messages.hide(kind);
    },
  },
  { keys: ['n'], label: 'N', help: 'Sound on or off', act: ({ page }) => page.toggle('sound') },
  { keys: ['a'], label: 'A', help: 'The view in words', act: opens('description') },
  { keys: ['?'], label: '?', help: 'This help', act: opens('help') },
];

/** Keys that repeat while they are held down. */
const REPEATING = ['.', ',', '+', '-', ...ARROW_KEYS];

async function stepBack(lab: Lab): Promise<void> {
  const { stepCount, timeline } = lab.frame.status;
  lab.pause();
  if (stepCount > timeline.first.step) await lab.send({ type: 'rewind', step: stepCount - 1 });
}

/** Selects a tool, or the grab tool if it is selected already. */
function toggleTool(lab: Lab, tool: Tool): void {
  lab.page.tool = lab.page.tool === tool ? 'grab' : tool;
}

function opens(dialog: PageState['dialog']): Key['act'] {
  return ({ page }) => {
    page.dialog = dialog;
  };
}

async function loadScene(lab: Lab, place: number): Promise<void> {
  const scene = lab.catalog.scenes[place];
  if (scene) await chooseScene(lab, scene.id);
}

/** Elements that use keys themselves; folder titles of the panel are buttons, for example. */
const CONTROLS = [
  ...['button', 'input', 'select', 'textarea', 'dialog', 'summary', 'a[href]', '[contenteditable]'],
  ...['button', 'checkbox', 'combobox', 'dialog', 'link', 'listbox', 'menu', 'menuitem', 'option', 'radio'].map(role),
  ...['slider', 'spinbutton', 'switch', 'tab', 'textbox'].map(role),
].join();

function role(name: string): string {
  return `[role=${name}]`;
}

/** True in a control; not in a dialog that has been closed, which holds the focus until its `close` event removes it. */
function usesKeys(target: Element): boolean {
  return target.closest(CONTROLS) !== null && !target.closest('dialog:not([open])');
}

/** The entry of KEYS for a key press, or null. */
export function bindingOf(
  press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): Key | null {
  const key = press.key.toLowerCase();
  // ⌘ with an arrow key goes back in the history of the browser.
  if (press.altKey || (press.metaKey && ARROW_KEYS.includes(key))) return null;
  const command = press.ctrlKey || press.metaKey;
  const matches = (k: Key) =>
    k.keys.includes(key) && (k.command ?? false) === command && (k.shift ?? press.shiftKey) === press.shiftKey;
  return KEYS.find(matches) ?? null;
}

/** Runs shortcuts for keys pressed anywhere in the window, except while a control has the focus. */
export function listenToKeys(lab: Lab, under: UnderPointer): void {
  /** True after a press on what scrolls by arrow keys. */
  let scrolls = false;
  addEventListener(
    'pointerdown',
    ({ target }) => {
      scrolls = target instanceof Element && target.closest('#lesson, #instruments, #panel-body') !== null;
    },
    true,
  );
  window.addEventListener('keydown', (press) => {
    if (!lab.page.keys || press.defaultPrevented || press.isComposing) return;
    if (press.target instanceof Element && usesKeys(press.target)) return;
    const binding = bindingOf(press);
    if (!binding || (press.repeat && !REPEATING.includes(binding.keys[0]))) return;
    const isElsewhere = scrolls || ![document.body, lab.view.canvas].includes(press.target as HTMLElement);
    if (binding.keys === ARROW_KEYS && isElsewhere) return;
    press.preventDefault();
    // An error is already shown as a message.
    Promise.resolve(binding.act(lab, under, press.key)).catch(() => {});
  });
}

/**
 * Removes the focus from a control that the pointer has used, so that Space, R and the other keys act again. A control that was
 * reached by Tab, or that takes text, keeps the focus.
 */
export function releaseFocusAfterPointer(): void {
  let byPointer = false;
  const release = ({ type, target }: Event) => {
    if (!byPointer || !(target instanceof Element)) return;
    // The click may hit the icon in a button.
    target
      .closest<HTMLElement>(type === 'change' ? 'select' : 'button, [type=checkbox], [type=radio], [type=range]')
      ?.blur();
  };
  const use = ({ type }: Event) => {
    byPointer = type === 'pointerdown';
  };
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, use, true);
  for (const type of ['click', 'change']) addEventListener(type, release);
}
