import { expect, test } from 'vitest';
import { createSimulation, SCENES, stabilityLimit } from '../../../../src/physics';
import { createSideBySide } from '../../../../src/physics/analysis/side-by-side';
import type { Status } from '../../../../src/runtime/frame/frame';
import {
  explicitAgainstImplicit,
  explicitLimit,
} from '../../../../src/ui/instruments/side-by-side/explicit-against-implicit';

/** Their steps take little time; the others are left to the long run. */
const LIGHT = ['cloth', 'taichi-grid', 'chain', 'curtain', 'orbit', 'free-fall', 'slope'];
/** s; simulated. */
const SOON = 5;

function comparisonIn(scene: string): void {
  const main = createSimulation({ scene });
  const stability = { ...stabilityLimit(main), fraction: 0, sought: false, refinable: false };
  const { choices, note } = explicitAgainstImplicit({ params: main.params, integrator: main.integrator, stability });
  const limit = explicitLimit(stability);
  if (note !== '') {
    expect(4 * 16 * limit).toBeGreaterThan(SOON);
    expect(note).toMatch(limit === Number.POSITIVE_INFINITY ? /^Nothing here limits dt/ : /stable here up to dt = \d/);
    return;
  }
  const variants = choices.map(({ method, key, value }) => ({
    label: method,
    integrator: method,
    params: key && value ? { [key]: value } : {},
  }));
  const runs = createSideBySide(main, variants);
  const [explicit, ...others] = runs.companions;
  for (let time = 0; time < SOON && !explicit.simulation.blowUp; time += main.params.dt) runs.step();
  expect(explicit.variant.integrator).toBe('symplectic-euler');
  expect(explicit.simulation.blowUp).not.toBeNull();
  for (const { blowUp } of [main, ...others.map(({ simulation }) => simulation)]) expect(blowUp).toBeNull();
}

const SENTENCE = 'in %s symplectic Euler blows up within seconds and no other run does, or the note says why';
test.each(LIGHT)(SENTENCE, comparisonIn);
test.each(SCENES.map(({ id }) => id).filter((id) => !LIGHT.includes(id)))(SENTENCE, { tags: ['long'] }, comparisonIn);

test('the limit of symplectic Euler is 2 (√(1 + ζ²) − ζ)/ω, with damping alone 2/c, and infinite without both', () => {
  const of = (omegaMax: number, decayMax: number) => explicitLimit({ omegaMax, decayMax } as Status['stability']);
  const [omega, zeta] = [1234, 0.3];
  expect(of(omega, 2 * zeta * omega)).toBeCloseTo((2 * (Math.sqrt(1 + zeta ** 2) - zeta)) / omega, 12);
  expect(of(omega, 0)).toBeCloseTo(2 / omega, 12);
  expect(of(0, 50)).toBeCloseTo(2 / 50, 12);
  expect(of(0, 0)).toBe(Number.POSITIVE_INFINITY);
});
