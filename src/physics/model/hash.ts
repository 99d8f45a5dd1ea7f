import type { State } from './model';

/** Hash of the bits of positions and velocities, 16 hexadecimal digits: two 32-bit FNV-1a hashes of their words, the second one of
 *  rotated words. −0 counts as 0, because JSON cannot hold it. Every NaN counts as the same: its bits depend on how the code was compiled.
 *  Source: Fowler, Noll, Vo, The FNV Non-Cryptographic Hash Algorithm. */
export function hashState({ positions, velocities }: State): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (const array of [positions, velocities]) {
    const number = array.slice(0, 1);
    const words = new Uint32Array(number.buffer);
    for (let i = 0; i < array.length; i++) {
      number[0] = Number.isNaN(array[i]) ? Number.NaN : array[i] + 0;
      for (let k = 0; k < words.length; k++) {
        const word = words[k];
        a = Math.imul(a ^ word, 0x01000193);
        a ^= a >>> 15;
        b = Math.imul(b ^ ((word << 13) | (word >>> 19)), 0x01000193);
        b ^= b >>> 16;
      }
    }
  }
  return hex(a) + hex(b);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
