import { describe, expect, test } from 'vitest';
import {
  createSimulation,
  energyLedger,
  INTEGRATORS,
  SCENES,
  type SceneFile,
  type Simulation,
} from '../../../src/physics';
import { goldenCloth } from '../../fixtures/golden-cloth';
import { ball, EXACT, G, K, M, near, oneSpring, withLedger } from '../../fixtures/ledger-accounts';
import { optionsOfScene } from '../../fixtures/scenes-in-turn';

const ZEROS = { kinetic: 0, elastic: 0, gravity: 0, hand: 0, damping: 0, parameters: 0, numerical: 0 };

for (const scene of SCENES) {
  test(`the ledger begins with zeros in ${scene.id}`, optionsOfScene(scene, 3), () => {
    const simulation = createSimulation({ scene: scene.id });
    simulation.step(3);
    expect(energyLedger(simulation)).toEqual(ZEROS);
  });
}

describe('heat', () => {
  test('of a damped spring is the energy that its oscillation loses, by the closed form', () => {
    const [A, kd] = [0.1, 0.8];
    const simulation = withLedger('rk4', 1e-3, oneSpring(A, {}, kd));
    const omega = Math.sqrt(K / M);
    const rate = kd / (2 * M);
    const damped = Math.sqrt(omega ** 2 - rate ** 2);
    for (let i = 0; i < 10; i++) {
      simulation.step(100);
      const t = simulation.time;
      const envelope = A * Math.exp(-rate * t);
      const x = envelope * (Math.cos(damped * t) + (rate / damped) * Math.sin(damped * t));
      const v = -envelope * (omega ** 2 / damped) * Math.sin(damped * t);
      near(energyLedger(simulation).damping, 0.5 * K * (A * A - x * x) - 0.5 * M * v * v, 1e-9);
    }
  });

  test('of drag is the energy that a free particle loses, ½mv²(1 − e^(−2ct/m))', () => {
    const scene = { ...ball(1, [3, 0, 0], {}), planes: [] };
    const simulation = withLedger('rk4', 1e-2, { ...scene, params: { gravity: 0, drag: 0.1 } });
    simulation.step(100);
    near(energyLedger(simulation).damping, 0.5 * M * 9 * (1 - Math.exp((-2 * 0.1) / M)), 1e-9);
  });

  test('of velocity decay is ½mv²(1 − e^(−2rt)) under every method, without a numerical part', () => {
    for (const { id } of INTEGRATORS) {
      const scene = { ...ball(1, [3, 0, 0], {}), planes: [] };
      const simulation = withLedger(id, 1e-2, { ...scene, params: { gravity: 0, drag: 0, decay: 0.7 } });
      simulation.step(100);
      near(energyLedger(simulation).damping, 0.5 * M * 9 * (1 - Math.exp(-1.4)), 1e-12);
      near(energyLedger(simulation).numerical, 0, 1e-12);
    }
  });

  test('of a bounce is ½mv²(1 − e²)', () => {
    for (const e of [0, 0.3, 0.8, 1]) {
      for (const { id, order } of INTEGRATORS) {
        const h = 1e-3;
        const simulation = withLedger(id, h, ball(0.5, [0, -1, 0], { restitution: e }));
        simulation.step(400);
        const impact = 0.5 * M * 1 + M * G * 0.5;
        near(energyLedger(simulation).damping, impact * (1 - e * e), order > 1 ? 1e-9 : 3 * M * G * 3.3 * h);
      }
    }
  });

  test('of friction is μ m g times the distance, up to the stop', () => {
    const mu = 0.4;
    for (const { id, order } of INTEGRATORS) {
      const simulation = withLedger(id, 1e-3, ball(0, [2, 0, 0], { friction: mu }));
      simulation.step(300);
      const distance = simulation.particle(0).position[0];
      near(energyLedger(simulation).damping, mu * M * G * distance, order > 1 ? 1e-9 : 1e-3);
      simulation.step(700);
      expect(simulation.particle(0).velocity).toEqual([0, 0, 0]);
      near(energyLedger(simulation).damping, 0.5 * M * 4, order > 1 ? 2e-6 : 1e-3);
    }
  });

  test('of a membrane, and work of the wind, leave a numerical part of the order of the method', () => {
    const cloth = goldenCloth();
    const surface = [0, 1, 2, 4, 5, 6, 8, 9, 10].flatMap((p) => [
      [p, p + 1, p + 4],
      [p + 1, p + 5, p + 4],
    ]) as [number, number, number][];
    const scene: SceneFile = {
      ...cloth,
      surface,
      membrane: { triangles: surface, lambda: 1e4, mu: 1e4, phi: 20, psi: 10, thickness: 1e-3 },
      forces: [{ type: 'wind', velocity: [0, 2, 6] }],
    };
    const ledgerOf = (id: string, dt: number) => {
      const simulation = withLedger(id, dt, scene);
      simulation.step(Math.round(0.1 / dt));
      return energyLedger(simulation);
    };
    const fine = ledgerOf('rk4', 1e-4);
    expect(Math.abs(fine.hand)).toBeGreaterThan(1e-3);
    expect(fine.damping).toBeGreaterThan(1e-3);
    near(fine.numerical, 0, 1e-9);
    const [coarse, finer] = [ledgerOf('velocity-verlet', 1e-4), ledgerOf('velocity-verlet', 5e-5)];
    near(Math.log2(coarse.numerical / finer.numerical), 2, 0.15);
  });
});

describe('the account parameters', () => {
  const running = () => {
    const simulation = withLedger('rk4', 1e-3);
    simulation.step(60);
    return simulation;
  };
  /** Compares the change of the ledger by a command with the expected jump. */
  function check(simulation: Simulation, command: Parameters<Simulation['apply']>[0], jump: number): void {
    const before = energyLedger(simulation);
    const energy = simulation.energy().total;
    simulation.apply(command);
    const after = energyLedger(simulation);
    near(after.parameters - before.parameters, simulation.energy().total - energy, 1e-15);
    near(after.parameters - before.parameters, jump, 1e-12);
    expect(after.hand).toBe(before.hand);
    expect(after.damping).toBe(before.damping);
    near(after.numerical, before.numerical, 1e-14);
  }

  test('has the exact jump of a change of stiffness or gravity, of a pin and of a cut', () => {
    const one = running();
    check(one, { type: 'set', key: 'stiffness', value: 130 }, 0.3 * one.energy().elastic);
    const two = running();
    check(two, { type: 'set', key: 'gravity', value: 3 }, two.energy().gravity * (3 / G - 1));
    const three = running();
    const v = three.particle(9).velocity;
    check(three, { type: 'pin', particle: 9, pinned: true }, -0.5 * 0.01 * v.reduce((sum, c) => sum + c * c, 0));
    const four = running();
    const { springs, restLengths } = four.model;
    const [a, b] = [four.particle(springs[10]).position, four.particle(springs[11]).position];
    const stretch = Math.hypot(...a.map((x, axis) => x - b[axis])) - restLengths[5];
    check(four, { type: 'cut', spring: 5 }, -0.5 * 100 * stretch ** 2);
  });

  test('has the jump of another resolution or precision, and of a search for an equilibrium', () => {
    const commands = [
      { type: 'set', key: 'rows', value: 5 },
      { type: 'precision', id: 'single' },
      { type: 'equilibrium' },
    ] as const;
    for (const command of commands) {
      const simulation = createSimulation({ params: { rows: 6, columns: 6, ...EXACT }, precision: 'double' });
      energyLedger(simulation);
      simulation.step(40);
      const energy = simulation.energy().total;
      simulation.apply(command);
      near(energyLedger(simulation).parameters, simulation.energy().total - energy, 1e-15);
      simulation.step(40);
      expect(energyLedger(simulation).damping).toBeGreaterThan(0);
    }
  });

  test('does not change by another method, or by a grab', () => {
    const simulation = running();
    check(simulation, { type: 'integrator', id: 'velocity-verlet' }, 0);
    check(simulation, { type: 'grab', particle: 10, target: [0.2, 0, 0.2] }, 0);
  });
});

describe('the ledger of a run', () => {
  test('starts again with zeros after a reset or a new scene', () => {
    const simulation = withLedger('rk4', 1e-3);
    for (const command of [{ type: 'reset' }, { type: 'scene', scene: 'cloth' }] as const) {
      simulation.step(50);
      expect(energyLedger(simulation).damping).toBeGreaterThan(0);
      simulation.apply(command);
      expect(energyLedger(simulation)).toEqual(ZEROS);
      simulation.step(50);
      expect(energyLedger(simulation).damping).toBeGreaterThan(0);
    }
  });

  test('returns to the last good state after a blow-up', () => {
    const scene = goldenCloth();
    const simulation = createSimulation({ scene, precision: 'double', params: { dt: 1e-3 } });
    simulation.step(7);
    energyLedger(simulation);
    simulation.step(153);
    simulation.apply({ type: 'set', key: 'stiffness', value: 1e6 });
    const before = energyLedger(simulation);
    simulation.step(100);
    expect(simulation.blowUp).not.toBeNull();
    expect(simulation.stepCount).toBe(160);
    expect(energyLedger(simulation)).toEqual(before);
  });

  test('has the same values again after a rewind, and after steps forward', () => {
    const scene = goldenCloth();
    const simulation = createSimulation({ scene, precision: 'double', params: { dt: 5e-4 } });
    energyLedger(simulation);
    simulation.step(100);
    const early = energyLedger(simulation);
    simulation.apply({ type: 'grab', particle: 10, target: [0.25, 0.1, 0.2] });
    simulation.step(70);
    simulation.apply({ type: 'equilibrium' });
    simulation.apply({ type: 'set', key: 'stiffness', value: 120 });
    simulation.step(30);
    const late = energyLedger(simulation);
    for (const [step, ledger] of [
      [100, early] as const,
      [200, late] as const,
      [37, null] as const,
      [200, late] as const,
    ]) {
      simulation.apply({ type: 'rewind', step });
      const now = energyLedger(simulation);
      for (const [key, value] of Object.entries(ledger ?? {})) near(now[key as keyof typeof now], value, 1e-13);
    }
  });

  test('that started between two checkpoints starts there again, and is zero before', () => {
    const simulation = createSimulation({ scene: goldenCloth(), precision: 'double', params: { dt: 5e-4 } });
    simulation.step(40);
    energyLedger(simulation);
    const ledgers: ReturnType<typeof energyLedger>[] = [];
    for (let i = 0; i < 60; i++) {
      simulation.step();
      ledgers.push(energyLedger(simulation));
    }
    for (const step of [43, 100, 40, 41, 90, 20]) {
      simulation.apply({ type: 'rewind', step });
      expect(energyLedger(simulation), `${step}`).toEqual(step <= 40 ? ZEROS : ledgers[step - 41]);
    }
  });

  test('has no audit after it is closed', () => {
    const simulation = withLedger('rk4', 1e-3);
    simulation.step(10);
    simulation.closeLedger();
    expect(simulation.world.audit).toBeNull();
    expect(energyLedger(simulation)).toEqual(ZEROS);
  });
});
