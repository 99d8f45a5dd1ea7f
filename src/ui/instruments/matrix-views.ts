import type { Answer } from '../../runtime/queries';
import { button, controlRow, element, setAttribute, setText } from '../controls/element';
import { formatEntry } from './parts/axis';
import { createMatrixTable, createScrollTable, type Head } from './parts/tables';

interface MatrixViewEntry {
  id: string;
  label: string;
  /** One line: what is shown, in the letters of the lecture notes. */
  formula: string;
  create(now: MatricesNow): MatrixView;
}

/** In the order of the lecture notes 3D Mass Spring System. */
export const MATRIX_VIEWS: readonly MatrixViewEntry[] = [
  {
    id: 'step',
    label: 'The step, A Δv = b',
    formula: 'A = P(M − hD − h²K)Pᵀ and b = P h(f + hKv): one linear system for the change of velocity Δv',
    create: (now) => {
      const table = createMatrixTable('A / kg, b / N·s and Δv / (m/s)', now.freeNames, [...now.freeNames, 'b', 'Δv']);
      return {
        node: table.node,
        show: ({ A, rightSide, change }) => table.show(A.map((row, i) => [...row, rightSide[i], change[i]])),
      };
    },
  },
  square('M', 'M, masses', 'M: for each component of q, the mass of its particle', 'M / kg', ({ M }) => M),
  square(
    'K',
    'K, stiffness',
    'K = ∂f/∂q = Σ Eⱼᵀ Kⱼ Eⱼ: change of the forces with a displacement',
    'K / (N/m)',
    ({ K }) => K,
  ),
  square('D', 'D, damping', 'D = ∂f/∂v: change of the forces with a velocity', 'D / (N·s/m)', ({ D }) => D),
  {
    id: 'P',
    label: 'P, free components',
    formula: 'P: the rows of the identity for particles without a pin; P q are the free components',
    create: (now) => {
      const table = createMatrixTable('P', now.freeNames, now.names);
      return { node: table.node, show: ({ P }) => table.show(P) };
    },
  },
  {
    id: 'b',
    label: 'f, v and b',
    formula: 'b = P h(f + hKv): forces f and velocities v of all components, b of the free ones',
    create: (now) => {
      const table = createMatrixTable('f / N, v / (m/s) and b / N·s', now.names, ['f', 'v', 'b']);
      return {
        node: table.node,
        show({ names, freeNames, f, v, rightSide }) {
          table.show(names.map((name, i) => [f[i], v[i], rightSide[freeNames.indexOf(name)] ?? null]));
        },
      };
    },
  },
  {
    id: 'springs',
    label: 'Spring by spring, Kⱼ and Eⱼ',
    formula: 'Kⱼ = (B, −B; −B, B) with B = −k[nnᵀ + c(I − nnᵀ)], c = 1 − L₀/l; Eⱼ selects its ends: qⱼ = Eⱼ q',
    create: createSpringView,
  },
  {
    id: 'solve',
    label: 'The solve, iteration by iteration',
    formula: 'Conjugate gradients with the run’s preconditioner, from Δv = 0',
    create: createSolveView,
  },
];

function square(
  id: string,
  label: string,
  formula: string,
  caption: string,
  rows: (now: MatricesNow) => number[][],
): MatrixViewEntry {
  return {
    id,
    label,
    formula,
    create: (now) => {
      const table = createMatrixTable(caption, now.names, now.names);
      return { node: table.node, show: (latest) => table.show(rows(latest)) };
    },
  };
}

/** Kⱼ and Eⱼ of one spring. */
function createSpringView(first: MatricesNow): MatrixView {
  let latest = first;
  const select = element(
    'select',
    { title: 'Number of the spring', change: () => build() },
    ...first.springs.map(({ spring, ends }, i) =>
      element('option', { value: i }, `${spring}: particles ${ends.join(' and ')}`),
    ),
  );
  const tables = element('div');
  const node = element('div', {}, controlRow(element('label', {}, 'Spring ', select)), tables);
  let show = (_: MatricesNow) => {};

  function build(): void {
    const chosen = latest.springs[Number(select.value)];
    if (!chosen) {
      setText(tables, 'This scene has no springs.');
      return;
    }
    const names = chosen.ends.flatMap((end) => latest.names.slice(3 * end, 3 * end + 3));
    const j = chosen.spring;
    const block = createMatrixTable(`Kⱼ of spring ${j} / (N/m)`, names, names);
    const selection = createMatrixTable(`Eⱼ of spring ${j}`, names, latest.names);
    tables.replaceChildren(block.node, selection.node);
    show = ({ springs }) => {
      const now = springs.find(({ spring }) => spring === j);
      if (!now) return;
      block.show(now.block);
      selection.show(now.selection);
    };
    show(latest);
  }
  build();
  return {
    node,
    show(now) {
      latest = now;
      show(now);
    },
  };
}

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
function createSolveView(first: MatricesNow): MatrixView {
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
