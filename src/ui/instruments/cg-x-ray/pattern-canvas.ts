import type { Answer } from '../../../runtime/queries';
import { element, setText } from '../../controls/element';
import { watchTheme } from '../../controls/media';
import { formatCount } from '../../controls/number-format';
import { FONT } from '../parts/canvas';
import { type DrawingContext, setDrawing } from '../parts/drawings';

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

/** In a file: around the pattern, pixels. */
const MARGIN = 28;

const opacityOf = (share: number) => FAINT + (1 - FAINT) * Math.min(1, share);

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
        context.globalAlpha = opacityOf(share);
        context.fillRect(column * scale, row * scale, scale, scale);
      }
    }
  }

  /** With axes, as high as wide. */
  function drawInFile({ ctx, width, height, color }: DrawingContext): void {
    if (!latest) return;
    const { cells, density, size } = latest;
    const side = Math.min(width - 2 * MARGIN, height - 2 * MARGIN);
    const left = (width - side) / 2;
    const cell = side / Math.max(1, cells);
    ctx.fillStyle = color('--ink');
    for (let row = 0; row < cells; row++) {
      for (let column = 0; column < cells; column++) {
        const share = density[row * cells + column];
        if (share === 0) continue;
        ctx.globalAlpha = opacityOf(share);
        ctx.fillRect(left + column * cell, MARGIN + row * cell, cell, cell);
      }
    }
    ctx.globalAlpha = 1;
    ctx.lineWidth = 1;
    ctx.strokeStyle = color('--muted');
    ctx.strokeRect(left, MARGIN, side, side);
    ctx.font = FONT;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(`column of blocks, 1 to ${formatCount(size)}`, width / 2, MARGIN / 2);
    ctx.translate(left - MARGIN / 2, MARGIN + side / 2);
    ctx.rotate(-Math.PI / 2);
    ctx.fillText(`row of blocks, 1 to ${formatCount(size)}`, 0, 0);
  }

  setDrawing(canvas, () => {
    const notes = () => [description.textContent ?? ''];
    return latest && { name: 'Sparsity pattern of the matrix A', aspect: 1, draw: drawInFile, notes };
  });
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
