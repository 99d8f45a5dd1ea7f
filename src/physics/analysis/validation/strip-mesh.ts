/** Meshes in the plane, before they become particles and springs: lengths along x, breadths along y, m. */

/** Points and triangles. */
export interface PlaneMesh {
  /** x and y of each particle. */
  readonly at: readonly (readonly [number, number])[];
  readonly triangles: readonly (readonly [number, number, number])[];
  /** The other diagonal of each cell of a net. */
  readonly diagonals?: readonly (readonly [number, number])[];
}

/** A net of square cells, particle = column along the strip · (breadth + 1) + row across it. */
export function netStrip(
  cells: number,
  breadth: number,
  side: number,
  diagonals: 'right' | 'left' | 'alternating',
): PlaneMesh {
  const at: [number, number][] = [];
  const triangles: [number, number, number][] = [];
  const others: [number, number][] = [];
  const index = (i: number, j: number) => i * (breadth + 1) + j;
  for (let i = 0; i <= cells; i++) for (let j = 0; j <= breadth; j++) at.push([i * side, j * side]);
  for (let i = 0; i < cells; i++) {
    for (let j = 0; j < breadth; j++) {
      const [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
      const isRight = diagonals === 'right' || (diagonals === 'alternating' && (i + j) % 2 === 0);
      if (isRight) triangles.push([a, b, d], [b, c, d]);
      else triangles.push([a, b, c], [a, c, d]);
      others.push(isRight ? [a, c] : [b, d]);
    }
  }
  return { at, triangles, diagonals: others };
}
