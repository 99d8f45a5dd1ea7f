import type { State } from '../../model/model';
import type { World } from '../../world/world';
import { createSurfaces, type Surfaces } from '../surfaces';
import { createNetForce, largest, type NetForce } from './net-force';
import { createNewtonDirection, type NewtonDirection } from './newton-direction';

/** What the parts of a search for equilibrium share: a point, the forces there, and the ways to move on. */
export interface Search {
  readonly net: NetForce;
  readonly surfaces: Surfaces;
  readonly direction: NewtonDirection;
  /** m; of the scene. */
  readonly extent: number;
  /** 4n; m; the point: those of `net.still`. */
  readonly x: Float64Array;
  /** 4n; N; the net force there, without what surfaces and pins take. */
  readonly f: Float64Array;
  /** 4n; m. */
  readonly d: Float64Array;
  /**
   * Moves particles, which started at `from`, out of surfaces, and computes f.
   * @returns the largest net force on a particle, N
   */
  evaluate(from?: Float64Array): number;
}

/** Times the scene's extent: a particle this far from its start falls without end. */
export const LOST = 1e6;
/** Times the scene's extent: a particle nearer to a surface than this touches it. */
const TOUCH = 1e-9;

export function createSearch(world: World, state: State): Search {
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
    extent,
    x,
    f,
    d: new Float64Array(4 * n),
    evaluate(from = x) {
      surfaces.keepOut(x, from);
      net.at(f);
      surfaces.press(x, f);
      surfaces.resist(f);
      return largest(f);
    },
  };
}

/** Longest side of the bounding box, at least the mean spring length, m; never 0. */
function extentOf({ positions: x }: State, n: number, meanLength: number): number {
  let extent = meanLength;
  for (let axis = 0; axis < 3; axis++) {
    let low = x[axis];
    let high = x[axis];
    for (let i = 1; i < n; i++) {
      low = Math.min(low, x[4 * i + axis]);
      high = Math.max(high, x[4 * i + axis]);
    }
    extent = Math.max(extent, high - low);
  }
  return extent || 1;
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
