// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import { energyLedger, type Vec3 } from '../../../src/physics';
import { ball, G, K, L0, near, oneSpring, withLedger } from '../../fixtures/ledger-accounts';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';

describe('the account hand', () => {
  test('has ½kx² after a soft grab that stretches a spring slowly, and no work while its target rests', () => {
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
    const { hand, elastic } = energyLedger(simulation);
    near(elastic, 0.5 * K * x * x, 1e-9);
    near(hand, 0.5 * K * x * x, 1e-9);
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
});
