import { createImplicitSolver } from '../../../src/physics/solvers/implicit-system';
import { blockJacobi } from '../../../src/physics/solvers/preconditioners';
import { swingingCloth } from '../cloth';
import { costs, mean, momentsOf } from '../moments';
import type { Bar, Table } from '../report';
import { duration } from '../timing';

const ROUNDS = 5;
/** Rounds for the parts, which are shorter. */
const PART_ROUNDS = 30;
const SOLVER = { preconditioner: 'multigrid' };
const PARAMS = { cgTolerance: 1e-3 };

/** Times of the parts of an implicit step on the fastest kernel, and the share of the solver's set-up. */
export function stepParts(n: number): { table: Table; bar: Bar } {
  const moments = momentsOf(n);
  const { ms, iterations } = costs({ step: swingingCloth(n, SOLVER, PARAMS) }, moments, ROUNDS).step;

  const bare = swingingCloth(n, SOLVER, PARAMS);
  // Frees the memory of the integrator's arrays for those of this suite.
  bare.apply({ type: 'integrator', id: 'symplectic-euler' });
  const { world, state, params } = bare;
  const solver = createImplicitSolver(world, blockJacobi);
  const forces = world.arena.floats(4 * world.model.particleCount);
  const parts = {
    'forces on every particle': () => world.computeForces(state, forces),
    'tangents of every spring': () => world.linearize(state),
    'matrix, and all levels rebuilt': () => solver.assemble(params.dt * params.dt, params.dt),
  };
  const names = Object.keys(parts) as (keyof typeof parts)[];
  const best = names.map(() => moments.map(() => Number.POSITIVE_INFINITY));
  for (let round = 0; round < PART_ROUNDS; round++) {
    moments.forEach(({ positions, velocities }, i) => {
      state.positions.set(positions);
      state.velocities.set(velocities);
      names.forEach((name, part) => {
        best[part][i] = Math.min(best[part][i], duration(parts[name]));
      });
    });
  }
  const times = best.map(mean);
  const [inForces, ...inSetUp] = times;
  const setUp = inSetUp.reduce((sum, time) => sum + time, 0);
  const rest = ms - inForces - setUp;
  const row = (part: string, time: number) => ({ part, ms: time, '% of a step': (100 * time) / ms });
  return {
    table: {
      title: `Where an implicit step on ${n}×${n} goes, ${world.kernel.id}, multigrid, residual 1e-3`,
      rows: [
        ...names.map((name, part) => row(name, times[part])),
        row(`right side, and ${iterations.toPrecision(3)} iterations`, rest),
        row('all', ms),
      ],
    },
    bar: { name: `set-up / implicit step, ${n}²`, value: setUp / ms, direction: 'at most', bar: 0.2, aim: 0.08 },
  };
}
