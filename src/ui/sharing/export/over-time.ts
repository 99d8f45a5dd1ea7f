/** Observables over time, from the recording: as comma-separated values, and as charts. */

import { COMMA_VARIANT, withDecimalCommas } from '../table-file';
import { svgFile } from './chart-page';
import { drawCharts, readSeries } from './charts';
import { COLUMN_OPTIONS, type ExportFormat, oneOf, RANGE_OPTIONS, readTable, wholeNumber } from './export-format';

export const csv: ExportFormat = {
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

export const svg: ExportFormat = {
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
