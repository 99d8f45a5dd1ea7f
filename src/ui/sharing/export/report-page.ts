/** The page of a report: one HTML file without scripts, that asks for nothing, and prints on A4. */
import { quantityText, type Series } from './charts';
import { type Markup, tag } from './svg-pen';

/** A line of a table: a name, a value, and a unit. */
export type Setting = readonly [label: string, value: string | number, unit?: string];

interface ReportContent {
  readonly title: string;
  /** One sentence about the scene; '' for none. */
  readonly summary: string;
  readonly settings: readonly Setting[];
  readonly params: readonly Setting[];
  /** Data URL of a PNG file. */
  readonly picture: string;
  /** Of the picture, s. */
  readonly time: number;
  readonly series: Series;
  readonly charts: Markup;
  /** To the setup; null: it does not fit into one. */
  readonly link: string | null;
  /** As in 2026-07-31. */
  readonly date: string;
}

/** Rows of the table of values, at most. */
const MAX_ROWS = 11;
/** Allows pictures of the file itself and its style, and nothing else. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

export function reportPage(content: ReportContent): string {
  const { title, summary, settings, params, picture, time, series, charts, link, date } = content;
  const head = tag(
    'head',
    {},
    tag('meta', { charset: 'utf-8' }),
    tag('meta', { name: 'viewport', content: 'width=device-width' }),
    tag('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    tag('meta', { name: 'color-scheme', content: 'light dark' }),
    tag('title', {}, `${title} – Hooke`),
    tag('style', {}, { markup: STYLE }),
  );
  const body = tag(
    'body',
    {},
    tag(
      'main',
      {},
      tag('h1', {}, title),
      tag('p', {}, summary),
      tag(
        'figure',
        {},
        tag('img', { src: picture, alt: `The scene at ${time} s` }),
        tag('figcaption', {}, `The scene at t = ${time} s.`),
      ),
      tag('h2', {}, 'Settings'),
      settingsTable('Scene and method', settings),
      settingsTable('Parameters', params),
      tag('h2', {}, 'Over time'),
      tag('figure', {}, charts, tag('figcaption', {}, 'From the recording of the run.')),
      valuesTable(series),
      ...commandList(series.commands),
      tag('h2', {}, 'How it was made'),
      ...aboutMaking(series.settings, link, date),
    ),
  );
  return `<!doctype html>\n${tag('html', { lang: 'en' }, head, body).markup}\n`;
}

function settingsTable(caption: string, settings: readonly Setting[]): Markup {
  const rows = settings.map(([label, value, unit = '']) =>
    tag('tr', {}, tag('th', { scope: 'row' }, label), tag('td', {}, unit === '' ? value : `${value} ${unit}`)),
  );
  return tag('table', { class: 'settings' }, tag('caption', {}, caption), tag('tbody', {}, ...rows));
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
    tag('caption', {}, 'Values at some of these times, to seven digits'),
    tag('thead', {}, tag('tr', {}, ...heads.map((text) => tag('th', { scope: 'col' }, text)))),
    tag('tbody', {}, ...rows.map((cells) => tag('tr', {}, ...cells.map((cell) => tag('td', {}, cell))))),
  );
}

function commandList(commands: readonly string[]): Markup[] {
  if (commands.length === 0) return [];
  return [
    tag('h2', {}, 'What was changed during the run'),
    tag('ul', {}, ...commands.map((line) => tag('li', {}, line))),
  ];
}

function aboutMaking(settings: readonly string[], link: string | null, date: string): Markup[] {
  const setup =
    link === null
      ? tag('p', {}, 'The setup does not fit into a link. A scene file has it.')
      : tag(
          'p',
          {},
          tag('a', { href: link }, 'Open the setup in Hooke'),
          '. The link has the scene and its parameters; it starts the scene from its beginning, without cuts.',
        );
  return [
    setup,
    tag('p', {}, `Hooke wrote this report on ${date}. The curves and the values are from the recording of the run:`),
    tag('ul', {}, ...settings.map((line) => tag('li', {}, line))),
    tag('p', {}, 'The same commands at the same steps give the same numbers, in the page and in Node.'),
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
