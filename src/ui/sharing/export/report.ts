/** A report of the present experiment: one HTML file with its settings, a picture, charts and values. */
import type { Frame, Status } from '../../../runtime/frame/frame';
import type { Catalog } from '../../../runtime/host/catalog';
import { formatNumber } from '../../controls/number-format';
import { methodLabel, paramApplies, sceneOf } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import { describeLimit, lackOf } from '../../lab/limit';
import { linkOf } from '../copy-link';
import { drawCharts, readSeries } from './charts';
import { COLUMN_OPTIONS, type ExportFormat, RANGE_OPTIONS } from './export-format';
import { reportPage, type Setting } from './report-page';

/** Pixels. */
const CHART_WIDTH = 760;
const LONGER_SIDE_OF_PICTURE = 1280;

export const report: ExportFormat = {
  id: 'report',
  ending: 'html',
  label: 'Report',
  help: 'One HTML file to read and print: settings with units, a picture, charts, values, and a link to the setup',
  options: { ...RANGE_OPTIONS, ...COLUMN_OPTIONS },
  async write(lab, options, watch) {
    const { status } = lab.frame;
    const picture = await dataUrl(await pictureOf(lab));
    const series = await readSeries(lab, options, watch);
    const link = await linkOf(lab);
    const scene = sceneOf(lab.catalog, status);
    const labels = series.columns.map(({ label }) => label).join(', ');
    const page = reportPage({
      title: scene?.label ?? status.scene,
      summary: scene?.summary ?? '',
      settings: settingsOf(status, lab.catalog),
      params: paramsOf(lab.frame, lab.catalog),
      picture,
      time: status.replay?.time ?? status.time,
      series,
      charts: drawCharts(series, { title: `Over time: ${labels}`, width: CHART_WIDTH, caption: [] }),
      link: 'hash' in link ? `${location.href.split('#')[0]}#${link.hash}` : null,
      date: new Date().toISOString().slice(0, 10),
    });
    return new Blob([page], { type: 'text/html' });
  },
};

/** In the shape of the window. */
function pictureOf({ view, frame }: Lab): Promise<Blob> {
  const { width, height } = view.canvas;
  const scale = LONGER_SIDE_OF_PICTURE / Math.max(width, height, 1);
  const pixels = (length: number) => Math.max(16, Math.round(scale * length));
  return view.toPng({ size: [pixels(width), pixels(height)], frame });
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

function settingsOf(status: Status, catalog: Catalog): Setting[] {
  const { report: step, stability, pinned, material } = status;
  const card = catalog.materials.find(({ id }) => id === material?.id);
  const preconditioner = catalog.preconditioners.find(({ id }) => id === status.preconditioner);
  return [
    ['scene', status.scene],
    ['particles', status.particleCount],
    ['springs', status.springCount],
    ['pinned particles', pinned.length],
    ...(card ? [['material', material?.isEdited ? `${card.label}, changed` : card.label] as const] : []),
    ['method', methodLabel(catalog, status.integrator)],
    ...(step.iterations > 0 && preconditioner ? [['preconditioner', preconditioner.label] as const] : []),
    ['precision', status.precision],
    ['kernel', status.kernel],
    ['steps', status.stepCount],
    ['simulated time', status.time, 's'],
    limitSetting(status, catalog),
    ['fastest mode ω', formatNumber(stability.omegaMax, 4), 'rad/s'],
    ['largest damping rate', formatNumber(stability.decayMax, 4), '1/s'],
    ...(status.blowUp ? [['blow-up', `at step ${status.blowUp.step} (${status.blowUp.cause})`] as const] : []),
  ];
}

export function limitSetting(status: Status, catalog: Catalog): Setting {
  const label = 'longest stable dt';
  const { dt, isBound, sought } = status.stability;
  if (lackOf(status.stability)) return [label, describeLimit(catalog, status)];
  return [label, `${isBound || sought ? 'at least ' : ''}${formatNumber(dt, 4)}`, 's'];
}

/** The values as the engine has them, without what changes no step: a mesh has no rows, an explicit method no solver. */
function paramsOf(frame: Frame, catalog: Catalog): Setting[] {
  const { params } = frame.status;
  return Object.entries(catalog.params)
    .filter(([key]) => key in params && key !== 'speed' && paramApplies(key, frame, catalog))
    .map(([key, { label, unit, zero, accepts }]) => {
      const value = params[key];
      if (accepts === 'switch') return [label, value === 1 ? 'on' : 'off'];
      return value === 0 && zero !== undefined ? [label, `0 (${zero})`] : [label, value, unit];
    });
}
