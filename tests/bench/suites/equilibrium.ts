import { createSimulation, type Simulation } from '../../../src/physics';
import { implicitEulerNewton } from '../../../src/physics/integrators/implicit-euler-newton';
import { randomNumbers } from '../../fixtures/random';
import { MASS } from '../cloth';
import type { Suite } from '../report';
import { processorTime } from '../timing';

/** Newton steps, at most. */
const MAX_STEPS = 60;
/** m; motion comes to rest within this distance of the equilibrium, at most. */
const SAME = 1e-6;
const SCENES = ['cloth', 'cloth-four-corners'];
const SIZES = [48, 64, 100];
/** m; the largest displacement of a free particle, along each axis. */
const NOISES = [0, 0.003];
/** m; the displacement from which motion settles again. After 1e-4 m a fine cloth rests in folds of another stable equilibrium. */
const BUMP = 1e-5;
/** s; the numerical damping of implicit Euler is strong for steps that are long beside the periods. */
const STEP = 1;
const STEPS = 20;
/** m/s; slower motion has ended. */
const STILL = 1e-8;
/** Rows of the flag, and speeds of the wind across it, m/s: where `rests` is false it creeps (0.3 m/s) or goes on fluttering. */
const FLAGS = [
  { rows: 12, winds: [0.5, 0.8, 1], rests: true },
  { rows: 12, winds: [0.3, 1.2, 1.5], rests: false },
  { rows: 24, winds: [0.3, 0.5, 0.8], rests: true },
];
const FLAG_MASS = 0.12;
/** The same in wind, whose ∂f/∂x is not in the matrix of a step; 1/s for the decay. */
const IN_WIND = { bump: 1e-5, dt: 0.1, steps: 60, decay: 2 };

/** The search for equilibrium in fine nets and in wind. */
export const equilibrium: Suite = {
  id: 'equilibrium',
  about: 'the search for equilibrium: nets of 48², 64² and 100² from the start and from noise, a flag in steady wind',
  run(report) {
    const nets = SIZES.flatMap((n) =>
      SCENES.flatMap((scene) => NOISES.map((noise) => ({ scene, n, noise, ...searchNet(scene, n, noise) }))),
    );
    report.tables.push({
      title: 'Find equilibrium in nets of 0.2 kg, single precision',
      rows: nets.map(({ scene, n, noise, figures }) => ({
        scene,
        net: `${n}×${n}`,
        noise: `${1000 * noise} mm`,
        ...figures,
      })),
    });
    const settled = nets
      .filter(({ n, noise }) => n > SIZES[0] && noise === 0)
      .map(({ scene, n, simulation }) => ({ scene, net: `${n}×${n}`, ...settleNet(simulation) }));
    report.tables.push({
      title: 'Against settled motion, double precision',
      about: `The equilibrium, displaced by ${1000 * BUMP} mm, settles by implicit Euler (Newton) in steps of ${STEP} s.`,
      rows: settled,
    });
    const flags = FLAGS.flatMap(({ rows, winds, rests }) =>
      winds.map((wind) => ({ ...searchFlag(rows, wind), rests })),
    );
    report.tables.push({
      title: `Find equilibrium of a flag of ${1000 * FLAG_MASS} g in steady wind across it, double precision`,
      about:
        'Distance: from where motion with a decay of 2/s comes to rest after the equilibrium was displaced at random.',
      rows: flags.map(({ rests: _, ...row }) => row),
    });
    for (const { name, value } of [
      ...nets.map(({ scene, n, noise, steps }) => ({ name: `${scene} ${n}², ${1000 * noise} mm`, value: steps })),
      ...flags
        .filter(({ rests }) => rests)
        .map((row) => ({ name: `flag ${row.net}, ${row['wind, m/s']} m/s`, value: Number(row['Newton steps']) })),
    ]) {
      report.bars.push({ name: `Newton steps, ${name}`, value, direction: 'at most', bar: MAX_STEPS });
    }
    for (const { name, value } of [
      ...settled.map(({ scene, net, ...row }) => ({ name: `${scene} ${net}`, value: row['distance, m'] })),
      ...flags
        .filter(({ rests }) => rests)
        .map((row) => ({ name: `flag ${row.net}, ${row['wind, m/s']} m/s`, value: Number(row['distance, m']) })),
    ]) {
      report.bars.push({ name: `m from settled motion, ${name}`, value, direction: 'at most', bar: SAME });
    }
  },
};

/** Moves a simulation to equilibrium. @returns Newton steps, Infinity if it was not found, and the columns of a table */
function search(simulation: Simulation) {
  let found = simulation.equilibrium;
  const ms = processorTime(() => {
    found = simulation.findEquilibrium();
  });
  const { ok = false, iterations = 0, motion = 0, residual = Number.NaN } = found ?? {};
  const figures = {
    found: ok ? 'yes' : 'no',
    'Newton steps': iterations,
    'steps of damped motion': motion,
    'largest force left, N': residual,
    'processor time, ms': ms,
  };
  return { simulation, steps: ok ? iterations : Number.POSITIVE_INFINITY, figures };
}

function searchNet(scene: string, n: number, noise: number) {
  const simulation = createSimulation({ scene, params: { rows: n, columns: n, mass: MASS / n ** 2 } });
  displace(simulation, noise);
  return search(simulation);
}

function searchFlag(rows: number, wind: number) {
  const columns = Math.round(1.5 * rows);
  const simulation = createSimulation({
    scene: 'flag',
    precision: 'double',
    params: { rows, columns, mass: FLAG_MASS / (rows * columns) },
  });
  simulation.apply({ type: 'forces', forces: [{ type: 'wind', velocity: [0, 0, wind] }] });
  // A flag that lies on the floor has many equilibria: friction holds it in each of them.
  simulation.apply({ type: 'environment', list: 'planes', items: [] });
  const { steps, figures } = search(simulation);
  const net = `${rows}×${columns}`;
  const first = { net, 'wind, m/s': wind, ...figures };
  if (steps === Number.POSITIVE_INFINITY) return { ...first, 'distance, m': '–' };
  const { bump, dt, decay } = IN_WIND;
  const moving = createSimulation({
    scene: simulation.save(),
    integrator: 'implicit-euler-newton',
    precision: 'double',
    params: { dt, decay, cgTolerance: 1e-8 },
  });
  displace(moving, bump);
  moving.step(IN_WIND.steps);
  return { ...first, 'distance, m': farthest(simulation, moving) };
}

function displace({ model, state }: Simulation, noise: number): void {
  const random = randomNumbers(5);
  for (let i = 0; i < 4 * model.particleCount; i++) {
    if (i % 4 < 3 && model.pinned[i >> 2] === 0) state.positions[i] += noise * (2 * random() - 1);
  }
}

/** How far from a found equilibrium motion comes to rest. */
function settleNet(single: Simulation) {
  const found = createSimulation({ scene: single.save(), precision: 'double' });
  const { ok } = found.findEquilibrium();
  const params = { cgTolerance: 1e-8, cgIterations: 4000, newtonTolerance: 1e-10 };
  const moving = createSimulation({ scene: found.save(), precision: 'double', params });
  const { world, state, model } = moving;
  const x = found.state.positions;
  for (let i = 0; i < x.length; i++) {
    if (i % 4 < 3 && model.pinned[i >> 2] === 0) state.positions[i] += BUMP * Math.sin(7 * x[i - (i % 4)] + i);
  }
  const { step } = implicitEulerNewton.create(world);
  let speed = Number.POSITIVE_INFINITY;
  let k = 0;
  for (; k < STEPS && !(speed < STILL); k++) {
    step(state, STEP);
    speed = Math.max(...Array.from(state.velocities, Math.abs));
  }
  return {
    found: ok ? 'yes' : 'no',
    steps: k,
    'distance, m': ok ? farthest(found, moving) : Number.POSITIVE_INFINITY,
    'speed, m/s': speed,
  };
}

function farthest({ state: a }: Simulation, { state: b }: Simulation): number {
  return Math.max(...Array.from(a.positions, (x, i) => Math.abs(x - b.positions[i])));
}
