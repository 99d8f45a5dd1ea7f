import { openDialog } from '../controls/dialog';
import { button, element } from '../controls/element';
import { icon } from '../controls/icons';
import type { PageState, Tool } from '../lab/page-state';
import { KEYS } from '../pointer/keyboard';
import { TOOLS } from './header-buttons';

/** What the pointer does. */
const POINTER: readonly [string, string][] = [
  ['Drag the cloth', 'Pull the nearest particle; release to throw it'],
  ['Drag empty space', 'Rotate the view; zoom with the wheel or two fingers'],
  ['Right click', 'Cut the cloth at the nearest spring'],
  ['Drag a handle', 'Move an obstacle; turn a plane by the tip of its normal'],
  ['Drop a file', 'Open a scene file, or a mesh (OBJ, glTF, PLY, STL) as a cloth'],
];

/** What fingers do. */
const TOUCH: readonly [string, string][] = [
  ['Drag the cloth', 'Pull the nearest particle; lift the finger to throw it'],
  ['Drag empty space', 'Rotate the view'],
  ['Two fingers', 'On the cloth: pull it at two places. Beside it: zoom and move the view'],
  ['A tool button', 'Choose what one finger does in the view:'],
];

const BY_FINGER: Record<Tool, string> = {
  grab: 'Drag a particle to pull it; lift the finger to throw it',
  pin: 'Tap a particle to pin or free it',
  cut: 'Tap a spring, or drag across springs',
  tear: 'Drag a particle hard: the cloth tears where it is stretched too far',
  select: 'Tap a particle, or drag a rectangle about particles',
  push: 'Press anywhere to push all particles; farther from the middle is stronger',
};

/** The keys of the view, which act while it has the focus. */
const VIEW_KEYS: readonly [string, string][] = [
  ['Tab', 'Go to the view; the particle in the middle is chosen'],
  ['Arrow keys', 'Choose the next particle in that direction; Shift: further'],
  ['Enter', 'Grab the chosen particle, or release it; with the tool Pin: pin or free it'],
  ['Arrow keys, grabbed', 'Pull the particle; Shift: further'],
  ['Cut, Select, Push', 'Arrow keys move a cursor; Enter presses there, and releases'],
  ['Esc', 'Release it'],
];

const TRY: readonly string[] = [
  'Pull on the cloth and throw it.',
  'Raise the stiffness until the meter at the bottom of the page passes its limit, and watch the cloth blow up.',
  'Use one of the remedies, or change the method to Implicit Euler: its steps create no energy at any dt, but they damp motion.',
];

/** Opens the help dialog: what to try, and the table of keys. */
export function openHelp(page: PageState): void {
  if (document.querySelector('dialog[open]')) return;
  const rows = (pairs: readonly (readonly [string, string])[]) =>
    element('dl', ...pairs.flatMap(([key, does]) => [element('dt', key), element('dd', does)]));
  const dialog = openDialog(
    { id: 'help' },
    'Hooke',
    element(
      'p',
      'An interactive mass–spring laboratory: pull on a cloth, change its parameters while it moves, and see why an integrator is stable or blows up.',
    ),
    element('h3', 'To try'),
    element('ol', ...TRY.map((text) => element('li', text))),
    element(
      'div.buttons',
      button('Take the tour', 'Four short steps with the cloth: pull, stiffen, watch it blow up, go implicit', () => {
        dialog.close();
        page.tour = true;
      }),
    ),
    element('h3', 'Pointer'),
    rows(POINTER),
    element('h3', 'Touch'),
    rows(TOUCH),
    element(
      'dl.legend',
      ...TOOLS.flatMap(({ tool, label }) => [element('dt', icon(tool), label), element('dd', BY_FINGER[tool])]),
    ),
    element('h3', 'Keys of the view'),
    rows(VIEW_KEYS),
    element('h3', 'Keys'),
    rows(KEYS.map(({ label, help }) => [label, help] as const)),
    element(
      'p.note',
      page.keys
        ? 'Keys do not act while a control has the focus. Turn them off under View.'
        : 'Keys are off. Turn them on under View.',
    ),
  );
}
