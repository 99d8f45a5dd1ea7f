import type { EquationsOfMotion } from '../../world/equations-of-motion';

/** B = (a k(1 − c) + b k_d) n nᵀ + a k c I of spring j, with c < 0 set to 0. */
export function springBlock(
  block: Float64Array,
  { model: { stiffness, damping }, tangents }: Pick<EquationsOfMotion, 'model' | 'tangents'>,
  j: number,
  a: number,
  b: number,
): void {
  const x = tangents[4 * j];
  const y = tangents[4 * j + 1];
  const z = tangents[4 * j + 2];
  const across = a * stiffness[j] * Math.max(0, tangents[4 * j + 3]);
  const along = a * stiffness[j] - across + b * damping[j];
  block[0] = along * x * x + across;
  block[1] = along * x * y;
  block[2] = along * x * z;
  block[3] = along * y * y + across;
  block[4] = along * y * z;
  block[5] = along * z * z + across;
}
