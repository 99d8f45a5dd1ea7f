import './help.css';
import { element } from '../controls/element';
import { icon } from '../controls/icons';
import { KEYS } from '../pointer/keyboard';

/** What has no key: the hand. */
const POINTER: readonly [string, string][] = [
  ['Drag the cloth', 'Pull on the nearest particle; let go to throw it'],
  ['Drag empty space', 'Look around; wheel or two fingers zoom'],
  ['Right click', 'Cut the nearest spring'],
  ['Drag a handle', 'Move an obstacle; turn a plane by the tip of its normal'],
  ['Drop a file', 'Open a scene file, or a mesh (OBJ) as a cloth'],
];

const TRY: readonly string[] = [
  'Pull on the cloth and throw it.',
  'Raise the stiffness until the meter at the foot of the page passes its limit, and watch the cloth blow up.',
  'Take one of the remedies, or change the method to Implicit Euler: it holds at any dt, and pays with damping.',
];

/** Opens the help: what to try, and the keys from the very table that binds them. */
export function openHelp(keysAct: boolean): void {
  if (document.querySelector('dialog[open]')) return;
  const rows = (pairs: readonly (readonly [string, string])[]) =>
    element('dl', {}, ...pairs.flatMap(([key, does]) => [element('dt', {}, key), element('dd', {}, does)]));
  const close = element(
    'button',
    { type: 'button', class: 'close', 'aria-label': 'Close', title: 'Close (Esc)', click: () => dialog.close() },
    icon('close'),
  );
  const dialog: HTMLDialogElement = element(
    'dialog',
    {
      id: 'help',
      'aria-labelledby': 'help-title',
      close: () => dialog.remove(),
      // A press on the dialog itself and not on something in it is one on the backdrop.
      click: (event) => event.target === dialog && dialog.close(),
    },
    element(
      'div',
      {},
      close,
      element('h2', { id: 'help-title' }, 'Hooke'),
      element(
        'p',
        {},
        'An interactive mass–spring laboratory: pull on a cloth, change its numbers while it moves, and see why a method of integration holds or blows up.',
      ),
      element('h3', {}, 'To try'),
      element('ol', {}, ...TRY.map((text) => element('li', {}, text))),
      element('h3', {}, 'Pointer'),
      rows(POINTER),
      element('h3', {}, 'Keys'),
      rows(KEYS.map(({ label, help }) => [label, help] as const)),
      element(
        'p',
        { class: 'note' },
        keysAct
          ? 'Keys rest while a control has the focus. They can be switched off under View.'
          : 'Keys are switched off; the switch is under View.',
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
