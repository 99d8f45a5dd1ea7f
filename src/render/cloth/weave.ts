/** The texture of woven cloth: which yarn is on top, and how bright it is. */
import {
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RepeatWrapping,
  RGBAFormat,
  UnsignedByteType,
} from 'three';
import type { Weave } from './looks';

/** Threads along a side of the tile, texels across one of them, and texels along a side. */
const THREADS = 128;
const PER_THREAD = 4;
const SIDE = THREADS * PER_THREAD;
/** Places along a thread where its thickness is chosen at random; linear between them. */
const KNOTS = 16;

/** Pseudo-random in 0–1, always the same. */
function hash(a: number, b: number): number {
  const s = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
  return s - Math.floor(s);
}

/** Thickness, 0–1, of each thread at each texel along it, row by row; it varies between threads and along each. */
function thicknesses(seed: number): Float32Array {
  const result = new Float32Array(THREADS * SIDE);
  for (let thread = 0; thread < THREADS; thread++) {
    const own = 0.55 * hash(thread + seed, 77);
    const at = Array.from({ length: KNOTS + 1 }, (_, k) => 0.45 * hash(thread + seed, k % KNOTS));
    for (let x = 0; x < SIDE; x++) {
      const k = Math.floor((x * KNOTS) / SIDE);
      result[thread * SIDE + x] = own + at[k] + (at[k + 1] - at[k]) * ((x * KNOTS) / SIDE - k);
    }
  }
  return result;
}

/** The yarn of each thread. */
const yarnsOf = (sett: Weave['warp']): number[] => sett.flatMap(([yarn, count]) => Array<number>(count).fill(yarn));

/**
 * Paints a repeatable tile. Red, green, blue: 1 where the second, third or fourth yarn is on top, the first elsewhere; alpha:
 * brightness of the yarn, darker between threads, 0.5 in the mean.
 * @param texels 4 × SIDE × SIDE
 */
function paint({ over, under, shift, slub, relief, warp, weft = warp }: Weave, texels: Uint8Array): void {
  const repeat = over + under;
  const [warpYarns, weftYarns] = [yarnsOf(warp), yarnsOf(weft)];
  const [warpThickness, weftThickness] = [thicknesses(0), thicknesses(1000)];
  texels.fill(0);
  for (let y = 0; y < SIDE; y++) {
    const j = Math.floor(y / PER_THREAD);
    for (let x = 0; x < SIDE; x++) {
      const i = Math.floor(x / PER_THREAD);
      /** Weft threads since this warp thread came to the top. */
      const phase = (j + shift * i) % repeat;
      const warpOnTop = phase < over;
      // From −0.5 to 0.5 across the thread, and along its way on top.
      const u = ((x % PER_THREAD) + 0.5) / PER_THREAD - 0.5;
      const v = ((y % PER_THREAD) + 0.5) / PER_THREAD - 0.5;
      const across = warpOnTop ? u : v;
      const along = warpOnTop ? (phase + 0.5 + v) / over - 0.5 : u;
      const thickness = warpOnTop ? warpThickness[i * SIDE + y] : weftThickness[j * SIDE + x];
      const round = 0.33 - 2.4 * across * across - 1.1 * along * along;
      const brightness = 0.5 + 0.55 * relief * round + 0.3 * slub * (thickness - 0.5);
      const k = 4 * (y * SIDE + x);
      const yarn = warpOnTop ? warpYarns[i] : weftYarns[j];
      if (yarn > 0) texels[k + yarn - 1] = 255;
      texels[k + 3] = 255 * Math.min(1, Math.max(0, brightness));
    }
  }
}

export function createWeaveTexture(anisotropy: number) {
  const texels = new Uint8Array(4 * SIDE * SIDE);
  const tile = new DataTexture(texels, SIDE, SIDE, RGBAFormat, UnsignedByteType);
  tile.wrapS = tile.wrapT = RepeatWrapping;
  tile.magFilter = LinearFilter;
  tile.minFilter = LinearMipmapLinearFilter;
  tile.generateMipmaps = true;
  tile.anisotropy = anisotropy;
  return {
    uniform: { value: tile },
    paint(weave: Weave) {
      paint(weave, texels);
      tile.needsUpdate = true;
    },
  };
}
