import { Matrix, solve } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, type Simulation } from '../../../src/physics';
import { QUERIES } from '../../../src/runtime/queries';
import { randomCloth } from '../../fixtures/random';

const ask = (simulation: Simulation) => QUERIES.matrices(simulation, {});
/** A crumpled net of nine particles in motion, with springs of all kinds; two are pinned. */
const small = (params: Record<string, number> = {}) =>
  createSimulation({
    scene: randomCloth(17, { rows: 3, columns: 3, pinned: [0, 2] }),
    precision: 'double',
    integrator: 'implicit-euler',
    params: { dt: 0.01, drag: 0.02, cgTolerance: 1e-12, ...params },
  });

function farthest(a: Matrix, b: Matrix): number {
  return Matrix.sub(a, b).abs().max();
}

describe('the matrices of a small scene', () => {
  for (const clamp of [0, 1]) {
    test(`satisfy the equations of the lecture notes, ${clamp === 1 ? 'clamped' : 'unclamped'}`, () => {
      const simulation = small({ clamp });
      const answer = ask(simulation);
      const [M, K, D, P, A] = [answer.M, answer.K, answer.D, answer.P, answer.A].map((rows) => new Matrix(rows));
      const { h } = answer;
      expect(answer.clamped).toBe(clamp === 1);
      expect([M.rows, K.rows, D.rows, P.rows, P.columns, A.rows]).toEqual([27, 27, 27, 21, 27, 21]);
      const whole = Matrix.sub(Matrix.sub(M, Matrix.mul(D, h)), Matrix.mul(K, h * h));
      expect(farthest(A, P.mmul(whole).mmul(P.transpose()))).toBeLessThan(1e-14);
      expect(farthest(P.mmul(P.transpose()), Matrix.eye(21))).toBe(0);
      expect(farthest(K, K.transpose())).toBeLessThan(1e-11);
      const f = Matrix.columnVector(answer.f);
      const v = Matrix.columnVector(answer.v);
      const b = P.mmul(Matrix.add(f, K.mmul(v).mul(h)).mul(h));
      expect(farthest(Matrix.columnVector(answer.rightSide), b)).toBeLessThan(1e-14);
      expect(farthest(Matrix.columnVector(answer.change), solve(A, b))).toBeLessThan(1e-11);
    });
  }

  test('K is the sum of E_jᵀ K_j E_j over the springs', () => {
    const answer = ask(small({ clamp: 0 }));
    const K = Matrix.zeros(27, 27);
    for (const { selection, block } of answer.springs) {
      const E = new Matrix(selection);
      K.add(E.transpose().mmul(new Matrix(block)).mmul(E));
    }
    expect(farthest(K, new Matrix(answer.K))).toBeLessThan(1e-11);
  });

  test('unclamped, K equals finite differences of the forces', () => {
    const simulation = small({ clamp: 0, damping: 0 });
    const { K } = ask(simulation);
    const { world, state } = simulation;
    const forcesAt = (place: number, step: number) => {
      const f = new Float64Array(36);
      const positions = Float64Array.from(state.positions);
      positions[place] += step;
      world.computeForces({ ...state, positions }, f);
      return f;
    };
    for (let column = 0; column < 27; column++) {
      const place = 4 * Math.floor(column / 3) + (column % 3);
      const [plus, minus] = [1e-6, -1e-6].map((step) => forcesAt(place, step));
      for (let row = 0; row < 27; row++) {
        const at = 4 * Math.floor(row / 3) + (row % 3);
        expect(Math.abs((plus[at] - minus[at]) / 2e-6 - K[row][column])).toBeLessThan(1e-5);
      }
    }
  });

  test('their solution is the step of implicit Euler', () => {
    const simulation = small();
    const { change, free } = ask(simulation);
    const before = simulation.state.velocities.slice();
    simulation.step();
    free.forEach((i, place) => {
      for (let axis = 0; axis < 3; axis++) {
        const seen = simulation.state.velocities[4 * i + axis] - before[4 * i + axis];
        expect(seen).toBeCloseTo(change[3 * place + axis], 10);
      }
    });
  });

  test.each(['none', 'block-jacobi'])(
    'the conjugate gradients get there step by step, as many as the solver by %s takes',
    (id) => {
      const simulation = small({ cgTolerance: 1e-6 });
      simulation.apply({ type: 'preconditioner', id });
      expect(ask(simulation).preconditioner).toBe(id);
      const { A, rightSide, change, steps } = ask(simulation);
      const b = Matrix.columnVector(rightSide);
      for (const { x, residual } of steps) {
        const r = Matrix.sub(b, new Matrix(A).mmul(Matrix.columnVector(x)));
        expect(r.norm() / b.norm()).toBeCloseTo(residual, 10);
      }
      expect(steps[0].beta).toBe(0);
      expect(steps.every(({ alpha }) => alpha > 0)).toBe(true);
      const last = steps[steps.length - 1];
      expect(last.residual).toBeLessThanOrEqual(1e-6);
      expect(farthest(Matrix.columnVector(last.x), Matrix.columnVector(change))).toBeLessThan(1e-5);
      simulation.step();
      expect(simulation.report.iterations).toBe(steps.length);
    },
  );

  test('components are named by axis and particle', () => {
    const { names, freeNames, free } = ask(small());
    expect(names.slice(0, 4)).toEqual(['x₀', 'y₀', 'z₀', 'x₁']);
    expect(free).toEqual([1, 3, 4, 5, 6, 7, 8]);
    expect(freeNames.slice(0, 4)).toEqual(['x₁', 'y₁', 'z₁', 'x₃']);
  });

  test('they are plain data, and the query changes no bit of the run', () => {
    const simulation = small();
    const before = simulation.hash();
    const answer = ask(simulation);
    expect(structuredClone(answer)).toEqual(answer);
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
    expect(simulation.hash()).toBe(before);
  });

  test('for a scene too large they are a RangeError with its number of particles', () => {
    expect(() => ask(createSimulation({ scene: 'taichi-grid' }))).toThrow(
      new RangeError('matrices are shown of scenes of at most 12 particles, and this one has 100'),
    );
  });
});

describe('the mechanisms of a scene', () => {
  const positions: [number, number, number][] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [1, 1, 0],
  ];
  const sides: [number, number][] = [
    [0, 1],
    [2, 3],
    [0, 2],
    [1, 3],
  ];
  const squareOf = (pinned: number[], pairs = sides) =>
    createSimulation({
      scene: {
        hooke: 1,
        particles: { positions, masses: 1, pinned },
        springs: { pairs, stiffness: 10 },
        params: { gravity: 0 },
      },
    });

  test('of a free plain square are two translations, a rotation and a sway', () => {
    const { count, rigid, motions } = QUERIES.mechanisms(squareOf([]), {});
    expect([count, rigid]).toEqual([4, 3]);
    expect(motions.map(({ name }) => name)).toEqual([
      'translation along x',
      'translation along y',
      'rotation about z',
      'sway',
    ]);
    for (const a of motions) {
      for (const b of motions) {
        const product = a.shape.reduce((sum, value, i) => sum + value * b.shape[i], 0);
        expect(product).toBeCloseTo(a === b ? 1 : 0, 12);
      }
    }
    // A sway stretches no side.
    const { shape } = motions[3];
    for (const [a, b] of sides) {
      const rate = [0, 1].reduce(
        (sum, axis) => sum + (positions[a][axis] - positions[b][axis]) * (shape[3 * a + axis] - shape[3 * b + axis]),
        0,
      );
      expect(rate).toBeCloseTo(0, 12);
    }
  });

  test('of a plain square on two pins are a sway of the two others along x', () => {
    const { motions } = QUERIES.mechanisms(squareOf([0, 1]), {});
    expect(motions.map(({ name, rigid, particles }) => ({ name, rigid, particles }))).toEqual([
      { name: 'sway', rigid: false, particles: [2, 3] },
    ]);
    expect(Math.abs(motions[0].shape[6])).toBeCloseTo(Math.SQRT1_2, 12);
  });

  test('of a braced square on one pin are the rotation about it', () => {
    const { motions } = QUERIES.mechanisms(squareOf([2], [...sides, [0, 3]]), {});
    expect(motions.map(({ name, rigid }) => ({ name, rigid }))).toEqual([
      { name: 'rotation about z through particle 2', rigid: true },
    ]);
  });

  test('of a free particle are named after it', () => {
    const { motions } = QUERIES.mechanisms(
      squareOf(
        [0, 1, 2],
        [
          [0, 1],
          [1, 2],
        ],
      ),
      {},
    );
    expect(motions.map(({ name }) => name)).toEqual(['particle 3 alone', 'particle 3 alone']);
  });

  test('of a hanging cloth at rest are none', () => {
    const simulation = createSimulation({ scene: 'bender-cloth', params: { rows: 5, columns: 5 } });
    simulation.findEquilibrium();
    expect(QUERIES.mechanisms(simulation, {})).toEqual({ count: 0, rigid: 0, motions: [] });
  });
});
