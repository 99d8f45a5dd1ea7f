/** A small toolbar beside the selected particles, with what can be done with them. */
import type { Frame } from '../../runtime/frame/frame';
import { boxOnScreen, SELECTED_ACTIONS } from '../actions/selected';
import { button, element, setAttribute } from '../controls/element';
import { coveredArea } from '../controls/free-area';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';

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
    'div',
    { class: 'selection-bar', role: 'toolbar', 'aria-label': 'Selected particles', hidden: true },
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
