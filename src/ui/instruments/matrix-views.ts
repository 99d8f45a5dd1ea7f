import { t } from '../../language/translate';
import type { Answer } from '../../runtime/queries';
import { button, choice, controlRow, element, labelled, setAttribute, setText, slider } from '../controls/element';
import { formatEntry } from './parts/axis';
import { column, createMatrixTable, createTable, numberColumn } from './parts/tables';

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
    create: ({ freeNames }) =>
      tableOf('A / kg, b / N·s and Δv / (m/s)', freeNames, [...freeNames, 'b', 'Δv'], ({ A, rightSide, change }) =>
        A.map((row, i) => [...row, rightSide[i], change[i]]),
      ),
  },
  square('M', 'M, masses', 'M: for each component of q, the mass of its particle', 'kg'),
  square('K', 'K, stiffness', 'K = ∂f/∂q = Σ Eⱼᵀ Kⱼ Eⱼ: change of the forces with a displacement', '(N/m)'),
  square('D', 'D, damping', 'D = ∂f/∂v: change of the forces with a velocity', '(N·s/m)'),
  {
    id: 'P',
    label: 'P, free components',
    formula: 'P: the rows of the identity for particles without a pin; P q are the free components',
    create: ({ names, freeNames }) => tableOf('P', freeNames, names, ({ P }) => P),
  },
  {
    id: 'b',
    label: 'f, v and b',
    formula: 'b = P h(f + hKv): forces f and velocities v of all components, b of the free ones',
    create: (now) =>
      tableOf('f / N, v / (m/s) and b / N·s', now.names, ['f', 'v', 'b'], ({ names, freeNames, f, v, rightSide }) =>
        names.map((name, i) => [f[i], v[i], rightSide[freeNames.indexOf(name)] ?? null]),
      ),
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

function square(id: 'M' | 'K' | 'D', label: string, formula: string, unit: string): MatrixViewEntry {
  const create = ({ names }: MatricesNow) => tableOf(`${id} / ${unit}`, names, names, (now) => now[id]);
  return { id, label, formula, create };
}

/** A view that is one table. */
function tableOf(
  caption: string,
  rowNames: string[],
  columnNames: string[],
  rows: (now: MatricesNow) => (number | null)[][],
): MatrixView {
  const table = createMatrixTable(caption, rowNames, columnNames);
  return { node: table.node, show: (now) => table.show(rows(now)) };
}

/** Kⱼ and Eⱼ of one spring. */
function createSpringView(first: MatricesNow): MatrixView {
  let latest = first;
  const select = choice(
    { title: 'Number of the spring', change: () => build() },
    first.springs.map(({ spring, ends }, i) => [i, t`${spring}: particles ${ends.join(t(' and '))}`]),
  );
  const tables = element('div');
  const node = element('div', controlRow(labelled('Spring ', select)), tables);
  let show = (_: MatricesNow) => {};

  function build(): void {
    const chosen = latest.springs[Number(select.value)];
    if (!chosen) {
      setText(tables, 'This scene has no springs.');
      return;
    }
    const names = chosen.ends.flatMap((end) => latest.names.slice(3 * end, 3 * end + 3));
    const j = chosen.spring;
    const block = createMatrixTable(t`Kⱼ of spring ${j} / (N/m)`, names, names);
    const selection = createMatrixTable(t`Eⱼ of spring ${j}`, names, latest.names);
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

/** An iteration; before the first one there is no direction. */
type Step = { residual: number; alpha: number | null; beta: number | null };

/** The preconditioner P, by id. */
const MEANING: Record<string, string> = {
  none: 'the identity, no preconditioner',
  'block-jacobi': 'the 3×3 blocks of A’s diagonal',
  aggregation: 'block Jacobi plus one cycle on aggregates of particles',
  'surface-multigrid': 'one cycle on the particles and ever fewer of them',
  'sparse-cholesky': 'masses and springs, and bending in part',
  multigrid: 'one multigrid cycle',
};

/** The iterations of conjugate gradients: the approximate solution after each of them, and its residual. */
function createSolveView(first: MatricesNow): MatrixView {
  let latest = first;
  let at = 0;
  const iteration = slider('Number of iterations', () => go(iteration.valueAsNumber), {
    min: 0,
    step: 1,
    'aria-label': 'Iteration',
  });
  const back = button('Back', 'Go back one iteration', () => go(at - 1));
  const next = button('Next', 'Go forward one iteration', () => go(at + 1));
  const note = element('p.now', { role: 'status' });
  const number = (head: string, help: string, of: (step: Step) => number | null) =>
    numberColumn(head, help, (step: Step) => {
      const value = of(step);
      return value === null ? '–' : formatEntry(value);
    });
  const iterations = createTable<Step>({
    name: 'Iterations',
    caption: 'Conjugate gradients',
    style: 'solve',
    columns: [
      column(t('iteration'), 'Number of products with A', (_, i) => String(i)),
      number('residual', '‖b − A x‖ / ‖b‖', ({ residual }) => residual),
      number('α', 'Step length: x ← x + α p', ({ alpha }) => alpha),
      number('β', 'Share of the last direction: p ← z + β p', ({ beta }) => beta),
    ],
    attributes: (_, i) => ({ 'aria-current': i === at ? 'step' : 'false' }),
  });
  const iterate = createMatrixTable('Approximate solution / (m/s)', first.freeNames, [
    'x',
    'Δv by elimination',
    'x − Δv',
  ]);
  const node = element('div', controlRow(back, next, iteration), note, iterations.node, iterate.node);

  function go(to: number): void {
    at = Math.max(0, Math.min(latest.steps.length, to));
    show();
  }

  function show(): void {
    const { steps, change, preconditioner } = latest;
    iterations.show([{ residual: 1, alpha: null, beta: null }, ...steps]);
    setAttribute(iteration, 'max', String(steps.length));
    iteration.value = String(at);
    // `disabled` would take the keyboard focus from the button.
    setAttribute(back, 'aria-disabled', String(at === 0));
    setAttribute(next, 'aria-disabled', String(at === steps.length));
    const x = at === 0 ? change.map(() => 0) : steps[at - 1].x;
    setText(
      note,
      at === 0
        ? t`Before the first of ${steps.length} iterations: x = 0. P is ${MEANING[preconditioner] ?? preconditioner}.`
        : t`After iteration ${at} of ${steps.length}: the residual is ${formatEntry(steps[at - 1].residual)} of b.`,
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
