/** The box around a mesh, and a mesh that fills another one. */
import type { MeshInFile } from '../../../model/environment';
import type { Vec3 } from '../../../model/model';
import { sidesOf } from '../../../model/state';
import type { TriangleMesh } from '../obstacle';

/** Positions and triangles as in `TriangleMesh`, or as lists of a file. */
interface Triangles {
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
}

/** A mesh of a file. */
export const trianglesOf = ({ vertices, triangles }: MeshInFile): Triangles => ({ positions: vertices, triangles });

/** Of the corners of all triangles, m. */
export function boxOf({ positions, triangles }: Triangles): { size: Vec3; center: Vec3 } {
  const sides = sidesOf(positions, triangles.length, 3, triangles);
  const center = sides.map(({ from, to }) => 0.5 * (from + to));
  return { size: sides.map(({ length }) => length) as Vec3, center: center as Vec3 };
}

/** A copy that is scaled along the axes and has its box about the origin, with exactly this size. */
export function fitted(mesh: Triangles, size: Vec3): TriangleMesh {
  const box = boxOf(mesh);
  const positions = new Float64Array(mesh.positions.length);
  for (let q = 0; q < positions.length; q++) {
    const axis = q % 3;
    positions[q] = ((mesh.positions[q] - box.center[axis]) * size[axis]) / box.size[axis];
  }
  return { positions, triangles: Uint32Array.from(mesh.triangles) };
}
