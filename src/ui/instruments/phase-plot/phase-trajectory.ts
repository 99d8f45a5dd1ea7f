/** Points that are kept; of more the older half is dropped. */
const MOST = 4000;
/** How much wider another axis must be before it counts as the widest. */
const CLEARLY = 1.5;

/** The way of one particle through its phase space: where it was and how fast, on all three axes. */
export interface PhaseTrajectory {
  readonly length: number;
  /** m, m/s; stride 4 arrays of a frame, at the particle's first component; what is no number makes a gap. */
  add(positions: ArrayLike<number>, velocities: ArrayLike<number>, offset: number): void;
  /** m; the live array. */
  positions(axis: number): (number | null)[];
  /** m/s; the live array. */
  velocities(axis: number): (number | null)[];
  /** The axis along which it went farthest, or the present one where no other is clearly ahead. */
  widest(present: number): number;
  clear(): void;
}

export function createPhaseTrajectory(): PhaseTrajectory {
  const ways = [0, 1, 2].map(() => ({ x: [] as (number | null)[], v: [] as (number | null)[] }));
  const low = [0, 0, 0];
  const high = [0, 0, 0];

  function clear(): void {
    for (const way of ways) way.x.length = way.v.length = 0;
    low.fill(Number.POSITIVE_INFINITY);
    high.fill(Number.NEGATIVE_INFINITY);
  }
  clear();

  return {
    get length() {
      return ways[0].x.length;
    },
    add(positions, velocities, offset) {
      ways.forEach(({ x, v }, axis) => {
        if (x.length >= MOST) for (const column of [x, v]) column.splice(0, MOST / 2);
        const [at, speed] = [positions[offset + axis], velocities[offset + axis]];
        const whole = Number.isFinite(at) && Number.isFinite(speed);
        x.push(whole ? at : null);
        v.push(whole ? speed : null);
        if (!whole) return;
        low[axis] = Math.min(low[axis], at);
        high[axis] = Math.max(high[axis], at);
      });
    },
    positions: (axis) => ways[axis].x,
    velocities: (axis) => ways[axis].v,
    widest(present) {
      const extents = ways.map((_, axis) => high[axis] - low[axis]);
      const widest = extents.indexOf(Math.max(...extents));
      return widest >= 0 && extents[widest] > CLEARLY * extents[present] ? widest : present;
    },
    clear,
  };
}
