import type { Answer } from '../../../runtime/queries';
import { element, setText } from '../../controls/element';
import { watchTheme } from '../../controls/media';
import { formatCount } from '../../controls/number-format';

type Pattern = Answer<'cgXRay'>['pattern'];

export interface PatternPicture {
  readonly node: HTMLElement;
  draw(pattern: Pattern): void;
  dispose(): void;
}

/** CSS pixels of a side, at most. */
const SIZE = 208;
/** How dark a cell with a single block among many is. */
const FAINT = 0.3;

/** Where a matrix is filled: a dot for each 3×3 block, or for several where there are more than can be seen. */
export function createPatternPicture(): PatternPicture {
  const canvas = element('canvas', { role: 'img', 'aria-label': 'Pattern of the matrix' });
  const words = element('p', { class: 'now' });
  const node = element('div', { class: 'pattern' }, canvas, words);
  let latest: Pattern | null = null;

  function paint(): void {
    if (!latest) return;
    const { cells, density } = latest;
    const scale = Math.max(1, Math.floor((SIZE * devicePixelRatio) / Math.max(1, cells)));
    canvas.width = canvas.height = Math.max(1, cells * scale);
    canvas.style.width = canvas.style.height = `${canvas.width / devicePixelRatio}px`;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.fillStyle = getComputedStyle(node).getPropertyValue('--ink');
    for (let row = 0; row < cells; row++) {
      for (let column = 0; column < cells; column++) {
        const part = density[row * cells + column];
        if (part === 0) continue;
        context.globalAlpha = FAINT + (1 - FAINT) * Math.min(1, part);
        context.fillRect(column * scale, row * scale, scale, scale);
      }
    }
  }

  const forget = watchTheme(paint);
  return {
    node,
    draw(pattern) {
      latest = pattern;
      const { size, blocks, entries, bandwidth, reordered, cells } = pattern;
      const part = size > 0 ? (100 * blocks) / size ** 2 : 0;
      setText(
        words,
        `${formatCount(size)} × ${formatCount(size)} blocks of 3 × 3, one row for each free particle. ` +
          `${formatCount(blocks)} of them, ${part.toFixed(part < 1 ? 2 : 0)} %, may be filled: ${formatCount(entries)} numbers. ` +
          `The farthest stands ${formatCount(bandwidth)} blocks off the diagonal; in the order of a factorization, ${formatCount(reordered)}.` +
          (cells < size ? ` A dot stands for up to ${Math.ceil(size / cells) ** 2} blocks.` : ''),
      );
      paint();
    },
    dispose: forget,
  };
}
