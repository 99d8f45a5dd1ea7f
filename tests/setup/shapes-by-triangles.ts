/**
 * Normals and bend of a mesh as `SHAPE_AT` defines them, but summed from triangles to particles and in double precision. @returns
 * 4n; x, y, z of the unit normal, and the bend, m
 * @param positions 4n; m
 * @param triangles 3t
 */
export function shapesByTriangles(positions: ArrayLike<number>, triangles: ArrayLike<number>): number[] {
  const shapes = new Array<number>(positions.length).fill(0);
  const hollow = new Array<number>(positions.length).fill(0);
  const point = (i: number) => [positions[4 * i], positions[4 * i + 1], positions[4 * i + 2]];
  for (let k = 0; k < triangles.length; k += 3) {
    const corners = [triangles[k], triangles[k + 1], triangles[k + 2]];
    const [a, b, c] = corners.map(point);
    const [u, v] = [b, c].map((other) => other.map((x, axis) => x - a[axis]));
    const area = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (const i of corners) {
      for (let axis = 0; axis < 3; axis++) {
        shapes[4 * i + axis] += area[axis];
        // b + c − 2a = (a + b + c) − 3a
        hollow[4 * i + axis] += a[axis] + b[axis] + c[axis] - 3 * positions[4 * i + axis];
      }
    }
  }
  for (let i = 0; i < shapes.length; i += 4) {
    const size = Math.hypot(shapes[i], shapes[i + 1], shapes[i + 2]);
    for (let axis = 0; axis < 3; axis++) {
      shapes[i + axis] /= size || 1;
      shapes[i + 3] += shapes[i + axis] * hollow[i + axis];
    }
  }
  return shapes;
}
