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
import { obj, usda } from './text-meshes';

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

/** The table of formats: everything that lists them, `hooke.export` and the dialog, reads it. */
export const formats: readonly ExportFormat[] = [csv, glb, obj, png, report, svg, usda];

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
