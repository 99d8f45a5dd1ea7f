// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import {
  createSimulation,
  growthPerStep,
  INTEGRATORS,
  type Mode,
  modes,
  type Simulation,
  stabilityLimit,
  type Vec3,
} from '../../../src/physics';
import { modeGrowth } from '../../../src/physics/analysis/stability/growth';
import { methodOf } from '../../../src/physics/registry';
import { everyNth } from '../../fixtures/run-length';

/** m; largest initial displacement. */
const AMPLITUDE = 1e-11;
/** Largest growth of the displacement for which the motion is still linear. */
const MAX_GROWTH = 1e5;

/**
 * A stretched cloth in equilibrium with all springs in tension: then the clamped matrix is exact. Damping proportional to stiffness
 * has the same modes, and so has drag.
 */
function stretchedCloth(integrator: string, damping: number, drag: number): Simulation {
  const [rows, columns] = [4, 5];
  const positions = Array.from(
    { length: rows * columns },
    (_, i): Vec3 => [0.12 * (i % columns), 0.12 * Math.floor(i / columns), 0],
  );
  const pairs: [number, number][] = [];
  for (let i = 0; i < rows * columns; i++) {
    if (i % columns < columns - 1) pairs.push([i, i + 1]);
    if (i < columns * (rows - 1)) pairs.push([i, i + columns]);
  }
  const pinned = positions.flatMap((_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return row % (rows - 1) === 0 || column % (columns - 1) === 0 ? [i] : [];
  });
  return createSimulation({
    scene: {
      hooke: 1,
      particles: { positions, masses: 0.01, pinned },
      springs: { pairs, restLengths: pairs.map(() => 0.1), stiffness: 100, damping },
      params: { gravity: 0, drag },
    },
    integrator,
    precision: 'double',
    params: { cgTolerance: 1e-12, newtonTolerance: 1e-12, stopOnBlowUp: 0 },
  });
}

/** Places the simulation at x + a φ, at rest. */
function startFrom(simulation: Simulation, { shape }: Mode, rest: Float64Array): void {
  const most = Math.max(...Array.from(shape, Math.abs));
  const positions = rest.slice();
  shape.forEach((value, i) => {
    positions[i + Math.floor(i / 3)] += (AMPLITUDE * value) / most;
  });
  simulation.apply({ type: 'place', positions, velocities: new Float64Array(positions.length), time: 0 });
}

/** q = φᵀM(x − x₀), and the size of all other motion, √(‖x − x₀‖² − q²). */
function share({ model, state }: Simulation, { shape }: Mode, rest: Float64Array): { q: number; others: number } {
  let [q, all] = [0, 0];
  shape.forEach((value, i) => {
    const particle = Math.floor(i / 3);
    const distance = state.positions[i + particle] - rest[i + particle];
    q += value * model.masses[particle] * distance;
    all += model.masses[particle] * distance * distance;
  });
  return { q, others: Math.sqrt(Math.max(0, all - q * q)) };
}

/**
 * Measured growth per step: the larger root of z² − t z + d of the recurrence q_{n+2} = t q_{n+1} − d q_n, by least
 * squares over the run.
 */
function measuredGrowth(simulation: Simulation, mode: Mode, rest: Float64Array, steps: number): number {
  startFrom(simulation, mode, rest);
  const q = [share(simulation, mode, rest).q];
  for (let n = 0; n < steps; n++) {
    simulation.step();
    const now = share(simulation, mode, rest);
    // Then another mode has grown from rounding error, or the motion is no longer linear.
    if (n > 2 && (now.others > 1e-3 * Math.abs(now.q) || Math.abs(now.q) > MAX_GROWTH * Math.abs(q[0]))) break;
    q.push(now.q);
  }
  let [aa, ab, bb, ay, by] = [0, 0, 0, 0, 0];
  for (let n = 0; n + 2 < q.length; n++) {
    // Normalized, so that decayed values have equal weight.
    const size = Math.abs(q[n]) + Math.abs(q[n + 1]);
    const [a, b, y] = [q[n + 1] / size, q[n] / size, q[n + 2] / size];
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ay += a * y;
    by += b * y;
  }
  const determinant = aa * bb - ab * ab;
  const t = (ay * bb - by * ab) / determinant;
  const d = (ay * ab - by * aa) / determinant;
  const half = t / 2;
  const discriminant = half * half - d;
  return discriminant < 0 ? Math.sqrt(d) : Math.abs(half) + Math.sqrt(discriminant);
}

describe('a run that starts from a mode grows or decays per step as predicted', () => {
  // Undamped, damped, and overdamped for the fastest modes.
  const DAMPINGS: [damping: number, drag: number][] = [
    [0, 0],
    [0.1, 0.05],
    [3, 0],
  ];
  // A fixed number of sweeps over the springs mixes the modes of a net: `laws/integrators/spring-solvers` says what holds for these.
  for (const { id } of INTEGRATORS.filter(({ solvesSprings }) => !solvesSprings)) {
    for (const [damping, drag] of DAMPINGS) {
      test(`under ${id}, dashpots of ${damping} N·s/m and drag of ${drag} N·s/m`, () => {
        const simulation = stretchedCloth(id, damping, drag);
        const rest = Float64Array.from(simulation.state.positions);
        const all = modes(simulation, { count: 18, from: 'low' });
        const fastest = all[all.length - 1].omega;
        // Slow, medium and fast modes; also a dt at which the fastest is unstable.
        for (const hOmega of [0.1, 0.9, 2.2]) {
          simulation.apply({ type: 'set', key: 'dt', value: hOmega / fastest });
          for (const mode of [all[0], all[9], all[17]]) {
            const predicted = growthPerStep(id, mode.omega * simulation.params.dt, mode.zeta);
            const measured = measuredGrowth(simulation, mode, rest, 12);
            const about = `hω of the fastest ${hOmega}, mode of ${mode.omega.toFixed(1)} rad/s, ζ = ${mode.zeta.toFixed(3)}`;
            expect(Math.abs(measured / predicted - 1), `${about}: ${measured} for ${predicted}`).toBeLessThan(0.01);
          }
        }
      });
    }
  }
});

describe('the limit of midpoint, which is stable by damping alone,', () => {
  // Their slow modes are damped little: they limit the step, though not the fastest mode.
  test.each(everyNth(3, ['rope-bridge', 'flag', 'curtain'], 1))(
    'lets no mode grow in %s in motion',
    { tags: ['sampled'] },
    (scene) => {
      const simulation = createSimulation({
        scene,
        integrator: 'implicit-euler',
        precision: 'double',
        params: scene === 'rope-bridge' ? {} : { rows: 8, columns: 8 },
      });
      simulation.step(60);
      const h = stabilityLimit(simulation, 'midpoint').dt;
      const all = modes(simulation, { count: 3 * simulation.particleCount, from: 'low' });
      const [omega, damping] = [all.map((mode) => mode.omega), all.map((mode) => mode.damping)];
      const { growth } = modeGrowth(methodOf('midpoint'), { omega, damping }, h, h * simulation.params.decay);
      expect(Math.max(...growth)).toBeLessThan(1 + 1e-6);
      expect(h).toBeGreaterThan(1e-4);
    },
  );
});
