import type { ConvergenceReport } from '../../../runtime/jobs/convergence';
import { element, setAttribute } from '../../controls/element';
import { type Theme, watchTheme } from '../../controls/media';
import { methodLabel } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import { createScrollTable, type Head } from '../parts/scroll-table';
import { prefixed } from '../parts/unit-prefix';
import { drawMark } from './method-marks';

type Method = ConvergenceReport['methods'][number];

/** What each method came to, as numbers. */
export interface ConvergenceTable {
  readonly node: HTMLElement;
  show(report: ConvergenceReport): void;
  /** Marks the method that the run is under. */
  mark(): void;
  dispose(): void;
}

const COLUMNS: readonly Head[] = [
  ['Method', 'With its mark in the picture; the present one is marked'],
  ['Order', 'That it claims'],
  ['Slope', 'Measured: halving the step divides the error by 2 to this power'],
  ['Error at dt', 'Root mean square of how far particles are off, at the scene’s own dt'],
  ['For 1 mm', 'Time that it takes this machine to be right to 1 mm'],
];
/** By how much a slope may differ from the order that it confirms. */
const CONFIRMS = 0.1;
const VERDICTS: Record<Method['verdict'], string> = {
  measured: '',
  exact: 'only rounding',
  slow: 'too slow for more',
  unsettled: 'not smooth here',
  nothing: '–',
};

export function createConvergenceTable(lab: Lab): ConvergenceTable {
  const { node, body } = createScrollTable(
    'Orders of the methods',
    'Orders, as claimed and as measured',
    'orders',
    COLUMNS,
  );
  const swatches: HTMLCanvasElement[] = [];
  let theme: Theme = 'light';
  const forget = watchTheme((next) => {
    theme = next;
    swatches.forEach(paint);
  });

  function paint(canvas: HTMLCanvasElement, mark: number): void {
    const ctx = canvas.getContext('2d');
    ctx?.clearRect(0, 0, canvas.width, canvas.height);
    if (ctx) drawMark(ctx, mark, theme, 14, 14, 10);
  }

  function nameOf({ id }: Method, mark: number): HTMLElement {
    swatches[mark] ??= element('canvas', { width: 28, height: 28, 'aria-hidden': 'true' });
    paint(swatches[mark], mark);
    const label = methodLabel(lab.catalog, id);
    return element('th', { scope: 'row' }, swatches[mark], label);
  }

  const table: ConvergenceTable = {
    node,
    show({ methods, dt }) {
      body.replaceChildren(
        ...methods.map((method, mark) => {
          const cells = cellsOf(method, dt).map(([text, small]) =>
            element('td', {}, text, ...(small ? [element('small', {}, small)] : [])),
          );
          return element('tr', { 'data-method': method.id }, nameOf(method, mark), ...cells);
        }),
      );
      table.mark();
    },
    mark() {
      const present = lab.frame.status.integrator;
      for (const row of body.rows) {
        if (row.dataset.method === present) setAttribute(row, 'aria-current', 'true');
        else row.removeAttribute('aria-current');
      }
    },
    dispose: forget,
  };
  return table;
}

/** Order, slope, error at dt and cost of a millimetre, each with what must be said of it. */
function cellsOf({ order, slope, verdict, points, atDt, millimetre }: Method, dt: number): [string, string][] {
  const burst = points.some(({ h, blewUp }) => blewUp && h > dt * 0.999 && h < dt * 1.001);
  const settled = slope?.settled === true;
  const differs = settled && Math.abs(slope.value - order) > CONFIRMS;
  return [
    [String(order), ''],
    [
      slope ? `${settled ? '' : '≈ '}${slope.value.toFixed(2)}`.replace('-', '−') : '–',
      slope || verdict !== 'nothing' ? (differs ? 'not its order here' : VERDICTS[verdict]) : '',
    ],
    atDt
      ? [`${atDt.measured ? '' : '≈ '}${prefixed(atDt.value, 'm')}`, '']
      : ['–', burst ? 'blows up' : verdict === 'exact' ? VERDICTS.exact : ''],
    millimetre
      ? [`${millimetre.atMost ? '< ' : millimetre.measured ? '' : '≈ '}${prefixed(millimetre.value, 's')}`, '']
      : ['–', ''],
  ];
}
