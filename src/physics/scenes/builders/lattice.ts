/** Blocks of particles and springs on a cubic lattice. */
import type { Vec3 } from '../../model/model';
import type { NetworkSpring } from './network-scene';

export interface Lattice {
  positions: Vec3[];
  springs: NetworkSpring[];
  /** Triangles of the outer faces, counter-clockwise seen from outside. */
  surface: Vec3[];
}

/**
 * A block with springs along the edges of its cells (structural), along the diagonals of their faces (shear) and along
 * their space diagonals (bend), which resist a change of volume.
 * @param cells number along each axis
 * @param cell edge length of a cell, m
 * @param corner the one with the least x, y and z, m
 * @param first index of its first particle
 */
export function lattice(cells: Vec3, cell: number, corner: Vec3, first = 0): Lattice {
  const [nx, ny, nz] = [cells[0] + 1, cells[1] + 1, cells[2] + 1];
  const index = (x: number, y: number, z: number) => first + x + nx * (y + ny * z);
  const positions: Vec3[] = [];
  const springs: NetworkSpring[] = [];
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++) {
        positions.push([corner[0] + x * cell, corner[1] + y * cell, corner[2] + z * cell]);
        for (const [dx, dy, dz] of NEIGHBOURS) {
          const [u, v, w] = [x + dx, y + dy, z + dz];
          if (u < 0 || v < 0 || u >= nx || v >= ny || w >= nz) continue;
          const axes = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
          springs.push({ ends: [index(x, y, z), index(u, v, w)], kind: KINDS[axes - 1] });
        }
      }
    }
  }
  return { positions, springs, surface: outerTriangles([nx, ny, nz], index) };
}

/** By the number of axes along which a spring extends. */
const KINDS = ['structural', 'shear', 'bend'] as const;

/** One of each pair of opposite directions to the 26 neighbours. */
const NEIGHBOURS: Vec3[] = [-1, 0, 1]
  .flatMap((dx) => [-1, 0, 1].flatMap((dy) => [0, 1].map((dz): Vec3 => [dx, dy, dz])))
  .filter(([dx, dy, dz]) => dz > 0 || dy > 0 || (dy === 0 && dx > 0));

/** Two triangles for each outer face of a cell. @param n particles along each axis */
function outerTriangles(n: Vec3, index: (x: number, y: number, z: number) => number): Vec3[] {
  const triangles: Vec3[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const far of [false, true]) {
      for (let i = 0; i + 1 < n[u]; i++) {
        for (let j = 0; j + 1 < n[v]; j++) {
          const corner = (a: number, b: number) => {
            const position: Vec3 = [0, 0, 0];
            position[axis] = far ? n[axis] - 1 : 0;
            position[u] = i + a;
            position[v] = j + b;
            return index(...position);
          };
          const quad = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
          const [a, b, c, d] = far ? quad : quad.reverse();
          triangles.push([a, b, c], [a, c, d]);
        }
      }
    }
  }
  return triangles;
}
