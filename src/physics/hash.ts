import type { State } from './model';

/** 16 hexadecimal digits of positions and velocities, bit for bit: two 32-bit FNV-1a sums over their words, one of them
 *  running on rotated words. Source: Fowler, Noll, Vo, The FNV Non-Cryptographic Hash Algorithm. */
export function hashState({ positions, velocities }: State): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (const array of [positions, velocities]) {
    const words = new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
    for (let i = 0; i < words.length; i++) {
      const word = words[i];
      a = Math.imul(a ^ word, 0x01000193);
      a ^= a >>> 15;
      b = Math.imul(b ^ ((word << 13) | (word >>> 19)), 0x01000193);
      b ^= b >>> 16;
    }
  }
  return hex(a) + hex(b);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
