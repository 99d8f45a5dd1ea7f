import type { State } from '../../model/model';
import { largestEntry } from '../../model/state';
import type { World } from '../../world/world';

/** The forces of a world on particles at rest, always in double precision. */
export type NetForce = ReturnType<typeof createNetForce>;

/** Rounding errors of a position that add up in a force. */
const ROUNDINGS = 8;

export function createNetForce(world: World, state: State) {
  const { particleCount: n, inverseMasses } = world.model;
  const still = {
    positions: Float64Array.from(state.positions),
    velocities: new Float64Array(4 * n),
    time: state.time,
  };
  const blocks = new Float64Array(9 * n);
  const single = new Float64Array(4 * n);

  return {
    /** The evaluated state: its own copy of the positions, zero velocities, the time of the world. */
    still,
    /** f := the sum of all forces at `still`, N; 4n; 0 on particles that are not free. Without surfaces. */
    at(f: Float64Array) {
      f.fill(0);
      for (const force of world.forces) force.addForce?.(f, still);
      for (let i = 0; i < n; i++) if (inverseMasses[i] === 0) f.fill(0, 4 * i, 4 * i + 4);
    },
    /**
     * Largest net force on a particle that rounding alone can cause at `still`, N; call it after `world.linearize`.
     * @param unit relative rounding error of a position, 2⁻²⁴ or 2⁻⁵³
     */
    rounding(unit: number): number {
      blocks.fill(0);
      world.addDiagonals(blocks, -1, 0);
      const farthest = Math.max(largestEntry(still.positions), world.model.meanLength);
      let most = 0;
      for (let i = 0; i < n; i++) {
        if (inverseMasses[i] === 0) continue;
        most = Math.max(most, (blocks[9 * i] + blocks[9 * i + 4] + blocks[9 * i + 8]) * farthest);
      }
      for (const force of world.forces) {
        single.fill(0);
        force.addForce?.(single, still);
        // Forces are summed in double precision, also for positions in single precision.
        most = Math.max(most, (largest(single) * 2 ** -53) / unit);
      }
      return ROUNDINGS * unit * most;
    },
  };
}

/** Largest length of n vectors at stride 4; Infinity if one is not finite. */
export function largest(f: ArrayLike<number>): number {
  let most = 0;
  for (let o = 0; o < f.length; o += 4) {
    const squared = f[o] * f[o] + f[o + 1] * f[o + 1] + f[o + 2] * f[o + 2];
    if (!(squared < Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
    most = Math.max(most, squared);
  }
  return Math.sqrt(most);
}
