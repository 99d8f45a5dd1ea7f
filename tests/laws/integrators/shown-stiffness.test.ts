import { Matrix, solve } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { deliveredStiffness } from '../../../src/physics/analysis/methods/delivered-stiffness';
import { shownStiffness } from '../../../src/physics/analysis/state/springs';
import { everyNth } from '../../fixtures/run-length';

const SETUP = { links: 10, stiffness: 500, mass: 0.01, dt: 1 / 120, iterations: 1, substeps: 1 };
type Setup = typeof SETUP;

/** The chain of the setup, hanging straight. */
function hanging(integrator: string, { links, mass, stiffness, ...params }: Setup) {
  return createSimulation({
    scene: {
      hooke: 1,
      particles: {
        positions: Array.from({ length: links + 1 }, (_, i) => [0, -0.5 * i, 0]),
        masses: mass,
        pinned: [0],
      },
      springs: { pairs: Array.from({ length: links }, (_, j) => [j, j + 1]), stiffness },
      params: { ...params, gravity: 9.81, drag: 0.02 },
    },
    integrator,
  });
}

/**
 * Of a chain of N links, one sweep of PBD multiplies the stretches by P = Π (I − κ_j (W e_j) e_jᵀ/W_jj), where W has 2/m on its diagonal
 * (1/m for the first link, which hangs from the pin) and −1/m beside it. At rest n sweeps undo what gravity does in a step:
 *
 *    Pⁿ(s + h²g e₁) = s
 *
 * XPBD solves (I/(h²k) + W)λ = C/h² by Gauss–Seidel: with D + L its lower triangle in the order of the sweep and G = I − (D + L)⁻¹A, n
 * sweeps from 0 give (I − Gⁿ)A⁻¹b, and at rest these are the weights below each link. Every second link comes first, from the pin on.
 * @returns k shown over k set, by linear algebra alone
 */
function closedForm(method: 'pbd' | 'xpbd', { links: N, stiffness: k, mass: m, dt: h, iterations: n }: Setup): number {
  const W = Matrix.zeros(N, N);
  for (let j = 0; j < N; j++) {
    W.set(j, j, j === 0 ? 1 / m : 2 / m);
    if (j > 0) W.set(j, j - 1, -1 / m);
    if (j > 0) W.set(j - 1, j, -1 / m);
  }
  const one = Matrix.eye(N);
  const first = Matrix.zeros(N, 1);
  first.set(0, 0, h * h);
  const power = (P: Matrix) => Array.from({ length: n }).reduce((all: Matrix) => all.mmul(P), one);
  const weights = Matrix.columnVector(Array.from({ length: N }, (_, j) => (N - j) * m));
  const stretches = () => {
    if (method === 'pbd') {
      const links = Array.from({ length: N }, (_, j) => j);
      const order = links.filter((j) => j % 2 === 0).concat(links.filter((j) => j % 2 === 1));
      const P = order.reduce((all, j) => {
        const kappa = 1 - (1 + h * h * k * W.get(j, j)) ** (-1 / n);
        const step = Matrix.eye(N);
        for (let i = 0; i < N; i++) step.set(i, j, step.get(i, j) - (kappa * W.get(i, j)) / W.get(j, j));
        return step.mmul(all);
      }, one);
      const Pn = power(P);
      return solve(Matrix.sub(one, Pn), Pn.mmul(first));
    }
    const A = Matrix.add(W, Matrix.mul(one, 1 / (h * h * k)));
    const lower = A.clone();
    for (let i = 0; i < N; i += 2) for (let j = 1; j < N; j += 2) lower.set(i, j, 0);
    const G = Matrix.sub(one, solve(lower, A));
    const b = A.mmul(solve(Matrix.sub(one, power(G)), weights));
    return Matrix.sub(Matrix.mul(b, h * h), first);
  };
  return weights.sum() / k / stretches().sum();
}

describe('the stiffness that a hanging chain shows', () => {
  test.each(['pbd', 'xpbd'] as const)('follows from linear algebra for any number of iterations of %s', (id) => {
    for (const iterations of [1, 2, 3, 5, 10, 20, 50, 100]) {
      for (const stiffness of [500, 5e4]) {
        const setup = { ...SETUP, iterations, stiffness };
        expect(deliveredStiffness(id, setup) / closedForm(id, setup)).toBeCloseTo(1, 5);
      }
    }
  });

  test.each(['pbd', 'xpbd'])(
    'is closer to a high stiffness in n substeps of one iteration than with n iterations of %s',
    (id) => {
      for (const links of [10, 40]) {
        for (const stiffness of [5e3, 5e4, 5e5]) {
          for (const n of [10, 100]) {
            const setup = { ...SETUP, links, stiffness, dt: 1 / 60 };
            const inSubsteps = deliveredStiffness(id, { ...setup, substeps: n });
            expect(inSubsteps).toBeLessThan(1);
            expect(inSubsteps).toBeGreaterThan(1.1 * deliveredStiffness(id, { ...setup, iterations: n }));
          }
        }
      }
    },
  );

  test.each(['pbd', 'xpbd'] as const)('is measured within 2 % under %s, from the positions at rest', (id) => {
    for (const iterations of [1, 5]) {
      const setup = { ...SETUP, iterations };
      const simulation = hanging(id, setup);
      simulation.step(1500);
      const before = simulation.hash();
      const shown = shownStiffness(simulation);
      expect(simulation.hash()).toBe(before);
      expect(shown).toHaveProperty('ratio');
      if ('ratio' in shown) expect(Math.abs(shown.ratio / closedForm(id, setup) - 1)).toBeLessThan(0.02);
    }
  });

  const methods = ['projective-dynamics', 'pbd', 'vertex-block-descent', 'xpbd'];
  const pairs = methods.flatMap((id) => [1, 5, 20].map((substeps) => [id, substeps] as const));
  test.each(everyNth(5, pairs))(
    'in a run without drag is the one that is said of %s with %i substeps',
    { tags: ['sampled'] },
    (id, substeps) => {
      const setup = { ...SETUP, dt: 1 / 60, iterations: 2, substeps };
      const simulation = hanging(id, setup);
      simulation.step(1500);
      simulation.apply({ type: 'set', key: 'drag', value: 0 });
      simulation.step(500);
      const shown = shownStiffness(simulation);
      if (!('ratio' in shown)) throw new Error(JSON.stringify(shown));
      expect(Math.abs(shown.ratio / deliveredStiffness(id, setup) - 1)).toBeLessThan(0.02);
    },
  );

  test.each(['projective-dynamics', 'vertex-block-descent'])('is what was set under %s', (id) => {
    const simulation = hanging(id, { ...SETUP, iterations: 3 });
    simulation.step(1500);
    expect(shownStiffness(simulation)).toHaveProperty('ratio', expect.closeTo(1, 2));
  });

  test('is not told of what moves, touches an obstacle, or carries nothing', () => {
    const moving = hanging('xpbd', SETUP);
    expect(shownStiffness(moving)).toEqual({ reason: 'moves' });
    moving.apply({ type: 'set', key: 'gravity', value: 0 });
    expect(shownStiffness(moving)).toEqual({ reason: 'carries nothing' });
    const lying = createSimulation({ scene: 'chain', integrator: 'xpbd' });
    lying.apply({ type: 'pins', particles: [] });
    lying.step(3000);
    expect(shownStiffness(lying)).toEqual({ reason: 'touches' });
    expect(shownStiffness(createSimulation({ scene: 'orbit' }))).toEqual({ reason: 'has no springs' });
  });
});
