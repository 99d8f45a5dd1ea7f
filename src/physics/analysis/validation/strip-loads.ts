/** Loads on strips that the engine's own forces don't have: a force that keeps its direction, and a moment at an end. */
import type { Floats } from '../../model/arena';
import type { Vec3 } from '../../model/model';
import type { ForceDefinition } from '../../world/force';

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
