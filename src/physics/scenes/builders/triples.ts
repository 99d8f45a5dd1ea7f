import type { Vec3 } from '../../model/model';

/** Three by three: vectors of a flat array, or the corners of triangles. */
export function triples(values: ArrayLike<number>): Vec3[] {
  return Array.from({ length: values.length / 3 }, (_, i) => [values[3 * i], values[3 * i + 1], values[3 * i + 2]]);
}
