import { methodOf } from '../../registry';
import { createSimulation } from '../../simulation';
import type { IntegratorDefinition } from '../../world/integrator';
import { eliminate } from '../eigen/eigenvalues';

/** A chain that hangs from a pin, and how a method steps it. */
export interface ChainSetup {
  /** Number of springs, and of particles below the pin. */
  links: number;
  /** Of each spring, N/m. */
  stiffness: number;
  /** Of each particle, kg. */
  mass: number;
  /** s. */
  dt: number;
  /** As the parameter of the method; one that has none ignores it. */
  iterations: number;
  /** The same. */
  substeps: number;
}

/** m; of a link at rest. The result does not depend on it, nor on m/s² of gravity. */
const LENGTH = 1;
const GRAVITY = 1;
/** m; small against a link, so that none turns over within the step. */
const SHIFT = 1e-3;

/**
 * The stiffness that a chain at rest shows under its own weight, without drag, over the stiffness that was set. Below 1 it is softer: a method
 * that stops before it has solved its step leaves the chain longer.
 *
 * On a straight chain a step from rest is affine in the stretches s_j: its velocities are v = A s + b. At rest in this method v = 0.
 * A and b come from links + 1 steps. With all weights below it a spring of k has s_j = (links − j) m g/k, so that
 *
 *    k shown / k set = Σ (links − j) m g/k  /  Σ s_j,   j = 0 … links − 1
 *
 * What is at rest in one substep is so in all: a method that has substeps is asked for one step of dt/substeps. After several of them
 * the velocities may be 0 in a chain that has moved.
 */
export function deliveredStiffness(
  integrator: string | IntegratorDefinition,
  { links, stiffness, mass, dt, iterations, substeps }: ChainSetup,
): number {
  const parts = methodOf(integrator).solvesSprings ? substeps : 1;
  const simulation = createSimulation({
    scene: {
      hooke: 1,
      particles: {
        positions: Array.from({ length: links + 1 }, (_, i) => [0, -i * LENGTH, 0]),
        masses: mass,
        pinned: [0],
      },
      springs: {
        pairs: Array.from({ length: links }, (_, j) => [j, j + 1]),
        stiffness,
        restLengths: Array(links).fill(LENGTH),
      },
    },
    integrator,
    params: {
      dt: dt / parts,
      iterations,
      substeps: 1,
      gravity: GRAVITY,
      cgTolerance: 1e-13,
      newtonTolerance: 1e-13,
      stopOnBlowUp: 0,
    },
    precision: 'double',
  });
  const { positions: x, velocities: v } = simulation.state;
  /** Velocities along −y after a step from rest with these stretches. */
  const step = (stretches: readonly number[]) => {
    v.fill(0);
    let y = 0;
    stretches.forEach((stretch, j) => {
      y -= LENGTH + stretch;
      x[4 * (j + 1) + 1] = y;
    });
    simulation.step();
    return stretches.map((_, j) => -v[4 * (j + 1) + 1]);
  };
  const none: readonly number[] = Array(links).fill(0);
  const b = step(none);
  const columns = none.map((_, j) =>
    step(none.map((_, i) => (i === j ? SHIFT : 0))).map((value, i) => (value - b[i]) / SHIFT),
  );
  const A = b.map((_, i) => Float64Array.from(columns, (column) => column[i]));
  const stretches = eliminate(A)(Float64Array.from(b, (value) => -value));
  const exact = (0.5 * links * (links + 1) * mass * GRAVITY) / stiffness;
  return exact / stretches.reduce((sum, stretch) => sum + stretch);
}
