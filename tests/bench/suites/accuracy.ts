import { createSimulation, type Simulation } from '../../../src/physics';
import { advance, swingingCloth } from '../cloth';
import { errorOfChange } from '../error-of-change';
import type { Suite } from '../report';

/** Steps at which the error is taken. */
const STEPS = [10, 25, 40];
/** Other scenes, at a dt for implicit integrators; the last of them are no grids. */
const SCENES = ['cloth-on-sphere', 'curtain', 'flag', 'membrane-cloth', 'jelly-cube', 'trampoline', 'rope-bridge'];

/** The error of Δv at the default tolerance. */
export const accuracy: Suite = {
  id: 'accuracy',
  about: 'error of Δv at the default tolerance, against a solve to 1e-10',
  run(report) {
    const scenes: [string, Simulation][] = [
      ...[33, 65, 100, 129, 257].map((n): [string, Simulation] => [`cloth ${n}×${n}`, swingingCloth(n)]),
      ['cloth 65×65, k = 1e5 N/m', swingingCloth(65, {}, { stiffness: 1e5 })],
      ['cloth 65×65, cut half across', cutCloth(65)],
      ...SCENES.map((scene): [string, Simulation] => [scene, implicitScene(scene)]),
    ];
    const rows = scenes.map(([scene, simulation]) => {
      const errors = STEPS.map((step) => {
        advance(simulation, step - simulation.stepCount - 1);
        return errorOfChange(simulation);
      });
      const value = Math.max(...errors);
      report.bars.push({ name: `error of Δv, ${scene}`, value, direction: 'at most', bar: 0.01 });
      return {
        scene,
        preconditioner: simulation.preconditioner,
        'largest error of Δv': `${(100 * value).toPrecision(2)} %`,
        iterations: simulation.report.iterations,
      };
    });
    report.tables.push({ title: 'Error of Δv at the default tolerance, dt = 1/60 s, against a solve to 1e-10', rows });
  },
};

function implicitScene(scene: string): Simulation {
  return createSimulation({ scene, integrator: 'implicit-euler', params: { dt: 1 / 60, cgIterations: 20_000 } });
}

/** Cuts along the middle row, from the left edge to the center. */
function cutCloth(n: number): Simulation {
  const simulation = swingingCloth(n);
  const { springs, springCount } = simulation.model;
  const upper = (i: number) => i < n * Math.floor(n / 2);
  const left = (i: number) => i % n < n / 2;
  const across = Array.from({ length: springCount }, (_, j) => j).filter((j) => {
    const [a, b] = [springs[2 * j], springs[2 * j + 1]];
    return upper(a) !== upper(b) && left(a) && left(b);
  });
  simulation.apply({ type: 'cut', spring: across });
  return simulation;
}
