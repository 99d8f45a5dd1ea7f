import type { Vec3 } from '../../src/physics';

/** The matrix, row by row, that turns by an angle about an axis: I + sin K + (1 − cos) K², K = [n]×. Source: Rodrigues. */
export function turn(axis: Vec3, angle: number): [Vec3, Vec3, Vec3] {
  const size = Math.hypot(...axis);
  const [x, y, z] = axis.map((part) => part / size);
  const [s, c] = [Math.sin(angle), 1 - Math.cos(angle)];
  return [
    [1 - c * (y * y + z * z), c * x * y - s * z, c * x * z + s * y],
    [c * x * y + s * z, 1 - c * (x * x + z * z), c * y * z - s * x],
    [c * x * z - s * y, c * y * z + s * x, 1 - c * (x * x + y * y)],
  ];
}

export function turned(R: readonly Vec3[], x: Vec3): Vec3 {
  return R.map((row) => row[0] * x[0] + row[1] * x[1] + row[2] * x[2]) as Vec3;
}
