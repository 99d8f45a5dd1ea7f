/** Strips of cloth that hardly stretch, with loads that grow: most of the tests of bending. */

import { bending } from '../../forces/bending/bending';
import { gravity } from '../../forces/gravity';
import { spring } from '../../forces/spring';
import type { Floats } from '../../model/arena';
import type { Vec3 } from '../../model/model';
import { loadFile } from '../../scenes/file/load-file';
import type { ForceDefinition } from '../../world/force';
import { createStaticSearch } from './patch';
import { createCaseWorld, type Net, netStrip, type PlaneMesh, sheetFile } from './specimen';

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
  const { world, state } = createCaseWorld(loadFile(file), [bending, spring, gravity, ...forces]);
  const { environment } = world;
  const held = new Uint8Array(state.positions.length).map((_, o) => (isPlane && o % 4 === 2 ? 1 : 0));
  const search = createStaticSearch(world, state, held);
  const rowAt = (x: number) => order.flatMap((i, k) => (Math.abs(mesh.at[i][0] - x) < 1e-9 ? [k] : []));
  return {
    world,
    state,
    /** Finds equilibrium under a part of the weight, from the last one. @throws RangeError if there is none near it */
    *settle(part: number): Generator<null, void, void> {
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
interface ClampedOptions {
  forces?: readonly ForceDefinition[];
  /** True: particles move in the plane z = 0. */
  isPlane?: boolean;
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

// Loads on strips that the engine's own forces don't have: a force that keeps its direction, and a moment at an end.

const ABOUT = { summary: 'A load of a test.', account: 'elastic' } as const;

/** A force that keeps its direction, on rows of particles: the inner ones take twice the share of the outer ones. */
export function deadLoad() {
  let rows: readonly (readonly number[])[] = [];
  let force: Vec3 = [0, 0, 0];
  const definition: ForceDefinition = {
    id: 'dead-load',
    label: 'Dead load',
    ...ABOUT,
    create: () => ({
      addForce(f: Floats) {
        eachShare((i, share) => {
          for (let axis = 0; axis < 3; axis++) f[4 * i + axis] += share * force[axis];
        });
      },
      energy({ positions: x }) {
        let sum = 0;
        eachShare((i, share) => {
          for (let axis = 0; axis < 3; axis++) sum -= share * force[axis] * x[4 * i + axis];
        });
        return sum;
      },
    }),
  };
  function eachShare(act: (i: number, share: number) => void): void {
    for (const row of rows) for (const [k, i] of row.entries()) act(i, shareOf(k, row.length));
  }
  return {
    definition,
    /** @param on the particles of each row, in order @param total N; on each row */
    set(on: readonly (readonly number[])[], total: Vec3): void {
      rows = on;
      force = total;
    },
  };
}

/**
 * A moment at ends of strips in the plane of x and y: it turns the last edges of a strip. Its potential is −M θ, with the angle θ of an
 * edge, which is counted over full turns.
 */
export function endMoment() {
  /** Particles of each edge, from the clamp outwards, and the part of the moment that it takes; negative: clockwise. */
  let edges: readonly { from: number; to: number; share: number }[] = [];
  let moment = 0;
  const angles: number[] = [];
  const definition: ForceDefinition = {
    id: 'end-moment',
    label: 'End moment',
    ...ABOUT,
    create() {
      let at: Floats | null = null;
      let exact = false;
      const each = (x: Floats, act: (dx: number, dy: number, M: number, k: number) => void) => {
        edges.forEach(({ from, to, share }, k) => {
          act(x[4 * to] - x[4 * from], x[4 * to + 1] - x[4 * from + 1], share * moment, k);
        });
      };
      const add = (f: Floats, k: number, fx: number, fy: number) => {
        const { from, to } = edges[k];
        f[4 * to] += fx;
        f[4 * to + 1] += fy;
        f[4 * from] -= fx;
        f[4 * from + 1] -= fy;
      };
      const angleOf = (dx: number, dy: number, k: number) => {
        const before = angles[k] ?? 0;
        const change = Math.atan2(dy, dx) - before;
        return before + change - 2 * Math.PI * Math.round(change / (2 * Math.PI));
      };
      return {
        addForce(f, { positions }) {
          each(positions, (dx, dy, M, k) => {
            const squared = dx * dx + dy * dy;
            add(f, k, (-M * dy) / squared, (M * dx) / squared);
          });
        },
        linearize({ positions }, clamp) {
          at = positions.slice();
          exact = !clamp;
          each(positions, (dx, dy, _, k) => {
            angles[k] = angleOf(dx, dy, k);
          });
        },
        addDerivative(y, p, a) {
          if (!at || !exact) return;
          each(at, (dx, dy, M, k) => {
            const { from, to } = edges[k];
            const [px, py] = [p[4 * to] - p[4 * from], p[4 * to + 1] - p[4 * from + 1]];
            const squared = dx * dx + dy * dy;
            const [along, across] = [(2 * dx * dy) / (squared * squared), (dy * dy - dx * dx) / (squared * squared)];
            add(y, k, a * M * (along * px + across * py), a * M * (across * px - along * py));
          });
        },
        energy({ positions }) {
          let sum = 0;
          each(positions, (dx, dy, M, k) => {
            sum -= M * angleOf(dx, dy, k);
          });
          return sum;
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
