/** Finds the format of an export, checks its options, and has it written. */
import type { Lab } from '../../lab/lab';
import type { Exporting } from '../../lab/scripting';
import { COMMA_VARIANT, withDecimalCommas } from '../table-file';
import { svgFile } from './chart-page';
import { drawCharts, readSeries } from './charts';
import {
  COLUMN_OPTIONS,
  checkOptions,
  type ExportFormat,
  oneOf,
  RANGE_OPTIONS,
  readTable,
  wholeNumber,
  yesOrNo,
} from './export-format';
import { glb } from './glb';
import { report } from './report';
import { obj, ply, usda } from './text-meshes';

/** The view as a picture, at the size of the window or at another one. */
const png: ExportFormat = {
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

/** Observables over time, from the recording: as comma-separated values. */
const csv: ExportFormat = {
  id: 'csv',
  label: 'CSV table',
  help: 'Observables over time, from the recording, with units, scene, method and parameters',
  variant: { ...COMMA_VARIANT, options: { decimal: 'comma' } },
  options: {
    ...RANGE_OPTIONS,
    ...COLUMN_OPTIONS,
    decimal: oneOf('comma: also semicolons between cells; absent: point', ['point', 'comma']),
  },
  async write(lab, { decimal, ...options }, watch) {
    const { parts, end } = await readTable(lab, options, watch);
    const all = [end, ...parts];
    return new Blob(decimal === 'comma' ? all.map(withDecimalCommas) : all, { type: 'text/csv' });
  },
};

const ENERGIES = ['total', 'kinetic', 'elastic', 'gravity'];
const OF_PARTICLE = ['x', 'y', 'z'];
const WIDTH = 800;

/** The same as charts. */
const svg: ExportFormat = {
  id: 'svg',
  label: 'SVG charts',
  help: 'Energies over time as a chart with axes, units and a caption of scene, method and parameters',
  options: {
    ...RANGE_OPTIONS,
    ...COLUMN_OPTIONS,
    width: wholeNumber(`pixels; absent: ${WIDTH}`, 320, 7680),
    height: wholeNumber('pixels; absent: as much as there is', 160, 4320),
  },
  async write(lab, { width = WIDTH, height, ...range }, watch) {
    const observables = range.observables ?? (range.particles ? OF_PARTICLE : ENERGIES);
    const series = await readSeries(lab, { ...range, observables }, watch);
    const labels = series.columns.map(({ label }) => label).join(', ');
    const markup = drawCharts(series, {
      title: `Over time: ${labels}`,
      width: Number(width),
      height: height === undefined ? undefined : Number(height),
      caption: series.settings,
    });
    return svgFile(markup);
  },
};

/** Bytes of an STL file before its triangles, and of one of them: its normal, its corners, and two bytes without a meaning. */
const STL_HEAD = 84;
const STL_TRIANGLE = 50;

/** The surface as binary STL. */
const stl: ExportFormat = {
  id: 'stl',
  label: 'STL mesh',
  help: 'The triangles of the surface, as for a 3D printer; metres, y up',
  options: {},
  async write({ frame: { structure, positions: x } }) {
    const { surface } = structure;
    if (surface.length === 0) throw new RangeError('the scene has no surface');
    const count = surface.length / 3;
    const view = new DataView(new ArrayBuffer(STL_HEAD + STL_TRIANGLE * count));
    view.setUint32(STL_HEAD - 4, count, true);
    for (let k = 0; k < count; k++) {
      const [a, b, c] = Array.from(surface.subarray(3 * k, 3 * k + 3), (i) => x.subarray(4 * i, 4 * i + 3));
      const [u, v] = [b, c].map((corner) => corner.map((place, axis) => place - a[axis]));
      // u × v: twice the area, along the normal.
      const area = [1, 2, 0].map((y, axis) => u[y] * v[3 - y - axis] - u[3 - y - axis] * v[y]);
      const size = Math.hypot(...area) || 1;
      const numbers = [...area.map((part) => part / size), ...a, ...b, ...c];
      numbers.forEach((value, at) => {
        view.setFloat32(STL_HEAD + STL_TRIANGLE * k + 4 * at, value, true);
      });
    }
    return new Blob([view.buffer], { type: 'model/stl' });
  },
};

/** The table of formats: everything that lists them, `hooke.export` and the dialog, reads it. */
export const formats: readonly ExportFormat[] = [csv, glb, obj, ply, png, report, stl, svg, usda];

export function createExporting(lab: Lab): Exporting {
  return {
    async export(id, options = {}, watch = {}) {
      const format = formats.find((one) => one.id === id);
      if (!format) {
        throw new RangeError(
          `export: there is no format ${JSON.stringify(id)}; there are ${formats.map((one) => one.id).join(', ')}`,
        );
      }
      const checked = checkOptions(`export ${format.id}`, format.options, options);
      watch.signal?.throwIfAborted();
      return format.write(lab, checked, watch);
    },
    film: async (options = {}, watch = {}) => (await import('./film/film')).makeFilm(lab, options, watch),
  };
}
