import type { SceneFile, Vec3 } from '../../src/physics';
import { randomCloth } from './random';

/** Particles along a side, and m between them. */
export const FLAT_SIZE = 20;
export const FLAT_SPACING = 0.05;

/**
 * 20 × 20 particles of 1/400 kg, springs in all six directions, flat at rest, gravity across it, undamped.
 * @param stiffness N/m, of every spring
 */
export function flatCloth(pinned: number[], stiffness = 5000): SceneFile {
  const { springs } = randomCloth(1, { rows: FLAT_SIZE, columns: FLAT_SIZE });
  return {
    hooke: 1,
    particles: {
      positions: Array.from(
        { length: FLAT_SIZE * FLAT_SIZE },
        (_, i): Vec3 => [FLAT_SPACING * (i % FLAT_SIZE), 0, FLAT_SPACING * Math.floor(i / FLAT_SIZE)],
      ),
      masses: 0.0025,
      pinned,
    },
    springs: { pairs: springs?.pairs ?? [], stiffness },
    integrator: 'implicit-euler',
    params: { dt: 1 / 30, gravity: 9.81, cgTolerance: 1e-3, cgIterations: 200, stopOnBlowUp: 0 },
  };
}
