import type { Model } from '../../model/model';

/** `ground`, 9n, := the masses, on the diagonals of its 3×3 blocks. */
export function takeMasses({ masses }: Model, ground: Float64Array): void {
  ground.fill(0);
  for (let i = 0; i < masses.length; i++) ground[9 * i] = ground[9 * i + 4] = ground[9 * i + 8] = masses[i];
}

/** A block of `ground` that isn't positive definite becomes as where nothing but the mass were there. @returns whether there was none */
export function keepDefinite({ masses }: Model, ground: Float64Array): boolean {
  let wereDefinite = true;
  for (let i = 0; i < masses.length; i++) {
    if (isDefinite(ground, 9 * i)) continue;
    for (let k = 0; k < 9; k++) ground[9 * i + k] = k % 4 === 0 ? masses[i] : 0;
    wereDefinite = false;
  }
  return wereDefinite;
}

function isDefinite(blocks: Float64Array, o: number): boolean {
  const a = blocks[o];
  const b = blocks[o + 1];
  const c = blocks[o + 2];
  const d = blocks[o + 4];
  const e = blocks[o + 5];
  const f = blocks[o + 8];
  return a > 0 && a * d - b * b > 0 && a * (d * f - e * e) + b * (c * e - b * f) + c * (b * e - c * d) > 0;
}
