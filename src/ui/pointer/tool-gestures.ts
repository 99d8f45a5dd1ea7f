/** The gestures of the tool Select and of the handles of obstacles. */
import type { Command } from '../../physics';
import type { Handle } from '../../render/view';
import { element } from '../controls/element';
import type { LabInternals } from '../lab/create-lab';
import type { Lab } from '../lab/lab';
import type { Tool } from '../lab/page-state';
import { cut, type Gesture } from './grab-gestures';
import { push } from './push-gesture';

/** True for a tool that presses a place of the view, and takes hold of no particle. */
export const isPlaceTool = (tool: Tool): boolean => tool === 'cut' || tool === 'select' || tool === 'push';

/**
 * Presses a place with the present tool, which is one of these.
 * @param reach CSS pixels; largest distance to a particle or spring
 * @param add to the present selection
 */
export function pressPlace(lab: LabInternals, place: readonly [number, number], reach: number, add: boolean): Gesture {
  const { tool } = lab.page;
  if (tool === 'select') return select(lab, place, reach, add);
  return tool === 'push' ? push(lab, place) : cut(lab, place, reach);
}

/** Carries an obstacle with the velocity of the hand, or turns it, while the simulation runs; a cancelled drag restores it. */
export function dragObstacle(lab: LabInternals, handle: Handle, start: readonly [number, number]): Gesture {
  const { list, index, part } = handle;
  const before = lab.frame.status.environment[list];
  let last = start;
  const listOf = (items: readonly object[]): Command => ({ type: 'environment', list, items });
  lab.view.showHandle(handle);

  const send = (command: Command) => {
    void lab.engine.submitFromPointer(command, lab.undoGroups.of(command));
  };
  return {
    move(to) {
      const items = lab.frame.status.environment[list];
      if (index >= items.length) return false;
      if (to[0] === last[0] && to[1] === last[1]) return true;
      last = to;
      const value = lab.view.dragHandle(handle, ...to);
      if (!value) return true;
      if (part === 'move') send({ type: 'carry', list, index, to: value });
      else send(listOf(items.map((item, i) => (i === index ? { ...item, normal: value } : item))));
      return true;
    },
    end(cancelled) {
      if (cancelled && last !== start) send(listOf(before));
    },
  };
}

/** A shorter drag is a click, CSS pixels. */
const CLICK = 4;

/**
 * Selects the clicked particle, or all particles in the dragged rectangle.
 * @param add to the present selection; a click on a selected particle removes it
 */
function select(lab: Lab, start: readonly [number, number], reach: number, add: boolean): Gesture {
  const before = lab.selection.particles;
  const frame = element('div', { class: 'selecting' });
  let last: readonly [number, number] | null = null;

  function click(): void {
    const particle = lab.view.particleAt(...start, reach);
    if (particle < 0) lab.selection.select(add ? before : []);
    else if (!add) lab.selection.select([particle]);
    else lab.selection.select(before.includes(particle) ? before.filter((i) => i !== particle) : [...before, particle]);
  }

  function drag([x, y]: readonly [number, number]): void {
    const [left, right] = [Math.min(x, start[0]), Math.max(x, start[0])];
    const [top, bottom] = [Math.min(y, start[1]), Math.max(y, start[1])];
    Object.assign(frame.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${right - left}px`,
      height: `${bottom - top}px`,
    });
    if (!frame.isConnected) document.body.append(frame);
    const found = new Set(add ? before : []);
    for (let i = 0; i < lab.frame.structure.particleCount; i++) {
      const [px, py] = lab.view.screenOf(i);
      if (px >= left && px <= right && py >= top && py <= bottom) found.add(i);
    }
    lab.selection.select([...found]);
  }

  click();
  return {
    move(to) {
      const moved = last ?? start;
      if (to[0] === moved[0] && to[1] === moved[1]) return true;
      if (!last && Math.hypot(to[0] - start[0], to[1] - start[1]) < CLICK) return true;
      last = to;
      drag(to);
      return true;
    },
    end(cancelled) {
      frame.remove();
      if (cancelled) lab.selection.select(before);
    },
  };
}
