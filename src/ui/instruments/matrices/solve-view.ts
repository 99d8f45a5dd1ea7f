import type { Answer } from '../../../runtime/queries';
import { button, controlRow, element, setAttribute, setText } from '../../controls/element';
import { formatEntry } from '../parts/numbers';
import { createMatrixTable, createScrollTable, type Head } from '../parts/tables';

export type MatricesNow = Answer<'matrices'>;

/** Shows one of the matrices; created again when the names of its rows or columns change. */
export interface MatrixView {
  readonly node: HTMLElement;
  show(now: MatricesNow): void;
}

const HEADERS: readonly Head[] = [
  ['iteration', 'Number of products with A'],
  ['residual', '‖b − A x‖ / ‖b‖'],
  ['α', 'Step length: x ← x + α p'],
  ['β', 'Share of the last direction: p ← z + β p'],
];

/** The preconditioner P, by id. */
const MEANING: Record<string, string> = {
  none: 'the identity, no preconditioner',
  'block-jacobi': 'the 3×3 blocks of A’s diagonal',
  aggregation: 'block Jacobi plus one cycle on aggregates of particles',
  multigrid: 'one multigrid cycle',
};

/** The iterations of conjugate gradients: the approximate solution after each of them, and its residual. */
export function createSolveView(first: MatricesNow): MatrixView {
  let latest = first;
  let at = 0;
  const slider = element('input', {
    type: 'range',
    min: 0,
    step: 1,
    title: 'Number of iterations',
    'aria-label': 'Iteration',
    input: () => go(slider.valueAsNumber),
  });
  const back = button('Back', 'Go back one iteration', () => go(at - 1));
  const next = button('Next', 'Go forward one iteration', () => go(at + 1));
  const note = element('p', { class: 'now', role: 'status' });
  const { node: box, body } = createScrollTable('Iterations', 'Conjugate gradients', 'solve', HEADERS);
  const iterate = createMatrixTable('Approximate solution / (m/s)', first.freeNames, [
    'x',
    'Δv by elimination',
    'x − Δv',
  ]);
  const node = element('div', {}, controlRow(back, next, slider), note, box, iterate.node);

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
    // `disabled` would take the keyboard focus from the button.
    setAttribute(back, 'aria-disabled', String(at === 0));
    setAttribute(next, 'aria-disabled', String(at === steps.length));
    const x = at === 0 ? change.map(() => 0) : steps[at - 1].x;
    setText(
      note,
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
