import type { EquationsOfMotion } from '../world/equations-of-motion';

/** block[o …] := xx, xy, xz, yy, yz, zz of B = (a k(1 − c) + b k_d) n nᵀ + a k c I of spring j, with c < 0 set to 0. */
export function springBlock(
  block: Float64Array,
  { model: { stiffness, damping }, tangents }: Pick<EquationsOfMotion, 'model' | 'tangents'>,
  j: number,
  a: number,
  b: number,
  o = 0,
): void {
  const x = tangents[4 * j];
  const y = tangents[4 * j + 1];
  const z = tangents[4 * j + 2];
  const across = a * stiffness[j] * Math.max(0, tangents[4 * j + 3]);
  const along = a * stiffness[j] - across + b * damping[j];
  block[o] = along * x * x + across;
  block[o + 1] = along * x * y;
  block[o + 2] = along * x * z;
  block[o + 3] = along * y * y + across;
  block[o + 4] = along * y * z;
  block[o + 5] = along * z * z + across;
}
