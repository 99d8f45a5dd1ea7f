import type { State } from '../../model/model';
import { sidesOf } from '../../model/state';
import type { World } from '../../world/world';
import { createSurfaces } from '../surfaces';
import { createNetForce, largest } from './net-force';
import { createNewtonDirection } from './newton-direction';

/** What the parts of a search for equilibrium share: a point, the forces there, and the ways to move on. */
export type Search = ReturnType<typeof createSearch>;

/** Times the scene's extent: a particle this far from its start falls without end. */
export const LOST = 1e6;
/** Times the scene's extent: a particle nearer to a surface than this touches it. */
const TOUCH = 1e-9;

export function createSearch(world: World, state: State) {
  const { particleCount: n, meanLength } = world.model;
  const extent = extentOf(state, n, meanLength);
  const net = createNetForce(world, state);
  const surfaces = createSurfaces(world, TOUCH * extent, state.time);
  const f = new Float64Array(4 * n);
  const x = net.still.positions;
  return {
    net,
    surfaces,
    direction: createNewtonDirection(world, net),
    /** m; of the scene. */
    extent,
    /** 4n; m; the point: those of `net.still`. */
    x,
    /** 4n; N; the net force there, without what surfaces and pins take. */
    f,
    /** 4n; m. */
    d: new Float64Array(4 * n),
    /**
     * Moves particles, which started at `from`, out of surfaces, and computes f.
     * @returns the largest net force on a particle, N
     */
    evaluate(from: Float64Array = x): number {
      surfaces.keepOut(x, from);
      net.at(f);
      surfaces.press(x, f);
      surfaces.resist(f);
      return largest(f);
    },
  };
}

/** Longest side of the bounding box, at least the mean spring length, m; never 0. */
function extentOf({ positions }: State, n: number, meanLength: number): number {
  return Math.max(meanLength, ...sidesOf(positions, n).map(({ length }) => length)) || 1;
}

/** Largest difference of two coordinates; NaN counts as larger than everything. */
export function farthestApart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) {
    const apart = Math.abs(a[i] - b[i]);
    if (!(apart <= most)) most = apart;
  }
  return most;
}
