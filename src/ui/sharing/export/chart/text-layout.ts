/** Breaks text into lines. No font is measured: its widths are those of a wide one, so that text fits in any. */

/** Widths over the size of the font; of other signs, 0.64. */
const WIDTHS: readonly (readonly [signs: RegExp, width: number])[] = [
  [/[^ -~]/u, 1.05],
  [/[mwMW@%=+<>]/, 1],
  [/[A-Z#&]/, 0.8],
  [/[ .,:;ijlI/()-]/, 0.4],
];

/** Pixels. */
export function widthOf(text: string, size: number): number {
  const widths = Array.from(text, (sign) => WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? 0.64);
  return size * widths.reduce((sum, width) => sum + width, 0);
}

/** Lines that are at most `width` pixels wide. A word that is wider is broken. */
export function wrapped(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((one) => pieces(one, width, size))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer, size) <= width) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return line === '' ? lines : [...lines, line];
}

function pieces(word: string, width: number, size: number): string[] {
  if (widthOf(word, size) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const sign of word) {
    if (widthOf(part + sign, size) > width) {
      parts.push(part);
      part = '';
    }
    part += sign;
  }
  return [...parts, part];
}
