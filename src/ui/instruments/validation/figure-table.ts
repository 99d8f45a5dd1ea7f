import type { ValidationReport } from '../../../physics/analysis/validation/validation-study';
import { element, setText } from '../../controls/element';
import { createCanvas } from '../parts/canvas';
import { createScrollTable } from '../parts/tables';
import { drawTips } from './tip-drawing';

type Report = ValidationReport['cases'][number];
type Nets = ValidationReport['nets'];

/** The figures of one test: for each net, the measured value and its deviation from the reference. */
export interface FigureTable {
  readonly node: HTMLElement;
  show(report: Report, nets: Nets): void;
  dispose(): void;
}

const MESHES = { net: 'Net', triangles: 'Mesh' } as const;

export function createFigureTable(): FigureTable {
  const about = element('p', { class: 'now' });
  const place = element('div');
  let shown = '';
  let drawn: Report | null = null;
  let names: string[] = [];
  const canvas = createCanvas(
    'The exact path of the tip as the load grows, and the measured places',
    (context) => {
      if (drawn) drawTips(context, drawn, names);
    },
    {
      isReady: () => drawn !== null,
      standsAlone: true,
      notes: () => (drawn ? [`${drawn.label}. ${drawn.about}`] : []),
    },
  );
  return {
    node: element('div', {}, about, canvas.canvas, place),
    dispose: canvas.dispose,
    show(report, nets) {
      const { label, quantity, rows, error } = report;
      const key = JSON.stringify(report);
      if (key === shown) return;
      shown = key;
      drawn = report;
      names = nets.map(({ cells, mesh }) => `${MESHES[mesh]} ${cells}`);
      canvas.canvas.hidden = report.path === null;
      canvas.redraw();
      setText(about, error === null ? report.about : `${report.about} A net could not be measured: ${error}.`);
      const { node, body } = createScrollTable(`Figures: ${label}`, quantity, 'figures', [
        ['', ''],
        ['Reference', 'The exact value, or the range of the literature'],
        ...nets.map(
          ({ cells, mesh }, i) =>
            [
              names[i],
              mesh === 'net'
                ? `A rectangular net, ${cells} cells long: the figure and its deviation`
                : `A mesh of triangles, ${cells} cells long: the figure and its deviation`,
            ] as const,
        ),
      ]);
      body.append(
        ...rows.map((row) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, row.label),
            element('td', { class: 'number' }, referenceText(row.reference)),
            ...row.values.map((value, i) => figureCell(value, row.deviations[i], report.tolerances[i])),
          ),
        ),
      );
      place.replaceChildren(node);
    },
  };
}

function figureCell(value: number | null, deviation: number | null, allowed: number): HTMLElement {
  if (value === null || deviation === null) return element('td', { class: 'number' }, '–');
  const passes = Math.abs(deviation) <= allowed;
  const note = `${percent(deviation)}${passes ? '' : ' ✗'}`;
  return element('td', { class: passes ? 'number' : 'number failed' }, digits(value), element('small', {}, note));
}

function referenceText(reference: Report['rows'][number]['reference']): string {
  return typeof reference === 'number' ? digits(reference) : reference.map(digits).join(' to ');
}

/** Five significant digits. */
function digits(value: number): string {
  return String(Number(value.toPrecision(5))).replace('-', '−');
}

/** A part as per cent, with its sign. */
export function percent(part: number): string {
  const text = Math.abs(100 * part).toFixed(Math.abs(part) < 0.0995 ? 2 : 0);
  return `${Number(text) === 0 ? '±' : part < 0 ? '−' : '+'}${text} %`;
}
