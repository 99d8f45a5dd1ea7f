import { controlRow, element, setText } from '../../controls/element';
import { createMatrixTable } from '../parts/tables';
import { createSolveView, type MatricesNow, type MatrixView } from './solve-view';

export interface MatrixViewEntry {
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
