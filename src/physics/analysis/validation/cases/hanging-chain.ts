import { gravity } from '../../../forces/gravity';
import { spring } from '../../../forces/spring';
import type { SceneFile } from '../../../scenes/file/scene-file';
import { symmetricEigen } from '../../eigen/symmetric-eigen';
import { createCaseWorld } from '../case-world';
import type { ValidationCase } from '../validation-case';

/** Half of the zeros of the Bessel function J₀. */
const EXACT = [1.20241, 2.76004, 4.32686];
/** m/s²; kg; m. */
const [G, MASS, LENGTH] = [9.81, 0.1, 1];
/** Largest strain of its springs under its weight. */
const STRAIN = 1e-5;

/** The lowest vibration modes of a chain that hangs from a pin. */
export const hangingChain: ValidationCase = {
  id: 'hanging-chain',
  label: 'Hanging chain, modes',
  quantity: 'ω √(L/g)',
  about:
    'The three lowest modes of a chain that hangs by one end and hardly stretches. The references are by Bernoulli: half of the zeros of the Bessel function J₀.',
  // Lumped masses: an error of second order in the spacing.
  tolerance: ({ cells }) => 0.04 * (20 / cells) ** 2,
  hasNoTriangles: true,
  *measure({ cells }) {
    const { world, state } = createCaseWorld(chainFile(cells), [spring, gravity]);
    world.linearize(state, false);
    // Vibrations across the chain, in units of √mass times x.
    const matrix = new Float64Array(cells * cells);
    const [p, y] = [new Float64Array(4 * (cells + 1)), new Float64Array(4 * (cells + 1))];
    const root = (i: number) => Math.sqrt(world.model.masses[i + 1]);
    for (let j = 0; j < cells; j++) {
      p.fill(0);
      y.fill(0);
      p[4 * (j + 1)] = 1;
      world.addDerivatives(y, p, -1, 0);
      for (let i = 0; i < cells; i++) matrix[i * cells + j] = y[4 * (i + 1)] / (root(i) * root(j));
    }
    yield null;
    const { values } = symmetricEigen(matrix, cells);
    return EXACT.map((reference, k) => ({
      label: `mode ${k + 1}`,
      value: Math.sqrt((values[k] * LENGTH) / G),
      reference,
    }));
  },
};

/** A chain at rest: the last particle has half of a mass. */
function chainFile(cells: number): SceneFile {
  const spacing = LENGTH / cells;
  const mass = MASS / cells;
  const k = (MASS * G) / (STRAIN * spacing);
  /** N; in the spring above particle i. */
  const tension = (i: number) => (cells - i + 0.5) * mass * G;
  const links = Array.from({ length: cells }, (_, i) => i);
  return {
    hooke: 1,
    particles: {
      positions: Array.from({ length: cells + 1 }, (_, i) => [0, -i * spacing, 0]),
      masses: Array.from({ length: cells + 1 }, (_, i) => (i === cells ? mass / 2 : mass)),
      pinned: [0],
    },
    springs: {
      pairs: links.map((i) => [i, i + 1]),
      restLengths: links.map((i) => spacing - tension(i + 1) / k),
      stiffness: k,
    },
    params: { gravity: G },
  };
}
