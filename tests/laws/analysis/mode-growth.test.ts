// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import {
  createSimulation,
  growthPerStep,
  INTEGRATORS,
  type Mode,
  modes,
  type Simulation,
  type Vec3,
} from '../../../src/physics';

/** m; how far the particle starts that starts the farthest, and by what factor it may have grown to still be near. */
const SMALL = 1e-11;
const GROWN = 1e5;

/**
 * A cloth in equilibrium, stretched, so that every spring pulls: then the clamped matrix is the true one. Damping in
 * proportion to stiffness shares its modes, where springs are; drag does everywhere.
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

/** Puts the run at x + a φ, at rest. */
function startFrom(simulation: Simulation, { shape }: Mode, rest: Float64Array): void {
  const most = Math.max(...Array.from(shape, Math.abs));
  const positions = rest.slice();
  shape.forEach((value, i) => {
    positions[i + Math.floor(i / 3)] += (SMALL * value) / most;
  });
  simulation.apply({ type: 'place', positions, velocities: new Float64Array(positions.length), time: 0 });
}

/** q = φᵀM(x − x₀), and how much else there is in the motion, √(‖x − x₀‖² − q²). */
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
 * Growth per step as it is measured: the larger root of z² − t z + d of the recurrence q_{n+2} = t q_{n+1} − d q_n, by least
 * squares over the run.
 */
function measuredGrowth(simulation: Simulation, mode: Mode, rest: Float64Array, steps: number): number {
  startFrom(simulation, mode, rest);
  const q = [share(simulation, mode, rest).q];
  for (let n = 0; n < steps; n++) {
    simulation.step();
    const now = share(simulation, mode, rest);
    // Beyond, it is another mode that has grown out of rounding, or no small motion.
    if (n > 2 && (now.others > 1e-3 * Math.abs(now.q) || Math.abs(now.q) > GROWN * Math.abs(q[0]))) break;
    q.push(now.q);
  }
  let [aa, ab, bb, ay, by] = [0, 0, 0, 0, 0];
  for (let n = 0; n + 2 < q.length; n++) {
    // Each by its own size, so that what has decayed counts as much.
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

describe('started from a mode, a run grows or decays per step as it was predicted', () => {
  // Undamped, damped, and beyond critical damping of the fastest.
  const DAMPINGS: [damping: number, drag: number][] = [
    [0, 0],
    [0.1, 0.05],
    [3, 0],
  ];
  for (const { id } of INTEGRATORS) {
    for (const [damping, drag] of DAMPINGS) {
      test(`under ${id}, dashpots of ${damping} N·s/m and drag of ${drag} N·s/m`, () => {
        const simulation = stretchedCloth(id, damping, drag);
        const rest = Float64Array.from(simulation.state.positions);
        const all = modes(simulation, { count: 18, from: 'low' });
        const fastest = all[all.length - 1].omega;
        // Low, middle and high; also where the method no longer holds the fastest.
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
