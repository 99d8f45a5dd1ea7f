import { button, element, setAttribute, setText } from '../../controls/element';
import { createMatrixTable, formatEntry } from '../parts/matrix-table';
import { createScrollTable, type Head } from '../parts/scroll-table';
import type { MatricesNow, MatrixView } from './matrix-views';

const HEADERS: readonly Head[] = [
  ['iteration', 'How often A has been multiplied'],
  ['residual', '‖b − A x‖ / ‖b‖'],
  ['α', 'How far it went: x grows by α p'],
  ['β', 'How much of the last direction it kept: p = z + β p'],
];

/** What P is of this matrix, by the preconditioner's id. */
const MEANING: Record<string, string> = {
  none: 'the identity, no preconditioner',
  'block-jacobi': 'the 3×3 blocks of A’s diagonal',
  aggregation: 'undone by the 3×3 blocks of A’s diagonal, inverted, plus one cycle on aggregates',
  multigrid: 'undone by one cycle of multigrid',
};

/** The conjugate gradients one by one: how far each brought the solution, and where it then stood. */
export function createSolveView(first: MatricesNow): MatrixView {
  let latest = first;
  let at = 0;
  const slider = element('input', {
    type: 'range',
    min: 0,
    step: 1,
    title: 'After how many iterations',
    'aria-label': 'Iteration',
    input: () => go(slider.valueAsNumber),
  });
  const back = button('Back', 'One iteration back', () => go(at - 1));
  const next = button('Next', 'One iteration on', () => go(at + 1));
  const words = element('p', { class: 'now', role: 'status' });
  const { node: box, body } = createScrollTable('Iterations', 'Conjugate gradients', 'solve', HEADERS);
  const iterate = createMatrixTable('Where it stands / (m/s)', first.freeNames, ['x', 'Δv by elimination', 'x − Δv']);
  const node = element('div', {}, element('div', { class: 'controls' }, back, next, slider), words, box, iterate.node);

  function go(to: number): void {
    at = Math.max(0, Math.min(latest.steps.length, to));
    show();
  }

  function rows(): void {
    const { steps } = latest;
    while (body.rows.length > steps.length + 1) body.deleteRow(-1);
    while (body.rows.length < steps.length + 1) {
      const cells = HEADERS.slice(1).map(() => element('td', { class: 'number' }));
      body.append(element('tr', {}, element('th', { scope: 'row' }, String(body.rows.length)), ...cells));
    }
    [...body.rows].forEach((row, i) => {
      const step = steps[i - 1];
      const values = step ? [step.residual, step.alpha, step.beta] : [1, null, null];
      values.forEach((value, column) => {
        setText(row.cells[column + 1], value === null ? '–' : formatEntry(value));
      });
      setAttribute(row, 'aria-current', i === at ? 'step' : 'false');
    });
  }

  function show(): void {
    const { steps, change, preconditioner } = latest;
    rows();
    setAttribute(slider, 'max', String(steps.length));
    slider.value = String(at);
    // A disabled button would lose the focus of who steps by keys.
    setAttribute(back, 'aria-disabled', String(at === 0));
    setAttribute(next, 'aria-disabled', String(at === steps.length));
    const x = at === 0 ? change.map(() => 0) : steps[at - 1].x;
    setText(
      words,
      at === 0
        ? `Before the first of ${steps.length} iterations: x = 0. P is ${MEANING[preconditioner] ?? preconditioner}.`
        : `After iteration ${at} of ${steps.length}: the residual is ${formatEntry(steps[at - 1].residual)} of b.`,
    );
    iterate.show(x.map((value, i) => [value, change[i], value - change[i]]));
  }

  return {
    node,
    show(now) {
      latest = now;
      go(at);
    },
  };
}
