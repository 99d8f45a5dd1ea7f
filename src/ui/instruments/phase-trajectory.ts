import { t } from '../../language/translate';
import { prefixed } from '../controls/number-format';

/** Points kept at most; the older half is dropped when it is full. */
const CAPACITY = 4000;
/** Another axis counts as the widest if its extent is larger by this factor. */
const CLEARLY = 1.5;

/** The trajectory of one particle in phase space: positions and velocities on all three axes. */
export function createPhaseTrajectory() {
  const axes = [0, 1, 2].map(() => ({ x: [] as (number | null)[], v: [] as (number | null)[] }));
  const low = [0, 0, 0];
  const high = [0, 0, 0];

  function clear(): void {
    for (const { x, v } of axes) x.length = v.length = 0;
    low.fill(Number.POSITIVE_INFINITY);
    high.fill(Number.NEGATIVE_INFINITY);
  }
  clear();

  return {
    get length() {
      return axes[0].x.length;
    },
    /**
     * Adds a point; a gap where it is not finite.
     * @param positions 4n, m @param velocities 4n, m/s @param offset index of the particle's x
     */
    add(positions: ArrayLike<number>, velocities: ArrayLike<number>, offset: number): void {
      axes.forEach(({ x, v }, axis) => {
        if (x.length >= CAPACITY) for (const column of [x, v]) column.splice(0, CAPACITY / 2);
        const [position, velocity] = [positions[offset + axis], velocities[offset + axis]];
        const finite = Number.isFinite(position) && Number.isFinite(velocity);
        x.push(finite ? position : null);
        v.push(finite ? velocity : null);
        if (!finite) return;
        low[axis] = Math.min(low[axis], position);
        high[axis] = Math.max(high[axis], position);
      });
    },
    removeLast(): void {
      for (const { x, v } of axes) {
        x.pop();
        v.pop();
      }
    },
    /** m; the live array. */
    positions: (axis: number) => axes[axis].x,
    /** m/s; the live array. */
    velocities: (axis: number) => axes[axis].v,
    /** The axis with the largest motion; the present one unless another is clearly ahead. */
    widest(present: number): number {
      const extents = axes.map((_, axis) => high[axis] - low[axis]);
      const widest = extents.indexOf(Math.max(...extents));
      return widest >= 0 && extents[widest] > CLEARLY * extents[present] ? widest : present;
    },
    clear,
  };
}

/** What a phase plot shows, in one sentence: which kind of curve it is, by the swings from one turning point to the next. */

/** Swings below this part of the largest one are not counted. */
const COUNTED = 0.02;
/** The curve is closed if the last swings are as large as the first ones up to this part. */
const CLOSED = 0.1;

/**
 * The lengths of the swings, m: the way between two turning points, at which the velocity changes its sign.
 * @param x positions, m; null: not finite @param v velocities, m/s @param least m; shorter swings are not counted
 */
export function swingsOf(x: readonly (number | null)[], v: readonly (number | null)[], least: number): number[] {
  const turns: number[] = [];
  let sign = 0;
  for (let i = 0; i < x.length; i++) {
    const [position, velocity] = [x[i], v[i]];
    if (position === null || velocity === null || velocity === 0) continue;
    if (sign !== 0 && Math.sign(velocity) !== sign) turns.push(position);
    sign = Math.sign(velocity);
  }
  const swings = turns.slice(1).map((turn, i) => Math.abs(turn - turns[i]));
  const counted = swings.reduce((largest, swing) => Math.max(largest, COUNTED * swing), least);
  return swings.filter((swing) => swing > counted);
}

/** @param axis as in `y` @param swings m */
export function curveText(axis: string, swings: readonly number[]): string {
  if (swings.length < 2) return t`along ${axis} the particle has not yet turned three times`;
  const part = Math.max(1, Math.floor(swings.length / 3));
  const [first, last] = [mean(swings.slice(0, part)), mean(swings.slice(-part))];
  const times = t`along ${axis} the particle has made ${swings.length} swings`;
  if (Math.abs(last / first - 1) < CLOSED)
    return t`${times} of about ${prefixed(last, 'm')}: the curve is closed, a loop`;
  const [verb, kind] = last < first ? [t('shrink'), t('inwards')] : [t('grow'), t('outwards')];
  return t`${times}, which ${verb} from ${prefixed(first, 'm')} to ${prefixed(last, 'm')}: the curve is a spiral ${kind}`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
