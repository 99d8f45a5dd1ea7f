import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, modes } from '../../../../src/physics';
import { QUERIES } from '../../../../src/runtime/queries';
import { duelSentence, growthText, type Side } from '../../../../src/ui/instruments/side-by-side/runs-table';

const side = (label: string, growth: number | null, blowUpTime?: number): Side => ({
  ...{ label, growth, replay: null },
  blowUp: blowUpTime === undefined ? null : ({ time: blowUpTime } as Side['blowUp']),
});

describe('the sentence of a duel', () => {
  test('says of each method its factor and what became of its run', () => {
    expect(duelSentence([side('A', 0.129), side('B', 7.69, 1.5)], 0.0031, 1.2)).toBe(
      'Growth factors per step of the fastest mode at dt = 3.1 ms: 0.129 with A, which holds, and 7.69 with B, which blew up after 300 ms.',
    );
    expect(duelSentence([side('A', 1), side('B', 1.0004)], 0.0031, 0)).toBe(
      'Growth factors per step of the fastest mode at dt = 3.1 ms: 1 with A, which holds, and 1.0004 with B, which has not blown up yet.',
    );
  });

  test('names no cause that the factor does not show', () => {
    expect(duelSentence([side('A', 0.9, 2), side('B', 2, 2)], 0.0031, 0)).toContain(
      '0.9 with A, which blew up after 2 s by other motion, and 2 with B, which blew up after 2 s.',
    );
  });

  test('has no factor where there is none', () => {
    expect(duelSentence([side('A', null), side('B', null, 3)], 0.0031, 0)).toBe(
      'At dt = 3.1 ms: A holds; B blew up after 3 s.',
    );
    expect(growthText(null)).toBe('–');
  });
});

describe('the growth factors of a duel', () => {
  const integrators = INTEGRATORS.filter(({ solvesSprings }) => !solvesSprings).map(({ id }) => id);

  test.each([
    ['cloth', { rows: 8, columns: 8, dt: 2e-3 }],
    ['cloth', { rows: 8, columns: 8, dt: 1e-4, decay: 3, damping: 0 }],
    ['chain', { dt: 1e-3 }],
    ['membrane-cloth', { dt: 1e-3 }],
  ])('are those of the fastest mode: %s, %o', (scene, params) => {
    const simulation = createSimulation({ scene, params, precision: 'double' });
    simulation.step(10);
    const found = QUERIES.fastestGrowth(simulation, { integrators });
    const [{ omega, zeta }] = modes(simulation, { count: 1, from: 'high' });
    integrators.forEach((integrator, i) => {
      simulation.apply({ type: 'integrator', id: integrator });
      const { growth } = QUERIES.modeGrowth(simulation, { omega: [omega], damping: [2 * zeta * omega] });
      expect((found?.[i] ?? 0) / growth[0], integrator).toBeCloseTo(1, 3);
    });
  });

  test('are not there without stiffness', () => {
    const simulation = createSimulation({ scene: 'bounce' });
    expect(QUERIES.fastestGrowth(simulation, { integrators })).toBeNull();
  });
});
