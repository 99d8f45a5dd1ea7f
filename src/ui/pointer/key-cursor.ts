/** A cursor in the view that arrow keys move, for the tools that press a place: Cut, Select and Push. */
import { t } from '../../language/translate';
import { element } from '../controls/element';
import { coveredArea } from '../controls/free-area';
import type { LabInternals } from '../lab/create-lab';
import { type Gesture, isPlaceTool, pressPlace } from './gestures';

/** CSS pixels that an arrow key moves it; and with Shift. */
const STEP = 12;
const FAR_STEP = 60;
export interface Direction {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

/** On the screen, by the key. */
export const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: { x: -1, y: 0, name: t('left') },
  ArrowRight: { x: 1, y: 0, name: t('right') },
  ArrowUp: { x: 0, y: -1, name: t('up') },
  ArrowDown: { x: 0, y: 1, name: t('down') },
};

/** Largest distance to a particle or spring, CSS pixels. */
const REACH = 16;

/**
 * @param start where it is at first, CSS pixels
 * @param nameAt the particle nearest to a place, in words
 */
export function createKeyCursor(
  lab: LabInternals,
  start: () => readonly [number, number],
  nameAt: (place: readonly [number, number]) => string,
) {
  const mark = element('div.key-cursor', { hidden: true });
  lab.view.canvas.after(mark);
  let place: [number, number] | null = null;
  let gesture: Gesture | null = null;
  /** Ends the undo group of the press: one undo closes a whole cut. */
  let endGroup = () => {};
  let { tool } = lab.page;

  const applies = () => isPlaceTool(lab.page.tool) && !lab.frame.status.replay;

  function release(cancelled: boolean): void {
    gesture?.end(cancelled);
    gesture = null;
    endGroup();
  }

  function begin(): void {
    lab.page.spoken = t('Arrow keys move the cursor, Enter presses.');
  }

  function press(add: boolean): void {
    const pressed = new Promise<void>((resolve) => {
      endGroup = resolve;
    });
    void lab.together(() => pressed);
    gesture = pressPlace(lab, presentPlace(), REACH, add);
    lab.page.spoken = t('Pressed. Arrow keys move, Enter releases, Escape cancels.');
  }

  function move(x: number, y: number): void {
    const { top, right, bottom, left } = coveredArea();
    const [fromX, fromY] = presentPlace();
    place = [
      Math.max(left, Math.min(innerWidth - right, fromX + x)),
      Math.max(top, Math.min(innerHeight - bottom, fromY + y)),
    ];
    if (gesture && !gesture.move(place)) release(true);
    // A push says its force.
    lab.page.spoken = (gesture && document.querySelector('.pushing')?.textContent) || nameAt(place);
  }

  function presentPlace(): [number, number] {
    place ??= [...start()];
    return place;
  }

  return {
    /** Its place, CSS pixels of the window; null: the present tool takes hold of a particle. */
    place: () => (applies() ? presentPlace() : null),
    /** True while it is pressed. */
    isPressed: () => gesture !== null,
    /** Says how to use it. */
    begin,
    press(key: string, shift: boolean) {
      const step = shift ? FAR_STEP : STEP;
      const direction = DIRECTIONS[key];
      if (direction) move(step * direction.x, step * direction.y);
      else if (gesture) {
        release(key === 'Escape');
        // Cuts and selections say what they did.
        if (tool === 'push') lab.page.spoken = t('Released.');
      } else if (key === 'Enter') press(shift);
    },
    /** Ends what it does. */
    release,
    /** Call once a frame. @param isUsed true while keys act in the view, and no pointer */
    update(isUsed: boolean) {
      if (gesture && !(applies() && tool === lab.page.tool)) release(true);
      if (tool !== lab.page.tool) {
        // Another tool begins where the chosen particle is.
        place = null;
        tool = lab.page.tool;
        if (isUsed && applies()) begin();
      }
      const shown = isUsed && applies() ? presentPlace() : null;
      if (mark.hidden === (shown !== null)) mark.hidden = shown === null;
      if (shown) mark.style.translate = `${shown[0]}px ${shown[1]}px`;
    },
  };
}
