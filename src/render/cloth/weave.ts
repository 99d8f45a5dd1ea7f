/** The texture of woven linen. */
import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, RGFormat, UnsignedByteType } from 'three';

/** Texels along a side of the tile. */
const SIDE = 768;
/** Threads along a side of the tile; even, so that over and under meet at the seam. */
const THREADS = 96;
/** Threads between those of another color: the squares that show stretch and shear. */
const CHECK = 32;

/** Pseudo-random in 0–1, always the same. */
function hash(a: number, b: number): number {
  const s = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
  return s - Math.floor(s);
}

/** Thickness of thread `index` at `along` (0–1 across the tile); it varies between threads and along each. */
function threadThickness(index: number, along: number): number {
  const knots = 16;
  const k = Math.floor(along * knots);
  const t = along * knots - k;
  const s = t * t * (3 - 2 * t);
  const variation = hash(index, k % knots) * (1 - s) + hash(index, (k + 1) % knots) * s;
  return 0.55 * hash(index, 77) + 0.45 * variation;
}

/**
 * A repeatable tile of plain weave. Red: brightness of the yarn, darker between threads; green: 1 on threads of the check's color.
 */
export function createWeave(anisotropy: number): DataTexture {
  const texels = new Uint8Array(2 * SIDE * SIDE);
  const perThread = SIDE / THREADS;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const warp = Math.floor(x / perThread);
      const weft = Math.floor(y / perThread);
      const u = (x + 0.5) / perThread - warp - 0.5;
      const v = (y + 0.5) / perThread - weft - 0.5;
      const warpOnTop = (warp + weft) % 2 === 0;
      const across = warpOnTop ? u : v;
      const along = warpOnTop ? v : u;
      const yarn = warpOnTop ? threadThickness(warp, y / SIDE) : threadThickness(weft + 1000, x / SIDE);
      const round = 1 - 2.4 * across * across - 1.1 * along * along;
      const brightness = 0.5 + 0.34 * (round - 0.7) + 0.3 * (yarn - 0.5);
      const checked = (warpOnTop ? warp : weft) % CHECK < 2;
      const k = 2 * (y * SIDE + x);
      texels[k] = 255 * Math.min(1, Math.max(0, brightness));
      texels[k + 1] = checked ? 255 : 0;
    }
  }
  const tile = new DataTexture(texels, SIDE, SIDE, RGFormat, UnsignedByteType);
  tile.wrapS = tile.wrapT = RepeatWrapping;
  tile.magFilter = LinearFilter;
  tile.minFilter = LinearMipmapLinearFilter;
  tile.generateMipmaps = true;
  tile.anisotropy = anisotropy;
  tile.needsUpdate = true;
  return tile;
}
