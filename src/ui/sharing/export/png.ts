/** The view as a picture, at the size of the window or at another one. */
import { type ExportFormat, wholeNumber, yesOrNo } from './export-format';

export const png: ExportFormat = {
  id: 'png',
  label: 'PNG picture',
  help: 'The view as it is, or at a size of up to 7680 × 4320 pixels',
  variant: {
    label: 'PNG picture, transparent',
    help: 'The scene without walls and floor, to lay it over something else',
    options: { transparent: true },
  },
  options: {
    width: wholeNumber('pixels; absent: as in the window', 16, 7680),
    height: wholeNumber('pixels; absent: as in the window', 16, 4320),
    transparent: yesOrNo('leaves out walls and floor'),
  },
  async write({ view, frame }, { width, height, transparent }) {
    const { canvas } = view;
    const asShown = width === undefined && height === undefined;
    const size = asShown ? undefined : ([Number(width ?? canvas.width), Number(height ?? canvas.height)] as const);
    return view.toPng({ size, transparent: transparent === true, frame });
  },
};
