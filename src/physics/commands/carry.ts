import { motionOf, partLeft } from '../constraints/obstacles/motion';
import type { MotionValues } from '../constraints/obstacles/surface-fields';
import type { EnvironmentItem } from '../model/environment';
import type { Vec3 } from '../model/model';
import { type Check, choice, number, vector } from '../model/validate';
import { lengthOf } from '../model/vectors';
import { obstacles } from '../registry';
import { changeSettings, type Run } from '../run/run';
import { defineCommand } from './command-definition';

/** s; how long the first way takes, and the shortest and longest way of a hand that moves on. */
const FIRST = 1 / 30;
const SHORTEST = 1 / 240;
const LONGEST = 0.1;
/** A way takes so many times the time since the hand began the last one: the next one should begin before it ends. */
const SLACK = 1.5;
/** m/s; no hand is faster: the obstacle is placed there at once. */
const FASTEST = 20;

const listName: Check<string> = choice(...obstacles.map(({ list }) => list));

/**
 * Carries an obstacle to a place as a hand does: its center, or the point of a plane. It goes there at constant velocity, within about
 * the time in which the hand has moved, and pushes what is in its way. A way that would take more than 20 m/s is a jump.
 */
export const carry = defineCommand({
  type: 'carry',
  fields: { list: listName, index: number('whole'), to: vector },
  effect: 'hand',
  prepare(run, { list, index, to }) {
    const items = run.settings.environment[list] ?? [];
    if (index >= items.length)
      throw new RangeError(`carry.index: there is no ${list}[${index}], the scene has ${items.length}`);
    const carried = carriedTo(run, items[index], to);
    if (!((carried.center ?? carried.point) as Vec3).every(Number.isFinite))
      throw new RangeError(`carry.to: ${JSON.stringify(to)} is too far from ${list}[${index}]`);
    return () => {
      const next = items.map((item, k) => (k === index ? carried : item));
      changeSettings(run, { environment: { ...run.settings.environment, [list]: next } });
      run.equilibrium = null;
    };
  },
});

/** The item at its new place, on its way there from where it is now. */
function carriedTo({ state: { time } }: Run, item: EnvironmentItem, to: Vec3): EnvironmentItem {
  const key = item.center ? 'center' : 'point';
  const place = item[key] as Vec3;
  const offset = motionOf(item as MotionValues)?.(time).offset ?? [0, 0, 0];
  const way = place.map((x, axis) => to[axis] - x - offset[axis]);
  const before = (item.carried ?? []) as readonly number[];
  const [since = Number.NEGATIVE_INFINITY] = before;
  const passed = time - since;
  const seconds = passed > 0 && passed <= LONGEST ? Math.min(LONGEST, Math.max(SHORTEST, SLACK * passed)) : FIRST;
  const { carried: _, ...rest } = item;
  const length = lengthOf(way);
  // It is at its place when it has gone what it had still to go, and this way.
  const left = partLeft(before, time);
  const center = place.map((x, axis) => x + way[axis] + left * (before[2 + axis] ?? 0));
  const isJump = length === 0 || !(length <= FASTEST * seconds) || time + seconds === time;
  return {
    ...rest,
    [key]: center as unknown as Vec3,
    ...(!isJump && { carried: [time, time + seconds, -way[0], -way[1], -way[2]] }),
  };
}
