import { createSimulation, type Simulation } from '../../../src/physics';
import { ballMesh } from '../../fixtures/ball-mesh';
import { advance, MASS } from '../cloth';
import type { Report, Suite, Table } from '../report';
import { interleave } from '../timing';

/** What the cloth lies on: a ball, the same ball of triangles, finer and coarser, a bust of 10,368 triangles, and a box, all 0.5 m high. */
const SURFACE = { friction: 0.4, restitution: 0 };
const body = (shape: string, depth = 0.5) => ({
  bodies: [{ shape, size: [0.5, 0.5, depth], center: [0, 0.25, 0], ...SURFACE }],
});
const SOLIDS = {
  sphere: { spheres: [{ center: [0, 0.25, 0], radius: 0.25, ...SURFACE }] },
  'ball of 3,968 triangles': body('capsule'),
  'ball of 500 triangles': { meshes: [ballMesh(0.25, 4)], ...body('ball') },
  'bust of 10,368 triangles': body('bust', 0.3),
  box: body('box'),
} as const;
/** Particles along an edge of the cloth. */
const SIZES = [32, 64];
/** s; and simulated seconds that are timed, from when the cloth has fallen onto it. */
const METHODS = { 'implicit-euler': 1 / 120, xpbd: 1 / 120, 'symplectic-euler': 3e-4, rk4: 3e-4 };
const FALLEN = 0.5;
const TIMED = { implicit: 10, explicit: 300 };
const ROUNDS = 12;
/** Of the time over a sphere; over a box the edges of the net are searched too, and held. */
const MOST = 1.5;
const MOST_SHARP = 8;

/** Steps of a cloth over a body of triangles, over steps of a cloth over a sphere. */
export const bodies: Suite = {
  id: 'bodies',
  about: 'steps of a cloth over bodies of triangles, over steps of the same cloth over a sphere',
  run(report) {
    for (const n of SIZES) report.tables.push(tableOf(n, report));
  },
};

function tableOf(n: number, report: Report): Table {
  const rows = Object.entries(METHODS).map(([integrator, dt]) => {
    const runs = Object.entries(SOLIDS).map(([name, solid]) => [name, clothOver(solid, n, integrator, dt)] as const);
    const steps = dt < 1e-3 ? TIMED.explicit : TIMED.implicit;
    const times = interleave(ROUNDS, Object.fromEntries(runs.map(([name, run]) => [name, () => advance(run, steps)])));
    for (const [name, time] of Object.entries(times)) {
      // An explicit step is so short that the search for contacts shows: the table has it.
      if (name === 'sphere' || dt < 1e-3) continue;
      const value = time / times.sphere;
      report.bars.push({
        name: `${integrator}, ${n} × ${n}: ${name} / sphere`,
        value,
        direction: 'at most',
        bar: name === 'box' ? MOST_SHARP : MOST,
      });
    }
    return { method: integrator, ...Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, ms / steps])) };
  });
  return {
    title: `A cloth of ${n} × ${n} over a body, ms a step`,
    about: 'It has fallen onto it for 0.5 s, and slides and folds. Shortest time of the rounds.',
    rows,
  };
}

function clothOver(solid: object, n: number, integrator: string, dt: number): Simulation {
  const params = { dt, rows: n, columns: n, mass: MASS / n ** 2, selfCollision: 0 };
  const simulation = createSimulation({ scene: 'cloth-on-sphere', integrator, params });
  simulation.apply({ type: 'spheres', spheres: [] });
  for (const [list, items] of Object.entries(solid)) simulation.apply({ type: 'environment', list, items });
  advance(simulation, Math.round(FALLEN / dt));
  return simulation;
}
