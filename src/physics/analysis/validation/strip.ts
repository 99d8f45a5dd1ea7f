/** Strips of cloth that hardly stretch, with loads that grow: most of the tests of bending. */

import { bending } from '../../forces/bending/bending';
import { gravity, push } from '../../forces/gravity';
import { spring } from '../../forces/spring';
import type { Floats } from '../../model/arena';
import { EMPTY_ENVIRONMENT, type EnvironmentItem } from '../../model/environment';
import type { Vec3 } from '../../model/model';
import { loadFile } from '../../scenes/file/load-file';
import type { ForceDefinition } from '../../world/force';
import { createBareWorld } from '../state/bare-world';
import { createStaticSearch } from './patch';
import { type Net, netStrip, type PlaneMesh, sheetFile } from './specimen';

/** Flexural rigidity of all strips, N·m; acceleration of gravity at full load, m/s². */
export const D = 1e-3;
export const G = 9.81;

/** What a strip is made of. Its length from the clamp to the tip is 1 m. */
interface StripOptions {
  mesh: PlaneMesh;
  /** True for a place along the strip, m, at which it is pinned. */
  isPinned(x: number): boolean;
  /** Γ = w g L³/D at full load. */
  load: number;
  /** E t L²/D. */
  stretch?: number;
  /** Particles across, if the engine is to know the mesh as a net; 0: it is a mesh of triangles. */
  columns?: number;
  /** Forces beside bending, springs and gravity. */
  forces?: readonly ForceDefinition[];
  /** True: particles move in the plane z = 0. */
  isPlane?: boolean;
  /** Where a place in the plane of the strip is at the start, m; absent: (x, 0, y). */
  place?(x: number, y: number): Vec3;
}

/** A strip with a load. Particles are numbered along it. */
export function createStrip({ forces = [], ...options }: StripOptions) {
  const { mesh, load, stretch = 1e4, columns = 0, isPinned, place, isPlane } = options;
  const order = mesh.at.map((_, i) => i).sort((a, b) => mesh.at[a][0] - mesh.at[b][0] || a - b);
  const file = sheetFile({
    mesh,
    order,
    place: place ?? ((x, y) => [x, 0, y]),
    isPinned,
    density: (load * D) / G,
    stretch: stretch * D * Math.max(1, load / 10),
    columns,
  });
  file.params = { bending: D, gravity: G, ...file.params };
  const { world, state } = createBareWorld(loadFile(file), [bending, spring, gravity, push, ...forces]);
  const held = new Uint8Array(state.positions.length).map((_, o) => (isPlane && o % 4 === 2 ? 1 : 0));
  const search = createStaticSearch(world, state, held);
  const rowAt = (x: number) => order.flatMap((i, k) => (Math.abs(mesh.at[i][0] - x) < 1e-9 ? [k] : []));
  return {
    world,
    state,
    /** Finds equilibrium under a part of the weight and listed forces, from the last one. @throws RangeError if there is none near it */
    *settle(part: number, forces: readonly EnvironmentItem[] = []): Generator<null, void, void> {
      const environment = { ...EMPTY_ENVIRONMENT, forces };
      world.applySettings({ params: { ...world.params, gravity: G * part }, environment });
      if (!(yield* search.settle())) throw new RangeError('no equilibrium found');
    },
    /** True if the present equilibrium is stable. */
    isStable: search.isStable,
    /** The particles at a place along the strip at rest, m, in order across it. */
    rowAt,
    /** Their mean place, m. */
    meanAt(x: number): Vec3 {
      const mean: Vec3 = [0, 0, 0];
      const row = rowAt(x);
      for (const k of row) for (let a = 0; a < 3; a++) mean[a] += state.positions[4 * k + a] / row.length;
      return mean;
    },
  };
}

/** Cells across a strip of the tests. */
const BREADTH = 2;

/** A strip that is clamped at one end. */
export type Clamped = ReturnType<typeof createClamped>;

/** How a strip of a net of the tests is held and loaded. */
interface ClampedOptions extends Pick<StripOptions, 'forces' | 'isPlane'> {
  /** True: it stands on its clamped end. False: the clamp is horizontal. */
  isStanding?: boolean;
  /** True: the length ends in the middle of the last cell. */
  endsInCell?: boolean;
}

/**
 * A strip of a net of the tests. A net is pinned at both ends of its first cell: its length counts from the middle of that cell. A
 * mesh of triangles lies over one row of pins, which holds its direction by symmetry, unless it stands.
 */
export function createClamped(
  { cells, mesh }: Net,
  load: number,
  { forces, isPlane, isStanding = false, endsInCell = false }: ClampedOptions = {},
) {
  const isNet = mesh === 'net';
  const isOver = !isNet && !isStanding;
  const side = 1 / (cells - (isOver ? 0 : 0.5) - (endsInCell ? 0.5 : 0));
  const [from, tip] = isOver ? [cells * side, 2 * cells * side] : [side / 2, cells * side];
  const strip = createStrip({
    mesh: netStrip(isOver ? 2 * cells : cells, BREADTH, side, isNet ? 'right' : 'alternating'),
    isPinned: (x) => (isOver ? Math.abs(x - from) < 1e-9 : x < 1.01 * side),
    load,
    columns: isNet ? BREADTH + 1 : 0,
    forces,
    isPlane,
    place: isStanding ? (x, y) => [0, x, y] : undefined,
  });
  const ends = (isOver ? [0, tip] : [tip]).map(strip.rowAt);
  return {
    ...strip,
    /** m along the strip at rest: the clamp, and the row of the tip. */
    from,
    tip,
    side,
    /** The particles in the row of each free end: one, or two of a strip that lies over a row of pins. */
    ends,
    breadth: BREADTH * side,
  };
}

/** Reach of the tip along the clamp, and its droop below it, m. */
export function tipOf({ meanAt, from, tip }: Clamped): { reach: number; droop: number } {
  const [x, y] = meanAt(tip);
  return { reach: x - from, droop: -y };
}

// Loads on strips: a force that keeps its direction, and a moment at an end.

/** A force on a row of particles in order, N in all, as listed forces: inner particles take twice the share of the outer ones. */
export const deadLoad = (row: readonly number[], total: Vec3) =>
  row.map((i, k) => ({
    type: 'push',
    force: total.map((part) => shareOf(k, row.length) * part) as Vec3,
    particles: [i],
  }));

/** A moment at ends of strips in the plane of x and y: a couple M/l at right angles to each of the last edges, which turns with them. */
export function endMoment() {
  /** Particles of each edge, from the clamp outwards, and the part of the moment that it takes; negative: clockwise. */
  let edges: readonly { from: number; to: number; share: number }[] = [];
  let moment = 0;
  const definition: ForceDefinition = {
    id: 'end-moment',
    label: 'End moment',
    summary: 'A load of a test.',
    create() {
      let at: Floats = new Float64Array(0);
      let exact = false;
      const between = (x: Floats, from: number, to: number) => [
        x[4 * to] - x[4 * from],
        x[4 * to + 1] - x[4 * from + 1],
      ];
      /** @param forceOf the force on the end of an edge d, from M/l² and what the second vectors differ by along the edge */
      function add(f: Floats, x: Floats, p: Floats, forceOf: (d: number[], m: number, q: number[]) => number[]): void {
        for (const { from, to, share } of edges) {
          const d = between(x, from, to);
          const force = forceOf(d, (share * moment) / (d[0] * d[0] + d[1] * d[1]), between(p, from, to));
          for (let axis = 0; axis < 2; axis++) {
            f[4 * to + axis] += force[axis];
            f[4 * from + axis] -= force[axis];
          }
        }
      }
      return {
        addForce: (f, { positions: x }) => add(f, x, x, ([dx, dy], m) => [-m * dy, m * dx]),
        linearize({ positions }, clamp) {
          at = positions.slice();
          exact = !clamp;
        },
        addDerivative(y, p, a) {
          if (!exact) return;
          add(y, at, p, ([dx, dy], m, [px, py]) => {
            const factor = (a * m) / (dx * dx + dy * dy);
            const [along, across] = [2 * dx * dy, dy * dy - dx * dx];
            return [factor * (along * px + across * py), factor * (across * px - along * py)];
          });
        },
      };
    },
  };
  return {
    definition,
    /** @param ends rows of particles: the last but one, and the last; their sign: 1 turns it counterclockwise @param total N·m; at each end */
    set(ends: readonly { inner: readonly number[]; outer: readonly number[]; sign: number }[], total: number): void {
      edges = ends.flatMap(({ inner, outer, sign }) =>
        outer.map((to, k) => ({ from: inner[k], to, share: sign * shareOf(k, outer.length) })),
      );
      moment = total;
    },
  };
}

/** Fraction of a load on a row of particles that one of them takes. */
function shareOf(k: number, count: number): number {
  return (k === 0 || k === count - 1 ? 0.5 : 1) / (count - 1);
}
