// @module-tag divided
// @module-tag sampled
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, type Mode, modes, SCENES, type Simulation } from '../../../src/physics';
import { everyNth, LONG } from '../../fixtures/run-length';
import { optionsOfScene } from '../../fixtures/scenes-in-turn';

/** Particles, at most: a dense matrix. */
const MAX_PARTICLES = 300;
/** m; of a difference. */
const STEP = 1e-6;

/** M^(−½)(−∂f/∂x)M^(−½) over the free particles by central differences of all forces with a potential. */
function differenced({ world, state, model }: Simulation): Matrix {
  const n = model.particleCount;
  const forces = world.forces.filter((_, i) => world.forceDefinitions[i].account !== undefined);
  const at = Array.from({ length: 4 * n }, (_, i) => i).filter((i) => i % 4 < 3 && model.inverseMasses[i >> 2] > 0);
  const root = (i: number) => Math.sqrt(model.inverseMasses[i >> 2]);
  const still = { positions: state.positions.slice(), velocities: new Float64Array(4 * n), time: state.time };
  const forceAt = (place: number, h: number) => {
    const f = new Float64Array(4 * n);
    still.positions[place] = state.positions[place] + h;
    for (const force of forces) force.addForce?.(f, still);
    still.positions[place] = state.positions[place];
    return f;
  };
  const columns = at.map((place) => {
    const points = [1, -1, 2, -2].map((times) => forceAt(place, times * STEP));
    return at.map((i) => {
      const near = (points[0][i] - points[1][i]) / (2 * STEP);
      const far = (points[2][i] - points[3][i]) / (4 * STEP);
      return -root(place) * root(i) * ((4 * near - far) / 3);
    });
  });
  const A = new Matrix(columns);
  return A.add(A.transpose()).div(2);
}

describe('modes about a loaded state are those of the differences of the forces', () => {
  for (const scene of everyNth(8, SCENES)) {
    test(`of ${scene.id}`, optionsOfScene(scene), () => {
      const simulation = createSimulation({ scene: scene.id, precision: 'double', params: { rows: 8, columns: 8 } });
      if (simulation.particleCount > MAX_PARTICLES) return;
      simulation.step(20);
      simulation.findEquilibrium({ iterations: 30 });
      const values = new EigenvalueDecomposition(differenced(simulation), { assumeSymmetric: true }).realEigenvalues;
      values.sort((a, b) => a - b);
      const top = Math.max(Math.abs(values[0] ?? 0), values[values.length - 1] ?? 0);
      for (const from of ['low', 'high'] as const) {
        const wanted = from === 'low' ? values : values.toReversed();
        modes(simulation, { count: 12, from }).forEach(({ omega, growthRate, damping }, i) => {
          const found = growthRate > 0 ? -growthRate * (growthRate + damping) : omega * omega;
          expect(Math.abs(found - wanted[i]), `${from} ${i}: ${found} for ${wanted[i]}`).toBeLessThanOrEqual(
            1e-6 * Math.abs(wanted[i]) + 2e-9 * top,
          );
        });
      }
    });
  }
});

/** The scenes that hang or stand stably and touch nothing. */
const SWINGING = [
  'cloth',
  'cloth-top-edge',
  'cloth-four-corners',
  'bender-cloth',
  'taichi-grid',
  'three-springs',
  'catenary',
  'chain',
  'membrane-cloth',
  'two-bodies',
  'damped-oscillator',
  'curtain',
  'rope-bridge',
  'paper-sheet',
  'denim-drape',
];

/** Without any loss, so that a mode keeps its energy. */
const UNDAMPED = { damping: 0, drag: 0, decay: 0, airDrag: 0, membranePhi: 0, membranePsi: 0, bendingDamping: 0 };
/** More of them take long: then an implicit method of order 2 makes 200 steps a period, with an error of 8e-5. */
const MAX_STEPS_A_PERIOD = 12_000;

/** ω of a run at rest that starts in this mode, from three periods, rad/s. */
function measuredFrequency(simulation: Simulation, { omega, shape }: Mode): number {
  const { masses, inverseMasses } = simulation.model;
  const [{ omega: fastest }] = modes(simulation, { count: 1, from: 'high' });
  const [step, ofFastest] = [Math.PI / (100 * omega), 1 / fastest];
  const isStiff = (2 * Math.PI) / (omega * ofFastest) > MAX_STEPS_A_PERIOD;
  if (isStiff) simulation.apply({ type: 'integrator', id: 'trapezoidal' });
  simulation.apply({ type: 'set', key: 'dt', value: isStiff ? step : Math.min(step, ofFastest) });
  const rest = simulation.state.positions.slice();
  const most = shape.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const positions = rest.map((x, i) => (i % 4 < 3 ? x + (1e-5 / most) * shape[3 * (i >> 2) + (i % 4)] : x));
  simulation.apply({ type: 'place', positions, velocities: new Float64Array(rest.length), time: 0 });
  const coordinate = () => {
    const x = simulation.state.positions;
    let sum = 0;
    for (let i = 0; i < x.length; i++) {
      if (i % 4 < 3 && inverseMasses[i >> 2] > 0)
        sum += shape[3 * (i >> 2) + (i % 4)] * masses[i >> 2] * (x[i] - rest[i]);
    }
    return sum;
  };
  const zeros: number[] = [];
  for (let before = coordinate(); zeros.length < 7 && simulation.time * omega < 30; ) {
    const time = simulation.time;
    simulation.step(1);
    const now = coordinate();
    if (before * now < 0) zeros.push(time + ((simulation.time - time) * before) / (before - now));
    before = now;
  }
  return (3 * 2 * Math.PI) / (zeros[6] - zeros[0]);
}

/** True if a particle lies on an obstacle: a step looks for what holds it. */
function touches(simulation: Simulation): boolean {
  const copy = simulation.fork();
  copy.step(1);
  return copy.world.constraints.some(({ filter }) => filter);
}

describe('a run that starts in the slowest mode has its frequency', () => {
  // Silk is so stiff within its plane that its steps take minutes.
  const scenes = LONG
    ? SCENES.filter(({ id }) => id !== 'silk-scarf')
    : SCENES.filter(({ id }) => id === 'cloth-top-edge');
  const cases = scenes.map(({ id, material }) => ({ scene: id, rows: material ? 8 : 12 }));
  const large = [
    { scene: 'cloth', rows: 32 },
    { scene: 'cloth-top-edge', rows: 32 },
  ];
  for (const { scene, rows } of LONG ? [...cases, ...large] : cases) {
    test(`of ${scene}, ${rows} × ${rows}`, () => {
      const simulation = createSimulation({
        scene,
        integrator: 'velocity-verlet',
        precision: 'double',
        params: { rows, columns: rows, newtonTolerance: 1e-10, cgTolerance: 1e-10, ...UNDAMPED },
      });
      if (rows < 32 && simulation.particleCount > MAX_PARTICLES) return;
      // What has no equilibrium, touches an obstacle or stands on a saddle does not swing in a mode.
      if (!simulation.findEquilibrium().ok || touches(simulation)) return;
      const slowest = modes(simulation, { count: 7, from: 'low' });
      const [top] = modes(simulation, { count: 1, from: 'high' });
      const mode = slowest.find(({ omega }) => omega > 1e-6 * top.omega);
      if (!mode || slowest.some(({ growthRate }) => growthRate > 0)) {
        expect(SWINGING).not.toContain(scene);
        return;
      }
      expect(measuredFrequency(simulation, mode) / mode.omega).toBeCloseTo(1, 2.3);
    });
  }
});
