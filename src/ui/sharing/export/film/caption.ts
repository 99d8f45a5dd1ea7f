/** Writes what a picture shows into its lower left corner. */
import type { Frame } from '../../../../runtime/frame/frame';
import type { Catalog } from '../../../../runtime/host/catalog-types';
import { formatNumber } from '../../../controls/number-format';

/** Height of the letters over that of the picture. */
const LETTERS = 0.026;

export function drawCaption(
  context: OffscreenCanvasRenderingContext2D,
  { status }: Frame,
  { integrators }: Pick<Catalog, 'integrators'>,
): void {
  const { height } = context.canvas;
  const size = Math.max(11, LETTERS * height);
  const method = integrators.find(({ id }) => id === status.integrator)?.label ?? status.integrator;
  const text = [
    `t = ${status.time.toFixed(3)} s`,
    `dt = ${formatNumber(1000 * status.params.dt, 3)} ms`,
    `energy ${formatNumber(status.energy.total, 3)} J`,
    method,
  ].join('   ');
  context.font = `${size}px system-ui, sans-serif`;
  context.textBaseline = 'bottom';
  const [x, y] = [size, height - size];
  // Readable over light and dark pictures.
  context.lineJoin = 'round';
  context.lineWidth = size / 4;
  context.strokeStyle = '#ffffffd0';
  context.strokeText(text, x, y);
  context.fillStyle = '#1a1d24';
  context.fillText(text, x, y);
}
