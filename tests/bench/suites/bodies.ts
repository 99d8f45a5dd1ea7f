import { createSimulation, type Simulation } from '../../../src/physics';
import { advance } from '../cloth';
import type { Suite } from '../report';
import { interleave } from '../timing';

/** What the cloth lies on: a ball, the same ball of triangles, and a bust of 10,368 triangles, all 0.5 m high. */
const SURFACE = { friction: 0.4, restitution: 0 };
const SOLIDS = {
  sphere: { spheres: [{ center: [0, 0.25, 0], radius: 0.25, ...SURFACE }] },
  'ball of 3,968 triangles': {
    bodies: [{ shape: 'capsule', size: [0.5, 0.5, 0.5], center: [0, 0.25, 0], ...SURFACE }],
  },
  'bust of 10,368 triangles': { bodies: [{ shape: 'bust', size: [0.5, 0.5, 0.3], center: [0, 0.25, 0], ...SURFACE }] },
} as const;
/** s; and simulated seconds that are timed, from when the cloth has fallen onto it. */
const METHODS = { 'implicit-euler': 1 / 120, xpbd: 1 / 120, 'symplectic-euler': 3e-4, rk4: 3e-4 };
const FALLEN = 0.5;
const TIMED = { implicit: 10, explicit: 300 };
const ROUNDS = 12;
const MOST = 1.5;

/** Steps of a cloth over a body of triangles, over steps of a cloth over a sphere. */
export const bodies: Suite = {
  id: 'bodies',
  about: 'steps of a cloth over bodies of triangles, over steps of the same cloth over a sphere',
  run(report) {
    const rows = Object.entries(METHODS).map(([integrator, dt]) => {
      const runs = Object.entries(SOLIDS).map(([name, solid]) => [name, clothOver(solid, integrator, dt)] as const);
      const steps = dt < 1e-3 ? TIMED.explicit : TIMED.implicit;
      const times = interleave(
        ROUNDS,
        Object.fromEntries(runs.map(([name, run]) => [name, () => advance(run, steps)])),
      );
      // An explicit step is so short that the search for contacts shows: the table has it.
      if (dt > 1e-3)
        report.bars.push({
          name: `${integrator}: bust of 10,368 triangles / sphere`,
          value: times['bust of 10,368 triangles'] / times.sphere,
          direction: 'at most',
          bar: MOST,
        });
      return {
        method: integrator,
        ...Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, ms / steps])),
      };
    });
    report.tables.push({
      title: 'A cloth of 32 × 32 over a body, ms a step',
      about: 'It has fallen onto it for 0.5 s, and slides and folds. Shortest time of the rounds.',
      rows,
    });
  },
};

function clothOver(solid: object, integrator: string, dt: number): Simulation {
  const simulation = createSimulation({ scene: 'cloth-on-sphere', integrator, params: { dt, selfCollision: 0 } });
  simulation.apply({ type: 'spheres', spheres: [] });
  for (const [list, items] of Object.entries(solid)) simulation.apply({ type: 'environment', list, items });
  advance(simulation, Math.round(FALLEN / dt));
  return simulation;
}
