/** Scalable vector graphics: observables over time as charts with axes and a caption, from the recording. */
import { svgFile } from '../chart/chart-page';
import { drawCharts, readSeries } from '../chart/charts';
import { COLUMN_OPTIONS, type ExportFormat, RANGE_OPTIONS, wholeNumber } from '../export-format';

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
