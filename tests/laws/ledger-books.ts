import { expect } from 'vitest';
import { createSimulation, type EnergyLedger, energyLedger, type SceneFile, type Simulation } from '../../src/physics';
import { goldenCloth } from './golden-cloth';

/** Of the two scenes below: kg, N/m, m, m/s². */
export const [M, K, L0, G] = [0.2, 40, 0.3, 9.81];

/** Solves to rounding. */
export const EXACT = { cgTolerance: 1e-13, cgIterations: 2000, newtonTolerance: 1e-14, newtonIterations: 60 };

/** What the accounts say that is not the books' own identity, J: 0 but for rounding. */
export function imbalance(books: EnergyLedger): number {
  const { kinetic, elastic, gravity, hand, parameters, damping, numerical } = books;
  const size = Math.max(...Object.values(books).map(Math.abs));
  return (kinetic + elastic + gravity - (hand + parameters - damping + numerical)) / (size || 1);
}

/** The golden cloth with dashpots and drag, or another scene, with its books open. */
export function withBooks(
  integrator: string,
  dt: number,
  scene: SceneFile = goldenCloth(),
  precision: 'single' | 'double' = 'double',
): Simulation {
  const simulation = createSimulation({ scene, integrator, precision, params: { grabStiffness: 30, ...EXACT, dt } });
  energyLedger(simulation);
  return simulation;
}

/** Four tenths of a second in which the hand takes a corner softly, draws it about and lets go; what `look` tells ten times. */
export function dragAbout<T>(simulation: Simulation, look: () => T): T[] {
  const steps = Math.round(0.04 / simulation.params.dt);
  return Array.from({ length: 10 }, (_, k) => {
    if (k === 2) simulation.apply({ type: 'grab', particle: 10, target: [0.25, 0.1, 0.2] });
    if (k > 2 && k < 8) simulation.apply({ type: 'move', target: [0.25 + 0.02 * k, 0.1 - 0.03 * k, 0.2] });
    if (k === 8) simulation.apply({ type: 'release' });
    simulation.step(steps);
    return look();
  });
}

/** A pin, and a particle on a spring beside it, stretched by A and at rest. */
export function oneSpring(stretch: number, params: Record<string, number> = {}, damping = 0): SceneFile {
  return {
    hooke: 1,
    particles: {
      positions: [
        [0, 0, 0],
        [L0 + stretch, 0, 0],
      ],
      masses: M,
      pinned: [0],
    },
    springs: { pairs: [[0, 1]], restLengths: [L0], stiffness: K, damping },
    params: { gravity: 0, drag: 0, ...params },
  };
}

/** A particle above the ground, or on it. */
export function ball(height: number, velocity: [number, number, number], ground: object, params = {}): SceneFile {
  return {
    hooke: 1,
    particles: { positions: [[0, height, 0]], velocities: [velocity], masses: M },
    planes: [{ point: [0, 0, 0], normal: [0, 1, 0], restitution: 0, friction: 0, ...ground }],
    params: { gravity: G, drag: 0, ...params },
  };
}

export const near = (value: number, expected: number, within: number) =>
  expect(Math.abs(value - expected), `${value} for ${expected}`).toBeLessThan(within);
