import type { State } from '../model/model';
import type { World } from '../world/world';

/** The forces of a world on particles at rest, in double precision whatever the world's own. */
export interface NetForce {
  /** The state that is asked about: its own copy of the positions, velocities zero, the world's time. */
  readonly still: State & { positions: Float64Array };
  /** f := the sum of all forces at `still`, N; 4n; 0 on what doesn't move freely. Surfaces are not asked. */
  at(f: Float64Array): void;
  /**
   * How large a net force rounding alone may leave at `still` on any particle, N; call it after `world.linearize`.
   * @param unit 2⁻²⁴ or 2⁻⁵³: by what part of itself a place may be off
   */
  rounding(unit: number): number;
}

/** Roundings of a place that a force may be off by. */
const ROUNDINGS = 8;

export function createNetForce(world: World, state: State): NetForce {
  const { particleCount: n, inverseMasses } = world.model;
  const still = {
    positions: Float64Array.from(state.positions),
    velocities: new Float64Array(4 * n),
    time: state.time,
  };
  const blocks = new Float64Array(9 * n);
  const single = new Float64Array(4 * n);

  return {
    still,
    at(f) {
      f.fill(0);
      for (const force of world.forces) force.addForce?.(f, still);
      for (let i = 0; i < n; i++) if (inverseMasses[i] === 0) f.fill(0, 4 * i, 4 * i + 4);
    },
    rounding(unit) {
      blocks.fill(0);
      world.addDiagonals(blocks, -1, 0);
      const x = still.positions;
      let farthest = 0;
      for (let i = 0; i < x.length; i++) farthest = Math.max(farthest, Math.abs(x[i]));
      farthest = Math.max(farthest, world.model.meanLength);
      let most = 0;
      for (let i = 0; i < n; i++) {
        if (inverseMasses[i] === 0) continue;
        most = Math.max(most, (blocks[9 * i] + blocks[9 * i + 4] + blocks[9 * i + 8]) * farthest);
      }
      for (const force of world.forces) {
        single.fill(0);
        force.addForce?.(single, still);
        // Forces are summed up in double precision, whatever the places are kept in.
        most = Math.max(most, (largest(single) * 2 ** -53) / unit);
      }
      return ROUNDINGS * unit * most;
    },
  };
}

/** Of n vectors at stride 4. */
export function largest(f: ArrayLike<number>): number {
  let most = 0;
  for (let o = 0; o < f.length; o += 4) {
    const squared = f[o] * f[o] + f[o + 1] * f[o + 1] + f[o + 2] * f[o + 2];
    if (!(squared < Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
    most = Math.max(most, squared);
  }
  return Math.sqrt(most);
}
