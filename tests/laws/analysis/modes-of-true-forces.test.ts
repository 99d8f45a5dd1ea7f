// @module-tag sampled
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, modes, SCENES, type Simulation } from '../../../src/physics';
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
  for (const scene of everyNth(4, SCENES)) {
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

describe('a run that starts in the slowest mode has its frequency', () => {
  const cases = ['cloth', 'cloth-top-edge'].flatMap((scene) => [12, 32].map((rows) => ({ scene, rows })));
  for (const { scene, rows } of LONG ? cases : cases.filter((one) => one.rows === 12)) {
    test(`of ${scene}, ${rows} × ${rows}`, () => {
      const simulation = createSimulation({
        scene,
        integrator: 'velocity-verlet',
        precision: 'double',
        params: { rows, columns: rows, damping: 0, drag: 0, decay: 0, dt: 1e-2 / rows },
      });
      expect(simulation.findEquilibrium().ok).toBe(true);
      const [{ omega, shape, growthRate }] = modes(simulation, { count: 1, from: 'low' });
      expect(growthRate).toBe(0);
      const { masses, inverseMasses } = simulation.model;
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
      for (let before = coordinate(); zeros.length < 7; ) {
        const time = simulation.time;
        simulation.step(1);
        const now = coordinate();
        if (before * now < 0) zeros.push(time + ((simulation.time - time) * before) / (before - now));
        before = now;
      }
      expect((3 * 2 * Math.PI) / (zeros[6] - zeros[0]) / omega).toBeCloseTo(1, 2.3);
    });
  }
});
