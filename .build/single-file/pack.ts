import { gzipSync } from 'node:zlib';

/** The characters from here on, 2¹⁵ of them, are no control characters, no part of HTML, and no halves of characters. */
const FIRST = 0x100;

/**
 * A script element that runs nothing, with a text for unpack.js: gzip, 15 bits a character. In UTF-16 it takes 1.07 times as many
 * bytes as what it packs; base64 takes 1.33 times as many.
 */
export function pack(id: string, text: string): string {
  const bytes = gzipSync(text, { level: 9 });
  let packed = '';
  let [bits, count] = [0, 0];
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    count += 8;
    if (count < 15) continue;
    count -= 15;
    packed += String.fromCharCode(FIRST + (bits >> count));
    bits &= (1 << count) - 1;
  }
  // The last character holds the bits that are left, and zeros.
  if (count > 0) packed += String.fromCharCode(FIRST + (bits << (15 - count)));
  return `<script type="text/plain" id="${id}" data-bytes="${bytes.length}">${packed}</script>`;
}
