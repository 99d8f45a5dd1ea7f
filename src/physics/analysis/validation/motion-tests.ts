/** Tests of validation of motion: vibration, friction and air drag. */
import { gravity } from '../../forces/gravity';
import { spring } from '../../forces/spring';
import type { SceneFile } from '../../scenes/file/check-scene-file';
import { loadFile } from '../../scenes/file/load-file';
import { createSimulation } from '../../simulation';
import { findModes } from '../modes/modes';
import { createBareWorld } from '../state/bare-world';
import { type Measured, sheetFile, squareMesh, type ValidationCase } from './specimen';

/** m/s², and the coefficient of friction. */
const [G, FRICTION] = [9.81, 0.5];

/** Half of the zeros of the Bessel function J₀. */
const EXACT = [1.20241, 2.76004, 4.32686];
/** kg; m. */
const [MASS, LENGTH] = [0.1, 1];
/** Largest strain of its springs under its weight. */
const STRAIN = 1e-5;

/** The lowest vibration modes of a chain that hangs from a pin. */
export const hangingChain: ValidationCase = {
  id: 'hanging-chain',
  label: 'Hanging chain, modes',
  quantity: 'ω √(L/g)',
  about:
    'The three lowest modes of a chain that hangs by one end and hardly stretches. The references are by Bernoulli: half of the zeros of the Bessel function J₀.',
  // Lumped masses: an error of second order in the spacing.
  tolerance: ({ cells }) => 0.04 * (20 / cells) ** 2,
  hasNoTriangles: true,
  *measure({ cells }) {
    const { world, state } = createBareWorld(loadFile(chainFile(cells)), [spring, gravity]);
    // Each mode across the chain is there twice, along x and along z.
    const modes = findModes(world, state, { count: 2 * EXACT.length, from: 'low' });
    return EXACT.map((reference, k) => ({
      label: `mode ${k + 1}`,
      value: modes[2 * k].omega * Math.sqrt(LENGTH / G),
      reference,
    }));
  },
};

/** A chain at rest: the last particle has half of a mass. */
function chainFile(cells: number): SceneFile {
  const spacing = LENGTH / cells;
  const mass = MASS / cells;
  const k = (MASS * G) / (STRAIN * spacing);
  /** N; in the spring above particle i. */
  const tension = (i: number) => (cells - i + 0.5) * mass * G;
  const links = Array.from({ length: cells }, (_, i) => i);
  return {
    hooke: 1,
    particles: {
      positions: Array.from({ length: cells + 1 }, (_, i) => [0, -i * spacing, 0]),
      masses: Array.from({ length: cells + 1 }, (_, i) => (i === cells ? mass / 2 : mass)),
      pinned: [0],
    },
    springs: {
      pairs: links.map((i) => [i, i + 1]),
      restLengths: links.map((i) => spacing - tension(i + 1) / k),
      stiffness: k,
    },
    params: { gravity: G },
  };
}

const DEGREE = Math.PI / 180;
/** Degrees; where the search begins: it rests, and it slips. */
const [RESTS, SLIPS] = [20, 35];
const HALVINGS = 10;
/** s; of a step, and number of steps. */
const [STEP, TRIAL_STEPS] = [2e-3, 100];
/** m: a sheet that has moved farther slips. */
const MOVED = 1e-5;

/** A sheet on a slope begins to slip where the slope is as steep as friction holds. */
export const slope: ValidationCase = {
  id: 'slope',
  label: 'Slip on a slope',
  quantity: 'angle at which a sheet slips, °',
  about:
    'A sheet lies on a slope with friction μ = 0.5. It rests up to a certain angle, and slips on steeper slopes. The reference is arctan μ, for any sheet.',
  tolerance: () => 0.005,
  *measure({ cells, mesh }) {
    let [low, high] = [RESTS, SLIPS];
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = (low + high) / 2;
      const angle = middle * DEGREE;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const count = Math.round(cells / 5);
      const file = sheetFile({
        mesh: squareMesh({ cells: count, mesh }, 0.2 / count),
        place: (x, y) => [c * x, -s * x, y],
        density: 0.2,
        stretch: 100,
      });
      file.planes = [{ point: [0, 0, 0], normal: [s, c, 0], restitution: 0, friction: FRICTION }];
      file.integrator = 'implicit-euler';
      file.params = { ...file.params, gravity: G, dt: STEP, cgTolerance: 1e-8 };
      const simulation = createSimulation({ scene: file, precision: 'double', kernel: 'js' });
      simulation.step(TRIAL_STEPS);
      yield null;
      const [x] = simulation.particle(0).position;
      if (x < MOVED) low = middle;
      else high = middle;
    }
    return [{ label: 'angle', value: (low + high) / 2, reference: Math.atan(FRICTION) / DEGREE }];
  },
};

/** N/m, m/s. */
const [STIFFNESS, SPEED] = [100, 0.05];
const PERIOD = 2 * Math.PI * Math.sqrt(MASS / STIFFNESS);
const HELD = FRICTION * MASS * G;
/** Steps in the period of the mass on its spring, for each cell. */
const STEPS_OF_CELL = 10;

/** A mass on a plane with friction is pulled by a spring, whose end moves steadily. */
export const stickSlip: ValidationCase = {
  id: 'stick-slip',
  label: 'Stick and slip',
  quantity: 'force of the spring, N',
  about:
    'A spring pulls a mass over a plane with friction, and its far end moves steadily. The mass rests until the force is μ m g; then it slips, and the force rises by v √(k m), as in a vibration.',
  // A step at which it may begin to slip changes the force by k v h.
  tolerance: ({ cells }) => 0.02 * (20 / cells),
  hasNoTriangles: true,
  *measure({ cells }) {
    const dt = PERIOD / (STEPS_OF_CELL * cells);
    const simulation = createSimulation({ scene: pulledMass(dt), precision: 'double', kernel: 'js' });
    const forceOf = () => STIFFNESS * (simulation.particle(1).position[0] - simulation.particle(0).position[0] - 1);
    const steps = Math.ceil((HELD / (STIFFNESS * SPEED) + PERIOD) / dt);
    let atSlip = Number.NaN;
    let largest = 0;
    for (let step = 0; step < steps; step++) {
      const force = forceOf();
      simulation.step();
      largest = Math.max(largest, force);
      if (Number.isNaN(atSlip) && simulation.particle(0).velocity[0] > 1e-9) atSlip = force;
      if (step % 100 === 0) yield null;
    }
    return [
      { label: 'as it slips', value: atSlip, reference: HELD },
      { label: 'largest', value: largest, reference: HELD + SPEED * Math.sqrt(STIFFNESS * MASS) },
    ];
  },
};

function pulledMass(dt: number): SceneFile {
  return {
    hooke: 1,
    particles: {
      positions: [
        [0, 0, 0],
        [1, 0, 0],
      ],
      masses: MASS,
      pinned: [1],
    },
    springs: { pairs: [[0, 1]], restLengths: [1], stiffness: STIFFNESS },
    planes: [{ point: [0, 0, 0], normal: [0, 1, 0], restitution: 0, friction: FRICTION }],
    motion: [{ particles: [1], velocity: [SPEED, 0, 0] }],
    integrator: 'symplectic-euler',
    params: { gravity: G, dt },
  };
}

/** kg/m², N·s/m³. */
const [DENSITY, DRAG] = [0.2, 0.5];
/** s; in which the speed comes nearer to the terminal one by a factor e. */
const TIME = DENSITY / DRAG;
const TERMINAL = G * TIME;
/** Steps in this time. */
const STEPS = 50;
const TIMES = [1, 10];

/** A flat sheet falls in air. */
export const terminalFall: ValidationCase = {
  id: 'terminal-fall',
  label: 'Fall of a flat sheet in air',
  quantity: 'speed over the terminal speed w g/c',
  about:
    'A flat sheet of the weight w g by area falls with air drag c by area. Its speed is w g/c (1 − exp(−c t/w)), the same for every net.',
  tolerance: () => 1e-4,
  *measure(net) {
    const file = sheetFile({
      mesh: squareMesh(net, 1 / net.cells),
      place: (x, y) => [x, 0, y],
      density: DENSITY,
      stretch: 1,
    });
    file.integrator = 'rk4';
    file.params = { ...file.params, gravity: G, airDrag: DRAG, dt: TIME / STEPS };
    const simulation = createSimulation({ scene: file, precision: 'double', kernel: 'js' });
    const measured: Measured[] = [];
    for (const time of TIMES) {
      while (simulation.stepCount < time * STEPS) {
        simulation.step(Math.min(10, time * STEPS - simulation.stepCount));
        yield null;
      }
      const speeds = [0, simulation.particleCount >> 1].map((i) => -simulation.particle(i).velocity[1]);
      const mean = (speeds[0] + speeds[1]) / 2;
      measured.push({ label: `after ${time} w/c`, value: mean / TERMINAL, reference: 1 - Math.exp(-time) });
    }
    return measured;
  },
};
