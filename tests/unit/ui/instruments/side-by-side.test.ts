import { expect, test } from 'vitest';
import { createSimulation, SCENES, stabilityLimit } from '../../../../src/physics';
import { createSideBySide } from '../../../../src/physics/analysis/side-by-side';
import type { Frame, Status } from '../../../../src/runtime/frame/frame';
import { resultText } from '../../../../src/ui/instruments/side-by-side/runs-table';
import { explicitAgainstImplicit, explicitLimit } from '../../../../src/ui/instruments/side-by-side/variant-row';

/** Their steps take little time; the others are left to the long run. */
const LIGHT = ['cloth', 'taichi-grid', 'chain', 'curtain', 'orbit', 'free-fall', 'slope'];
/** s; simulated. */
const SOON = 5;

function comparisonIn(scene: string): void {
  const main = createSimulation({ scene });
  const stability = { ...stabilityLimit(main), fraction: 0, grows: false, sought: false, refinable: false };
  const { choices, note } = explicitAgainstImplicit({ params: main.params, integrator: main.integrator, stability });
  const limit = explicitLimit(stability);
  if (note !== '') {
    expect(4 * 16 * limit).toBeGreaterThan(SOON);
    expect(note).toMatch(
      limit === Number.POSITIVE_INFINITY ? /^Nothing here limits dt/ : /would blow up here too, but late/,
    );
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

interface Run {
  label: string;
  blowUp?: { time: number };
  time?: number;
  energy?: { total: number; kinetic: number; elastic: number };
}

const ENERGY = { total: 1, kinetic: 0.5, elastic: 0.1 };

/** A frame of a square of 1 m × 1 m; its particles are at rest unless `speed`, m/s, is given. */
function frameOf(companions: Run[], { speed = 2, blowUp = null as Run['blowUp'] | null } = {}): Frame {
  const energy = { ...ENERGY, kinetic: 0.5 * 4 * speed ** 2 };
  return {
    status: { time: 1, blowUp, energy, params: { dt: 1e-3, gravity: 9.81 } },
    structure: { particleCount: 4, masses: [1, 1, 1, 1], pinned: [0, 0, 0, 0], surface: [0, 1, 2], grid: {} },
    positions: Float64Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0),
    companions: companions.map((one) => ({ time: 1, dt: 1e-3, energy, blowUp: null, ...one })),
  } as unknown as Frame;
}

test('the sentence says who blew up and when, who holds, and how far apart they are', () => {
  const explicit = { label: 'Symplectic Euler, dt 3.1 ms', blowUp: { time: 0.0496 } };
  const implicit = { label: 'Implicit Euler, dt 3.1 ms', energy: { ...ENERGY, total: 0.88 } };
  expect(resultText(frameOf([explicit, implicit]), [null, 0.0123])).toBe(
    'Symplectic Euler with dt 3.1 ms blew up at t = 0.050 s; the main run holds; Implicit Euler with dt 3.1 ms is 12.3 mm from the main run, with 120 mJ less energy.',
  );
  expect(resultText(frameOf([explicit, { label: 'RK4' }], { blowUp: { time: 0.02 } }), [null, null])).toBe(
    'The main run blew up at t = 0.020 s and Symplectic Euler with dt 3.1 ms at t = 0.050 s; RK4 holds.',
  );
  expect(resultText(frameOf([explicit], { blowUp: { time: 0.02 } }), [null])).toBe(
    'The main run blew up at t = 0.020 s and Symplectic Euler with dt 3.1 ms at t = 0.050 s; no run is left.',
  );
  expect(resultText(frameOf([{ label: 'RK4' }, { label: 'Slow', time: 0.5 }]), [3e-4, 0.2])).toBe(
    'No run has blown up: RK4 is 300 µm from the main run; Slow is behind, at t = 0.500 s.',
  );
});

test('at rest, with runs that look alike, there is nothing to see yet, and a throw is offered', () => {
  const still = frameOf([{ label: 'RK4' }, { label: 'Implicit' }], { speed: 0 });
  expect(resultText(still, [2e-4, 3e-4])).toEqual({
    text: 'The runs are at most 300 µm apart. Nothing to see yet: throw the cloth.',
  });
  expect(resultText(still, [0, 0])).toMatchObject({
    text: expect.stringMatching(/^The runs are equal\. /),
  });
  expect(resultText(still, [2e-4, 0.3])).toEqual(expect.any(String));
});
