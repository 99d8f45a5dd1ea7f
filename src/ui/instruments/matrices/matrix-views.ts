import type { Answer } from '../../../runtime/queries';
import { element, setText } from '../../controls/element';
import { createMatrixTable } from '../parts/matrix-table';
import { createSolveView } from './solve-view';

export type MatricesNow = Answer<'matrices'>;

/** What is shown of the matrices; made anew where they have other names. */
export interface MatrixView {
  readonly node: HTMLElement;
  show(now: MatricesNow): void;
}

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
  whole('M', 'M, masses', 'M: the mass of its particle, for each component of q', 'M / kg', ({ M }) => M),
  whole(
    'K',
    'K, stiffness',
    'K = ∂f/∂q = Σ Eⱼᵀ Kⱼ Eⱼ: what the forces gain by a displacement',
    'K / (N/m)',
    ({ K }) => K,
  ),
  whole('D', 'D, damping', 'D = ∂f/∂v: what the forces gain by a velocity', 'D / (N·s/m)', ({ D }) => D),
  {
    id: 'P',
    label: 'P, free components',
    formula: 'P: the rows of the identity that belong to particles without a pin; P q is what moves',
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
    formula: 'Kⱼ = (B, −B; −B, B) with B = −k[nnᵀ + c(I − nnᵀ)], c = 1 − L₀/l; Eⱼ finds its ends: qⱼ = Eⱼ q',
    create: createSpringView,
  },
  {
    id: 'solve',
    label: 'The solve, step by step',
    formula: 'Conjugate gradients with the run’s preconditioner, from Δv = 0',
    create: createSolveView,
  },
];

function whole(
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

/** Kⱼ of one spring, and the place that Eⱼ gives it. */
function createSpringView(first: MatricesNow): MatrixView {
  let latest = first;
  const select = element(
    'select',
    { title: 'Which spring', change: () => build() },
    ...first.springs.map(({ spring, ends }, i) =>
      element('option', { value: i }, `${spring}: particles ${ends.join(' and ')}`),
    ),
  );
  const tables = element('div');
  const node = element(
    'div',
    {},
    element('div', { class: 'controls' }, element('label', {}, 'Spring ', select)),
    tables,
  );
  let show = (_: MatricesNow) => {};

  function build(): void {
    const chosen = latest.springs[Number(select.value)];
    if (!chosen) {
      setText(tables, 'There is no spring.');
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
