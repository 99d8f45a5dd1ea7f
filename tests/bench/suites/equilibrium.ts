import { createSimulation } from '../../../src/physics';
import { randomNumbers } from '../../fixtures/random';
import type { Suite } from '../report';

/** Newton steps, at most. */
const MOST = 60;
/** m; the largest displacement of a free particle, along each axis. */
const NOISES = [0, 0.003];

/** The search for equilibrium in fine nets. */
export const equilibrium: Suite = {
  id: 'equilibrium',
  about: 'the search for equilibrium in nets of 48², 64² and 100², from the start and from noise',
  run(report) {
    const rows = [48, 64, 100].flatMap((n) =>
      ['cloth', 'cloth-four-corners'].flatMap((scene) => NOISES.map((noise) => search(scene, n, noise))),
    );
    for (const { scene, net, noise, 'Newton steps': value } of rows) {
      report.bars.push({ name: `Newton steps, ${scene} ${net}, ${noise}`, value, direction: 'at most', bar: MOST });
    }
    report.tables.push({ title: 'Search for equilibrium, single precision', rows });
  },
};

function search(scene: string, n: number, noise: number) {
  const simulation = createSimulation({ scene, params: { rows: n, columns: n, mass: 0.2 / (n * n) } });
  const { model, state } = simulation;
  const random = randomNumbers(5);
  for (let i = 0; i < 4 * model.particleCount; i++) {
    if (i % 4 < 3 && model.pinned[i >> 2] === 0) state.positions[i] += noise * (2 * random() - 1);
  }
  const began = performance.now();
  const { ok, iterations, motion, residual } = simulation.findEquilibrium();
  return {
    scene,
    net: `${n}×${n}`,
    noise: `${1000 * noise} mm`,
    found: ok ? 'yes' : 'no',
    'Newton steps': ok ? iterations : Number.POSITIVE_INFINITY,
    'steps of damped motion': motion,
    'residual, N': residual,
    's in all': (performance.now() - began) / 1000,
  };
}
