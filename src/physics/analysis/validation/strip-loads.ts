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

/** Part of a load on a row of particles that one of them takes. */
function shareOf(k: number, count: number): number {
  return (k === 0 || k === count - 1 ? 0.5 : 1) / (count - 1);
}
