import type { Answer } from '../../../runtime/queries';
import { element, setText } from '../../controls/element';
import { watchTheme } from '../../controls/media';
import { formatCount } from '../../controls/number-format';

type Pattern = Answer<'cgXRay'>['pattern'];

export interface PatternCanvas {
  readonly node: HTMLElement;
  draw(pattern: Pattern): void;
  dispose(): void;
}

/** Largest side, CSS pixels. */
const SIZE = 208;
/** Opacity of a cell with almost no blocks. */
const FAINT = 0.3;

/** The sparsity pattern of a matrix: a cell for each nonzero 3×3 block, or for several blocks of a large matrix. */
export function createPatternCanvas(): PatternCanvas {
  const canvas = element('canvas', { role: 'img', 'aria-label': 'Pattern of the matrix' });
  const description = element('p', { class: 'now' });
  const node = element('div', { class: 'pattern' }, canvas, description);
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
        const share = density[row * cells + column];
        if (share === 0) continue;
        context.globalAlpha = FAINT + (1 - FAINT) * Math.min(1, share);
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
      const percent = size > 0 ? (100 * blocks) / size ** 2 : 0;
      setText(
        description,
        `${formatCount(size)} × ${formatCount(size)} blocks of 3 × 3, one row for each free particle. ` +
          `${formatCount(blocks)} of them (${percent.toFixed(percent < 1 ? 2 : 0)} %) may be nonzero: ${formatCount(entries)} numbers. ` +
          `Bandwidth: ${formatCount(bandwidth)} blocks; reordered for a factorization: ${formatCount(reordered)}.` +
          (cells < size ? ` One dot is up to ${Math.ceil(size / cells) ** 2} blocks.` : ''),
      );
      paint();
    },
    dispose: forget,
  };
}
