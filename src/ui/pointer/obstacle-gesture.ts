import type { Command } from '../../physics';
import type { Handle } from '../../render/view';
import type { LabInternals } from '../lab/create-lab';
import type { Gesture } from './gesture';

/** Which of its values a handle changes. */
const FIELD = {
  planes: { move: 'point', turn: 'normal' },
  spheres: { move: 'center', turn: 'center' },
} as const;

/** Moves or turns an obstacle while everything goes on; cancelled, it is put back. */
export function dragObstacle(lab: LabInternals, handle: Handle, start: readonly [number, number]): Gesture {
  const { list, index, part } = handle;
  const before = lab.frame.status.environment[list];
  let last = start;
  lab.view.showHandle(handle);

  const send = (things: readonly object[]) => void lab.hand({ type: list, [list]: things } as unknown as Command);
  return {
    move(to) {
      const things = lab.frame.status.environment[list];
      if (index >= things.length) return false;
      if (to[0] === last[0] && to[1] === last[1]) return true;
      last = to;
      const value = lab.view.dragHandle(handle, ...to);
      if (value) send(things.map((thing, i) => (i === index ? { ...thing, [FIELD[list][part]]: value } : thing)));
      return true;
    },
    end(cancelled) {
      if (cancelled && last !== start) send(before);
    },
  };
}
