import type { SceneFile, Vec3 } from '../../src/physics';

/** λ and μ of plane stress, Pa. */
export function plane(E: number, nu: number): { lambda: number; mu: number } {
  return { lambda: (E * nu) / (1 - nu ** 2), mu: E / (2 * (1 + nu)) };
}

interface Wishes {
  /** Where a particle stands, by its place in the unit square. */
  place(X: number, Y: number): Vec3;
  velocity?(X: number, Y: number): Vec3;
  /** Where it is at rest; absent: flat, z = 0. */
  rest?(X: number, Y: number): Vec3;
  lambda: number;
  mu: number;
  phi?: number;
  psi?: number;
  thickness: number;
}

/** The unit square in `cells` × `cells` squares of two triangles, as a membrane without springs; its rim is pinned. */
export function sheet(cells: number, wishes: Wishes): SceneFile {
  const { place, velocity = () => [0, 0, 0], rest = (X, Y) => [X, Y, 0], ...strengths } = wishes;
  const side = cells + 1;
  const spots = Array.from(
    { length: side * side },
    (_, i) => [(i % side) / cells, Math.floor(i / side) / cells] as const,
  );
  const triangles = Array.from({ length: cells * cells }, (_, cell) => {
    const a = Math.floor(cell / cells) * side + (cell % cells);
    return [
      [a, a + 1, a + side],
      [a + 1, a + side + 1, a + side],
    ] as [number, number, number][];
  }).flat();
  const onRim = (x: number) => x === 0 || x === 1;
  return {
    hooke: 1,
    particles: {
      positions: spots.map(([X, Y]) => place(X, Y)),
      velocities: spots.map(([X, Y]) => velocity(X, Y)),
      masses: 1,
      pinned: spots.flatMap(([X, Y], i) => (onRim(X) || onRim(Y) ? [i] : [])),
    },
    membrane: { triangles, rest: spots.map(([X, Y]) => rest(X, Y)), ...strengths },
  };
}
