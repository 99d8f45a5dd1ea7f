/** What a user can do with the selected particles; the toolbar beside them and the panel offer it. */
import { t } from '../../language/translate';
import type { Vec3 } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import { button, element, setAttribute } from '../controls/element';
import { coveredArea } from '../controls/free-area';
import { extentOf, gravityOf } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { commandOf, forcesOf, type Item, itemOf } from './environment-items';

/** A push is so many times the mean weight of a selected particle. */
const PUSH_WEIGHTS = 3;
/** Fraction of the free view that a framed selection takes. */
const FRAMED = 0.5;

interface SelectedAction {
  label: string;
  help: string;
  /** True where pressing it again takes it back; absent: it has no such state. */
  isOn?(lab: Lab): boolean;
  act(lab: Lab): unknown;
}

/** In their order on the toolbar. */
const SELECTED_ACTIONS: readonly SelectedAction[] = [
  {
    label: 'Pin',
    help: 'Pin the selected particles, or free them if all are pinned',
    isOn: areAllPinned,
    act: (lab) => (areAllPinned(lab) ? freeSelected(lab) : pinSelected(lab)),
  },
  {
    label: 'Push',
    help: t`Push the selected particles away from the camera, with ${PUSH_WEIGHTS} times their weight, until this is pressed again`,
    isOn: (lab) => hasForce(lab, 'push'),
    act: (lab) => toggleForce(lab, 'push', { force: pushOf(lab) }),
  },
  {
    label: 'Anchor',
    help: 'Pull the selected particles by springs to the point where their middle is now, until this is pressed again',
    isOn: (lab) => hasForce(lab, 'anchor'),
    act: (lab) =>
      toggleForce(lab, 'anchor', { point: rounded(extentOf(lab.frame.positions, lab.selection.particles).center) }),
  },
  { label: 'Frame', help: 'Show the selected particles large; F shows the whole scene again', act: frameSelected },
  { label: 'Clear', help: 'Select nothing (Esc)', act: ({ selection }) => selection.select([]) },
];

function areAllPinned({ selection, frame }: Lab): boolean {
  return selection.particles.every((i) => frame.structure.pinned[i]);
}

export function pinSelected(lab: Lab): Promise<void> {
  return lab.pinOnly([...new Set([...lab.frame.status.pinned, ...lab.selection.particles])].sort((a, b) => a - b));
}

export function freeSelected(lab: Lab): Promise<void> {
  const selected = new Set(lab.selection.particles);
  return lab.pinOnly(lab.frame.status.pinned.filter((i) => !selected.has(i)));
}

/** True for a force of this type on exactly the selected particles. */
function isOwn(lab: Lab, type: string, { kind, particles }: Item): boolean {
  return kind.type === type && String(particles) === String(lab.selection.particles);
}

const hasForce = (lab: Lab, type: string) => forcesOf(lab, type).items.some((item) => isOwn(lab, type, item));

async function toggleForce(lab: Lab, type: string, values: Record<string, Vec3>): Promise<void> {
  const { kind, items } = forcesOf(lab, type);
  const others = items.filter((item) => !isOwn(lab, type, item));
  const added = others.length < items.length ? [] : [itemOf(kind, lab.selection.particles, values)];
  await lab.send(commandOf('forces', [...others, ...added]));
}

const rounded = (vector: readonly number[]) => vector.map((x) => Number(x.toPrecision(3))) as Vec3;

/** N on each particle, horizontally away from the camera. */
function pushOf({ frame, selection, view }: Lab): Vec3 {
  const [x, , z, u, , w] = view.camera.current;
  const length = Math.hypot(u - x, w - z) || 1;
  const { masses } = frame.structure;
  const mass = selection.particles.reduce((sum, i) => sum + masses[i], 0) / selection.particles.length;
  const size = PUSH_WEIGHTS * mass * gravityOf(frame.status.params);
  return rounded([(size * (u - x)) / length, 0, (size * (w - z)) / length]);
}

/** Moves the camera along its line of sight until the selection takes its part of the free view. */
function frameSelected({ frame, selection, view }: Lab): void {
  const { center, size } = extentOf(frame.positions, selection.particles);
  const pose = view.camera.current;
  const [left, top, right, bottom] = boxOnScreen(view, selection.particles);
  const { top: t, right: r, bottom: b, left: l } = coveredArea();
  const free = Math.min(innerWidth - l - r, innerHeight - t - b);
  // A single particle has no size: the camera comes three times as near.
  const shown = Math.max(right - left, bottom - top) / (FRAMED * free);
  const nearer = size > 0 ? Math.max(shown, 1e-3) : 1 / 3;
  const position = center.map((x, c) => x + (pose[c] - pose[c + 3]) * nearer);
  view.camera.setPose([...position, ...center]);
}

/** The rectangle around particles on the screen, CSS pixels: left, top, right, bottom. */
export function boxOnScreen({ screenOf }: Lab['view'], particles: Iterable<number>): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const i of particles) {
    const [x, y] = screenOf(i);
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}

// The toolbar beside the selected particles.

/** CSS pixels between the toolbar, the selection and the edges of the free view. */
const GAP = 10;
/** CSS pixels that the selection moves before the toolbar follows: a toolbar that moves all the time can't be pressed. */
const FOLLOW = 60;
/** Particles whose places are looked at, at most. */
const SAMPLE = 200;

/** The toolbar stays in the free part of the view, and is hidden while a rectangle is dragged and in the slow replay of a blow-up. */
export function createSelectionBar(lab: Lab): (frame: Frame) => void {
  const buttons = SELECTED_ACTIONS.map(({ label, help, act }) =>
    button(label, help, () => ignoreShownError(Promise.resolve(act(lab)).catch(lab.messages.rethrow))),
  );
  const bar = element(
    'div.selection-bar',
    { role: 'toolbar', 'aria-label': 'Selected particles', hidden: true },
    ...buttons,
  );
  // After the view: Tab goes from there to the toolbar.
  lab.view.canvas.after(bar);
  /** What it was placed for. */
  let placed = { key: '', x: 0, y: 0 };

  function place(key: string, particles: readonly number[]): void {
    const step = Math.ceil(particles.length / SAMPLE);
    const [left, top, right, bottom] = boxOnScreen(
      lab.view,
      particles.filter((_, k) => k % step === 0),
    );
    const [x, y] = [(left + right) / 2, top];
    if (key === placed.key && Math.hypot(x - placed.x, y - placed.y) < FOLLOW) return;
    placed = { key, x, y };
    const covered = coveredArea();
    const { offsetWidth: width, offsetHeight: height } = bar;
    const [low, high] = [covered.top + GAP, innerHeight - covered.bottom - GAP - height];
    const above = top - GAP - height;
    const below = bottom + GAP;
    const beside = above >= low ? above : below <= high ? below : low;
    const farthest = innerWidth - covered.right - GAP - width;
    bar.style.left = `${Math.round(Math.max(covered.left + GAP, Math.min(x - width / 2, farthest)))}px`;
    bar.style.top = `${Math.round(Math.max(low, Math.min(beside, high)))}px`;
  }

  return ({ status }) => {
    const { particles } = lab.selection;
    const hides = particles.length === 0 || status.replay !== null || document.querySelector('.selecting') !== null;
    if (bar.hidden !== hides) bar.hidden = hides;
    if (hides) {
      placed.key = '';
      return;
    }
    SELECTED_ACTIONS.forEach(({ isOn }, i) => {
      if (isOn) setAttribute(buttons[i], 'aria-pressed', String(isOn(lab)));
    });
    const { top, right, bottom, left } = coveredArea();
    place(String([particles.length, particles[0], innerWidth, innerHeight, top, right, bottom, left]), particles);
  };
}
