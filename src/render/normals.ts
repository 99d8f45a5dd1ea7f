/** Bend of a particle whose triangles are beyond all measure: they are not to be drawn. */
export const TORN = 1e30;

/**
 * Normals of a triangle mesh, and how it bends, in one array of stride 4: x, y, z of the unit normal, and the bend, m:
 *   n_a = Σ (b − a) × (c − a), normalized         (weighted by area)
 *   bend_a = Σ n_a · (b + c − 2a)                 over the triangles at a: positive in a hollow, negative on a ridge
 * @param positions 4n; m
 * @param triangles 3t; not read beyond `count`
 * @param largest m²; a particle with more than this as |Σ (b − a) × (c − a)| is TORN
 * @param normals 4n; overwritten
 */
export function computeNormals(
  positions: Float32Array,
  triangles: Uint32Array,
  count: number,
  largest: number,
  normals: Float32Array,
): void {
  normals.fill(0);
  for (let k = 0; k < count; k += 3) {
    const a = 4 * triangles[k];
    const b = 4 * triangles[k + 1];
    const c = 4 * triangles[k + 2];
    const ax = positions[a];
    const ay = positions[a + 1];
    const az = positions[a + 2];
    const ux = positions[b] - ax;
    const uy = positions[b + 1] - ay;
    const uz = positions[b + 2] - az;
    const vx = positions[c] - ax;
    const vy = positions[c + 1] - ay;
    const vz = positions[c + 2] - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    normals[a] += nx;
    normals[a + 1] += ny;
    normals[a + 2] += nz;
    normals[b] += nx;
    normals[b + 1] += ny;
    normals[b + 2] += nz;
    normals[c] += nx;
    normals[c + 1] += ny;
    normals[c + 2] += nz;
  }
  for (let i = 0; i < normals.length; i += 4) {
    const x = normals[i];
    const y = normals[i + 1];
    const z = normals[i + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    // A particle of no triangle, or of collapsed ones only, gets no normal: the shader then sees ambient light.
    const scale = length > 0 && length < Infinity ? 1 / length : 0;
    normals[i] = x * scale;
    normals[i + 1] = y * scale;
    normals[i + 2] = z * scale;
    if (length > largest) normals[i + 3] = TORN;
  }
  for (let k = 0; k < count; k += 3) {
    const a = 4 * triangles[k];
    const b = 4 * triangles[k + 1];
    const c = 4 * triangles[k + 2];
    // b + c − 2a = (a + b + c) − 3a, so the sum is shared by the three corners.
    const sx = positions[a] + positions[b] + positions[c];
    const sy = positions[a + 1] + positions[b + 1] + positions[c + 1];
    const sz = positions[a + 2] + positions[b + 2] + positions[c + 2];
    for (let i = a, corner = 0; corner < 3; corner++, i = corner === 1 ? b : c) {
      normals[i + 3] +=
        normals[i] * (sx - 3 * positions[i]) +
        normals[i + 1] * (sy - 3 * positions[i + 1]) +
        normals[i + 2] * (sz - 3 * positions[i + 2]);
    }
  }
}
