// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import { createSimulation, energyLedger, INTEGRATORS, type Vec3 } from '../../../src/physics';
import { ball, G, imbalance, K, L0, M, near, oneSpring, withLedger } from '../../fixtures/ledger-accounts';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { everyNth } from '../../fixtures/run-length';

describe('the account hand', () => {
  test('has ½kx² and the heat of its dashpot after a soft grab that stretches a spring slowly, and no work while its target rests', () => {
    const [kg, far] = [30, 0.05];
    const simulation = withLedger('rk4', 1e-3, oneSpring(0, { grabStiffness: kg }));
    simulation.apply({ type: 'grab', particle: 1, target: [L0, 0, 0] });
    for (let i = 1; i <= 500; i++) {
      simulation.apply({ type: 'move', target: [L0 + (far * i) / 500, 0, 0] });
      simulation.step(10);
    }
    simulation.step(3000);
    const x = (kg * far) / (kg + K);
    near(simulation.particle(1).position[0] - L0, x, 1e-9);
    const { hand, elastic, damping } = energyLedger(simulation);
    near(elastic, 0.5 * K * x * x, 1e-9);
    near(hand - damping, 0.5 * K * x * x, 1e-9);
    near(damping, (2 * Math.sqrt(kg * M) * x * x) / 5, 1e-5);
    simulation.step(1000);
    near(energyLedger(simulation).hand, hand, 1e-12);
  });

  test('has F·Δx of a push on every particle', () => {
    const scene = { ...ball(1, [0, 0, 0], {}), planes: [] };
    const simulation = withLedger('rk4', 1e-2, { ...scene, params: { gravity: 0 } });
    simulation.apply({ type: 'push', force: [0.3, 0, 0.4] });
    simulation.step(50);
    const [x, , z] = simulation.particle(0).position;
    near(energyLedger(simulation).hand, 0.3 * x + 0.4 * z, 1e-12);
    near(energyLedger(simulation).kinetic, 0.3 * x + 0.4 * z, 1e-12);
  });

  /** A hanging chain with a shaken pin, or with a rigid grab of its end along the same path: remainder and work, J. */
  function moveEnd(by: 'motion' | 'grab', id: string, dt: number): { remainder: number; work: number } {
    const amplitude: Vec3 = [0.05, -0.08, 0.03];
    const positions: Vec3[] = [
      [0, 1, 0],
      [0.1, 0.7, 0.05],
      [0.15, 0.4, 0],
    ];
    const pairs: [number, number][] = [
      [0, 1],
      [1, 2],
    ];
    const simulation = withLedger(id, dt, {
      hooke: 1,
      particles: { positions, masses: 0.1, pinned: by === 'motion' ? [0] : [] },
      springs: { pairs, restLengths: [L0, L0], stiffness: K, damping: 0.3 },
      motion: by === 'motion' ? [{ particles: [0], shake: { amplitude, frequency: 3 } }] : [],
      params: { gravity: G, drag: 0.05, hardHold: 1 },
    });
    const each = Math.round(0.03 / dt);
    let squares = 0;
    for (let i = 1; i <= 10 * each; i++) {
      const s = Math.sin(6 * Math.PI * i * dt);
      const target = positions[0].map((x, axis) => x + amplitude[axis] * s) as Vec3;
      if (by === 'grab') simulation.apply(i === 1 ? { type: 'grab', particle: 0, target } : { type: 'move', target });
      simulation.step();
      if (i % each === 0) squares += energyLedger(simulation).numerical ** 2;
    }
    return { remainder: Math.sqrt(squares / 10), work: energyLedger(simulation).hand };
  }

  eachMethodInTurn(3, ({ id, order }) => {
    test(`balances for moving pins and a rigid grab, to order ${order}`, () => {
      for (const by of ['motion', 'grab'] as const) {
        const dt = [0, 1e-4, 2.5e-4, 1e-3, 1e-3][order];
        const [coarse, fine] = [1, 2].map((finer) => moveEnd(by, id, dt / finer));
        expect(Math.abs(fine.work)).toBeGreaterThan(0.1);
        near(Math.log2(coarse.remainder / fine.remainder), order, 0.15);
      }
    });
  });

  /** Particle 40 of a cloth over a ball, pulled at 20 m/s for 0.2 s from the time at which the cloth lies on it. */
  function pull(integrator: string, dt: number) {
    const params = { rows: 10, columns: 10, dt };
    const simulation = createSimulation({ scene: 'cloth-on-sphere', integrator, precision: 'double', params });
    simulation.step(Math.round(0.4 / dt));
    energyLedger(simulation);
    const start = simulation.particle(40).position;
    let target = start;
    const energyOfSpring = () =>
      0.5 *
      simulation.params.grabStiffness *
      simulation.particle(40).position.reduce((e, x, i) => e + (x - target[i]) ** 2, 0);
    simulation.apply({ type: 'grab', particle: 40, target });
    let pointer = 0;
    let path = 0;
    for (let i = 1; i <= Math.round(0.2 / dt); i++) {
      const before = energyOfSpring();
      target = [start[0] + 16 * i * dt, start[1] + 12 * i * dt, start[2]];
      pointer += energyOfSpring() - before;
      simulation.apply({ type: 'move', target });
      const { position } = simulation.particle(40);
      simulation.step();
      path += Math.hypot(...simulation.particle(40).position.map((x, i) => x - position[i]));
    }
    return { simulation, pointer, left: energyOfSpring(), path };
  }

  const CASES = INTEGRATORS.flatMap(({ id, implicit, solvesSprings }) =>
    (implicit || solvesSprings ? [1 / 240, 1 / 120, 1 / 60] : [1e-4, 2e-4, 4e-4]).map((dt) => ({ id, dt })),
  );
  test.each(everyNth(40, CASES))(
    'has what the pointer does, less what is left in the spring, where a cloth over a ball is pulled at 20 m/s: $id, dt = $dt s',
    { tags: ['sampled'] },
    ({ id, dt }) => {
      const { simulation, pointer, left, path } = pull(id, dt);
      const ledger = energyLedger(simulation);
      expect(path).toBeGreaterThan(0.2);
      expect(simulation.blowUp).toBeNull();
      near(ledger.hand + left, pointer, 1e-9 * pointer);
      near(ledger.parameters, 0, 1e-9 * pointer);
      near(imbalance(ledger), 0, 1e-12);
    },
  );

  test('has what a spring of critical damping loses, and the heat what of it is not motion, by the closed form', () => {
    const [kg, d] = [30, 0.1];
    const omega = Math.sqrt(kg / M);
    for (const { id, order } of INTEGRATORS) {
      const scene = { ...ball(0, [0, 0, 0], {}), planes: [] };
      const simulation = withLedger(id, order === 1 ? 1e-4 : 1e-3, {
        ...scene,
        params: { gravity: 0, grabStiffness: kg },
      });
      simulation.apply({ type: 'grab', particle: 0, target: [d, 0, 0] });
      for (let k = 0; k < 4; k++) {
        simulation.step(order === 1 ? 1000 : 100);
        const { time } = simulation;
        const decay = Math.exp(-omega * time);
        const v = d * omega * omega * time * decay;
        const rest = d * (1 + omega * time) * decay;
        const { hand, damping } = energyLedger(simulation);
        const within = order === 1 ? 2e-3 : 2e-4;
        near(hand / (0.5 * kg * d * d), 1 - (rest / d) ** 2, within);
        near(damping / (0.5 * kg * d * d), 1 - (rest / d) ** 2 - (M * v * v) / (kg * d * d), within);
      }
    }
  });
});
