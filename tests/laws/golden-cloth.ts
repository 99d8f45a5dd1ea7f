import type { SceneFile, Vec3 } from '../../src/physics';

/**
 * The golden cloth: a 4 × 4 sheet with every kind of force, whose motion was computed independently.
 * Particle p = 4i + j at (0.1j, 0, 0.1i), v_y(p) = 0.1((7p mod 5) − 2); pins 0 and 3.
 */
export function goldenCloth(): SceneFile {
  const numbers = Array.from({ length: 16 }, (_, p) => p);
  const directions = [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, -1],
    [0, 2],
    [2, 0],
  ];
  const pairs = directions.flatMap(([down, right]) =>
    numbers
      .filter((p) => Math.floor(p / 4) + down < 4 && (p % 4) + right >= 0 && (p % 4) + right < 4)
      .map((p): [number, number] => [p, p + 4 * down + right]),
  );
  return {
    hooke: 1,
    particles: {
      positions: numbers.map((p): Vec3 => [0.1 * (p % 4), 0, 0.1 * Math.floor(p / 4)]),
      velocities: numbers.map((p): Vec3 => [0, 0.1 * (((7 * p) % 5) - 2), 0]),
      masses: 0.01,
      pinned: [0, 3],
    },
    springs: { pairs, stiffness: 100, damping: 0.05 },
    params: { drag: 0.02, gravity: 9.81, dt: 1e-3, cgTolerance: 1e-12 },
  };
}

/** Of particle 15 at t = 0.25 s, by DOP853 and dense linear algebra outside this project. */
export const GOLDEN = {
  time: 0.25,
  particle: 15,
  position: [0.30289786632, -0.258459788723, 0.152516053773],
  velocity: [0.002299731115, -1.312239605736, -1.827368308101],
  kinetic: 0.140609642925,
  elastic: 0.006672803408,
};
