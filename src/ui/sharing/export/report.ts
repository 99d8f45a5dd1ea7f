/** A report of the present experiment: one HTML file with its settings, a picture, charts and values. */
import type { Frame, Status } from '../../../runtime/frame/frame';
import type { Catalog } from '../../../runtime/host/catalog';
import { formatNumber } from '../../controls/number-format';
import { methodLabel, paramApplies, sceneOf } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import { describeLimit, lackOf } from '../../lab/limit';
import { linkOf } from '../link-extras';
import { drawCharts, quantityText, readSeries, type Series } from './charts';
import { COLUMN_OPTIONS, type ExportFormat, RANGE_OPTIONS } from './export-format';
import { type Markup, tag } from './svg-pen';

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
    const { frame, catalog } = lab;
    const picture = await dataUrl(await pictureOf(lab));
    const series = await readSeries(lab, options, watch);
    const page = reportPage(frame, catalog, picture, series, await linkOf(lab));
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

// The page of a report: one HTML file without scripts, that asks for nothing, and prints on A4.

/** A line of a table: a name, a value, and a unit. */
type Setting = readonly [label: string, value: string | number, unit?: string];

/** Rows of the table of values, at most. */
const MAX_ROWS = 11;
/** Allows pictures of the file itself and its style, and nothing else. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

type Link = Awaited<ReturnType<typeof linkOf>>;

/** @param picture data URL of a PNG file */
function reportPage(frame: Frame, catalog: Catalog, picture: string, series: Series, link: Link): string {
  const { status } = frame;
  const { label: title, summary } = sceneOf(catalog, status) ?? { label: status.scene, summary: '' };
  const time = status.replay?.time ?? status.time;
  const labels = series.columns.map(({ label }) => label).join(', ');
  const charts = drawCharts(series, { title: `Over time: ${labels}`, width: CHART_WIDTH, caption: [] });
  const head = tag(
    'head',
    tag('meta', { charset: 'utf-8' }),
    tag('meta', { name: 'viewport', content: 'width=device-width' }),
    tag('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    tag('meta', { name: 'color-scheme', content: 'light dark' }),
    tag('title', `${title} – Hooke`),
    tag('style', { markup: STYLE }),
  );
  const body = tag(
    'body',
    tag(
      'main',
      tag('h1', title),
      tag('p', summary),
      tag(
        'figure',
        tag('img', { src: picture, alt: `The scene at ${time} s` }),
        tag('figcaption', `The scene at t = ${time} s.`),
      ),
      tag('h2', 'Settings'),
      settingsTable('Scene and method', settingsOf(status, catalog)),
      settingsTable('Parameters', paramsOf(frame, catalog)),
      tag('h2', 'Over time'),
      tag('figure', charts, tag('figcaption', 'From the recording of the run.')),
      valuesTable(series),
      ...commandList(series.commands),
      tag('h2', 'How it was made'),
      ...aboutMaking(series.settings, link),
    ),
  );
  return `<!doctype html>\n${tag('html', { lang: 'en' }, head, body).markup}\n`;
}

function settingsTable(caption: string, settings: readonly Setting[]): Markup {
  const rows = settings.map(([label, value, unit = '']) =>
    tag('tr', tag('th', { scope: 'row' }, label), tag('td', unit === '' ? value : `${value} ${unit}`)),
  );
  return tag('table', { class: 'settings' }, tag('caption', caption), tag('tbody', ...rows));
}

function valuesTable({ steps, times, columns }: Series): Markup {
  const count = Math.min(MAX_ROWS, steps.length);
  const chosen = Array.from({ length: count }, (_, k) => Math.round((k * (steps.length - 1)) / Math.max(1, count - 1)));
  const heads = ['step', 't / s', ...columns.map(({ label, unit }) => quantityText(label, unit))];
  const rows = chosen.map((i) => [
    steps[i],
    Number(times[i].toPrecision(9)),
    ...columns.map(({ values }) => (Number.isFinite(values[i]) ? Number(values[i].toPrecision(7)) : '–')),
  ]);
  return tag(
    'table',
    { class: 'values' },
    tag('caption', 'Values at some of these times, to seven digits'),
    tag('thead', tag('tr', ...heads.map((text) => tag('th', { scope: 'col' }, text)))),
    tag('tbody', ...rows.map((cells) => tag('tr', ...cells.map((cell) => tag('td', cell))))),
  );
}

function commandList(commands: readonly string[]): Markup[] {
  if (commands.length === 0) return [];
  return [tag('h2', 'What was changed during the run'), tag('ul', ...commands.map((line) => tag('li', line)))];
}

function aboutMaking(settings: readonly string[], link: Link): Markup[] {
  const setup =
    'reason' in link
      ? tag('p', 'The setup does not fit into a link. A scene file has it.')
      : tag(
          'p',
          tag('a', { href: `${location.href.split('#')[0]}#${link.hash}` }, 'Open the setup in Hooke'),
          '. The link has the scene and its parameters; it starts the scene from its beginning, without cuts.',
        );
  const date = new Date().toISOString().slice(0, 10);
  return [
    setup,
    tag('p', `Hooke wrote this report on ${date}. The curves and the values are from the recording of the run:`),
    tag('ul', ...settings.map((line) => tag('li', line))),
    tag('p', 'The same commands at the same steps give the same numbers, in the page and in Node.'),
  ];
}

/** How a report looks: dark or light as the reader's system asks, and light on paper. */
const STYLE = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 50rem; margin: 0 auto; padding: 1.5rem 1rem; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; break-after: avoid; }
a { color: inherit; }
figure { margin: 1rem 0; break-inside: avoid; }
img, svg { display: block; max-width: 100%; height: auto; }
img { max-height: 30rem; }
figcaption, caption { text-align: left; font-size: 0.875rem; padding: 0.25rem 0; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: 0.875rem; }
th, td { border-bottom: 1px solid; border-color: color-mix(in srgb, currentcolor 25%, transparent); padding: 0.2rem 0.5rem 0.2rem 0; }
th { text-align: left; font-weight: 600; overflow-wrap: normal; }
.settings th { width: 50%; font-weight: 400; }
.values th, .values td { text-align: right; font-variant-numeric: tabular-nums; }
.values { font-size: 0.75rem; }
tr, li { break-inside: avoid; }
thead { display: table-header-group; }
@page { size: A4; margin: 16mm; }
@media print {
  :root { color-scheme: only light; font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
}
`;
