import { createSimulation } from '../../../src/physics';
import { implicitEulerNewton } from '../../../src/physics/integrators/implicit-euler-newton';
import { randomNumbers } from '../../fixtures/random';
import type { Suite } from '../report';

/** Newton steps, at most. */
const MOST = 60;
/** m; the largest displacement of a free particle, along each axis. */
const NOISES = [0, 0.003];
/** m; the smooth displacement from which motion settles again. */
const BUMP = 1e-4;
/** s; the numerical damping of implicit Euler is strong for steps that are long beside the periods. */
const STEP = 1;
const STEPS = 20;

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
    const settled = [64, 100].flatMap((n) => ['cloth', 'cloth-four-corners'].map((scene) => settle(scene, n)));
    for (const { scene, net, 'distance, m': value } of settled) {
      report.bars.push({ name: `m from settled motion, ${scene} ${net}`, value, direction: 'at most', bar: 1e-6 });
    }
    report.tables.push({
      title: 'Against settled motion, double precision',
      about: `The equilibrium, displaced smoothly by ${1000 * BUMP} mm, settles by implicit Euler (Newton) in steps of ${STEP} s.`,
      rows: settled,
    });
  },
};

/** How far from a found equilibrium motion comes to rest. */
function settle(scene: string, n: number) {
  const found = createSimulation({ scene, precision: 'double', params: { rows: n, columns: n, mass: 0.2 / (n * n) } });
  const { ok } = found.findEquilibrium();
  const params = { cgTolerance: 1e-8, cgIterations: 4000, newtonTolerance: 1e-10 };
  const { world, state, model } = createSimulation({ scene: found.save(), precision: 'double', params });
  const x = found.state.positions;
  for (let i = 0; i < x.length; i++) {
    if (i % 4 < 3 && model.pinned[i >> 2] === 0) state.positions[i] += BUMP * Math.sin(7 * x[i - (i % 4)] + i);
  }
  const { step } = implicitEulerNewton.create(world);
  for (let k = 0; k < STEPS; k++) step(state, STEP);
  return {
    scene,
    net: `${n}×${n}`,
    found: ok ? 'yes' : 'no',
    'distance, m': Math.max(...x.map((at, i) => Math.abs(at - state.positions[i]))),
    'speed, m/s': Math.max(...state.velocities.map(Math.abs)),
  };
}

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
