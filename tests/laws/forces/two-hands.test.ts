import { describe, expect, test } from 'vitest';
import { createSimulation, energyLedger, INTEGRATORS, type Simulation, type Vec3 } from '../../../src/physics';
import { K, L0, M, near, oneSpring, withLedger } from '../../fixtures/ledger-accounts';
import { everyNth } from '../../fixtures/run-length';

/** Particles of the cloth of 12 × 12 that the hands hold. */
const LEFT = 60;
const RIGHT = 70;
const SMALL = { scene: 'cloth', params: { rows: 12, columns: 12 } } as const;

/** Both hands pull apart, both targets moving in the same steps, and the second lets go. */
function pullApart(simulation: Simulation, steps = 60): void {
  const [a, b] = [LEFT, RIGHT].map((i) => simulation.particle(i).position);
  simulation.apply({ type: 'grab', particle: LEFT, target: a });
  simulation.apply({ type: 'grab', particle: RIGHT, target: b, hand: 1 });
  for (let k = 1; k <= steps; k++) {
    simulation.apply({ type: 'move', target: [a[0] - 0.004 * k, a[1], a[2] + 0.002 * k] });
    simulation.apply({ type: 'move', target: [b[0] + 0.004 * k, b[1], b[2] + 0.002 * k], hand: 1 });
    simulation.step(5);
  }
  simulation.apply({ type: 'release', hand: 1 });
  simulation.step(20);
}

describe('two hands', () => {
  test('hold a particle each: each moves and lets go by itself, and a hand without number is the first', () => {
    const simulation = createSimulation(SMALL);
    const target: Vec3 = [0, 1, 0.2];
    simulation.apply({ type: 'grab', particle: LEFT, target });
    simulation.apply({ type: 'grab', particle: RIGHT, target, hand: 1 });
    simulation.apply({ type: 'move', target: [0, 2, 0], hand: 1 });
    expect(simulation.grabs).toEqual([
      { hand: 0, particle: LEFT, target },
      { hand: 1, particle: RIGHT, target: [0, 2, 0] },
    ]);
    expect([simulation.held, simulation.target]).toEqual([LEFT, target]);
    simulation.apply({ type: 'release' });
    expect(simulation.grabs.map(({ hand }) => hand)).toEqual([1]);
    expect(simulation.held).toBeNull();
    // Taken over by the other hand.
    simulation.apply({ type: 'grab', particle: RIGHT, target });
    expect(simulation.grabs).toEqual([{ hand: 0, particle: RIGHT, target }]);
    simulation.apply({ type: 'reset' });
    expect(simulation.grabs).toEqual([]);
    for (const hand of [2, -1, 0.5])
      expect(() => simulation.apply({ type: 'grab', particle: 1, target, hand })).toThrow(/grab\.hand/);
  });

  test('at one place are as two: the first has the bits of a run without a second', () => {
    const [named, plain] = [createSimulation(SMALL), createSimulation(SMALL)];
    const [x, y, z] = plain.particle(LEFT).position;
    plain.apply({ type: 'grab', particle: LEFT, target: [x, y, z + 0.2] });
    named.apply({ type: 'grab', particle: LEFT, target: [x, y, z + 0.2], hand: 0 });
    for (const simulation of [plain, named]) simulation.step(200);
    expect(named.hash()).toBe(plain.hash());
  });

  test.each(
    everyNth(
      4,
      INTEGRATORS.filter(({ implicit }) => implicit).map(({ id }) => id),
    ),
  )('do not blow %s up, stiff as they may be, soft and rigid', { tags: ['sampled'] }, (integrator) => {
    for (const hardHold of [0, 1]) {
      const params = { ...SMALL.params, dt: 5e-3, grabStiffness: 1e4, hardHold };
      const simulation = createSimulation({ scene: 'cloth', integrator, params });
      pullApart(simulation);
      expect(simulation.blowUp).toBeNull();
      expect(simulation.state.positions.every(Number.isFinite)).toBe(true);
    }
  });

  test.each(['symplectic-euler', 'implicit-euler'])(
    'are rewound and replayed to the bit, and stay in a copy: %s',
    (integrator) => {
      const simulation = createSimulation({ ...SMALL, integrator });
      simulation.step(30);
      pullApart(simulation);
      const { stepCount } = simulation;
      const hash = simulation.hash();
      simulation.apply({ type: 'rewind', step: 150 });
      expect(simulation.grabs.map(({ particle }) => particle)).toEqual([LEFT, RIGHT]);
      const copy = simulation.fork();
      simulation.step(100);
      copy.step(100);
      // The copy has no commands ahead of it: the hands rest.
      expect(copy.grabs.map(({ particle }) => particle)).toEqual([LEFT, RIGHT]);
      simulation.step(stepCount - 250);
      expect(simulation.hash()).toBe(hash);
      expect(simulation.grabs.map(({ particle }) => particle)).toEqual([LEFT]);
    },
  );

  test('do the work that stretches a spring from both ends, and none while they rest', () => {
    const [kg, far] = [30, 0.05];
    const simulation = withLedger('rk4', 1e-3, { ...oneSpring(0, { grabStiffness: kg }) });
    simulation.apply({ type: 'pin', particle: 0, pinned: false });
    const [a, b] = [0, 1].map((i) => simulation.particle(i).position);
    simulation.apply({ type: 'grab', particle: 0, target: a, hand: 1 });
    simulation.apply({ type: 'grab', particle: 1, target: b });
    const along = b.map((value, axis) => (value - a[axis]) / L0);
    const off = (from: Vec3, distance: number) => from.map((value, axis) => value + distance * along[axis]) as Vec3;
    for (let i = 1; i <= 500; i++) {
      simulation.apply({ type: 'move', target: off(a, (-far * i) / 500), hand: 1 });
      simulation.apply({ type: 'move', target: off(b, (far * i) / 500) });
      simulation.step(10);
    }
    simulation.step(6000);
    // Each grab's spring is shorter by K x / k_g than its target is far, where x is the stretch.
    const x = (2 * far) / (1 + (2 * K) / kg);
    const { hand, elastic, damping } = energyLedger(simulation);
    near(elastic, 0.5 * K * x * x, 1e-8);
    near(hand - damping, 0.5 * K * x * x, 1e-8);
    // Both dashpots, each along half of the stretch in 5 s.
    near(damping, (Math.sqrt(kg * M) * x * x) / 5, 1e-5);
  });
});
