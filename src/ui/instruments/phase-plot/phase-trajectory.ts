/** Points kept at most; the older half is dropped when it is full. */
const CAPACITY = 4000;
/** Another axis counts as the widest if its extent is larger by this factor. */
const CLEARLY = 1.5;

/** The trajectory of one particle in phase space: positions and velocities on all three axes. */
export interface PhaseTrajectory {
  readonly length: number;
  /**
   * Adds a point; a gap where it is not finite.
   * @param positions 4n, m @param velocities 4n, m/s @param offset index of the particle's x
   */
  add(positions: ArrayLike<number>, velocities: ArrayLike<number>, offset: number): void;
  removeLast(): void;
  /** m; the live array. */
  positions(axis: number): (number | null)[];
  /** m/s; the live array. */
  velocities(axis: number): (number | null)[];
  /** The axis with the largest motion; the present one unless another is clearly ahead. */
  widest(present: number): number;
  clear(): void;
}

export function createPhaseTrajectory(): PhaseTrajectory {
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
    add(positions, velocities, offset) {
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
    removeLast() {
      for (const { x, v } of axes) {
        x.pop();
        v.pop();
      }
    },
    positions: (axis) => axes[axis].x,
    velocities: (axis) => axes[axis].v,
    widest(present) {
      const extents = axes.map((_, axis) => high[axis] - low[axis]);
      const widest = extents.indexOf(Math.max(...extents));
      return widest >= 0 && extents[widest] > CLEARLY * extents[present] ? widest : present;
    },
    clear,
  };
}
