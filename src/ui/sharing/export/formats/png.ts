/** The view as a picture, at the size of the window or at another one. */
import type { ExportFormat } from '../export-format';
import { wholeNumber } from '../option-checks';

export const png: ExportFormat = {
  id: 'png',
  label: 'PNG picture',
  help: 'The view as it is, or at a size of up to 7680 × 4320 pixels',
  options: {
    width: wholeNumber('pixels; absent: as in the window', 16, 7680),
    height: wholeNumber('pixels; absent: as in the window', 16, 4320),
  },
  async write({ view }, { width, height }) {
    if (width === undefined && height === undefined) return view.toPng();
    const { canvas } = view;
    return view.toPng([Number(width ?? canvas.width), Number(height ?? canvas.height)]);
  },
};
