// Writes an image as a PNG file with a palette of at most 256 colors.
import { deflateSync } from 'node:zlib';

/** @param rgba red, green, blue and alpha of each pixel, 0–255, row by row */
export function encodePng(width: number, height: number, rgba: Uint8Array): Buffer {
  const { palette, pixels } = quantize(rgba);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, colors from a palette.
  header.set([8, 3, 0, 0, 0], 8);
  // Each row starts with its filter, 0: none.
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => color.slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map(([, , , a]) => a))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

type Color = [number, number, number, number];

/** Rounds the channels to as many bits as give at most 256 colors; a color of the palette is the mean of its pixels. */
function quantize(rgba: Uint8Array): { palette: Color[]; pixels: Uint8Array } {
  for (let bits = 6; ; bits--) {
    const cut = 8 - bits;
    const indices = new Map<number, number>();
    const pixels = new Uint16Array(rgba.length / 4);
    const sums: number[][] = [];
    for (let i = 0; i < pixels.length; i++) {
      const [r, g, b, a] = [rgba[4 * i], rgba[4 * i + 1], rgba[4 * i + 2], rgba[4 * i + 3]];
      // A shadow is black and smooth: its alpha keeps all bits.
      const isShadow = r + g + b === 0;
      const key = isShadow ? a : 256 + (((((r >> cut) * 64 + (g >> cut)) * 64 + (b >> cut)) * 64) | (a >> cut));
      let index = indices.get(key);
      if (index === undefined) {
        index = indices.size;
        indices.set(key, index);
        sums.push([0, 0, 0, 0, 0]);
      }
      pixels[i] = index;
      const sum = sums[index];
      sum[0] += r;
      sum[1] += g;
      sum[2] += b;
      sum[3] += a;
      sum[4]++;
    }
    if (indices.size > 256) continue;
    const palette = sums.map((sum) => sum.slice(0, 4).map((value) => Math.round(value / sum[4])) as Color);
    return { palette, pixels: Uint8Array.from(pixels) };
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** The checksum of a PNG chunk (ISO 3309). */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}
