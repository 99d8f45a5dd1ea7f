import { t } from '../../language/translate';
import type { Answer } from '../../runtime/queries';
import { element } from '../controls/element';
import { formatCount, formatNumber, formatPercent, formatQuantity } from '../controls/number-format';
import { formatEntry } from './parts/axis';
import { createTable } from './parts/tables';

export type CgXRayNow = Answer<'cgXRay'>;
type Curve = CgXRayNow['own'];
type Solve = CgXRayNow['solves'][number];

/** The system that the method solves, and the result of the solve. */
export function solveText(now: CgXRayNow, method: string): string {
  const { theta, known, predicted, implicit, h } = now;
  const matrix = t`S(M − ${factor(theta)}hD − ${factor(theta * theta)}h²K)S`;
  const where = predicted
    ? t`, with K and D at x + ${factor(theta + known)}hv: the first iteration of Newton’s method`
    : '';
  const system = implicit
    ? t`${method} solves A Δv = b, A = ${matrix}${where}; h = ${formatQuantity(h, 's')}.`
    : t`${method} is explicit and solves no system. Shown instead: the system of an implicit Euler step with h = ${formatQuantity(h, 's')}, A Δv = b, A = ${matrix}.`;
  return `${system} ${ownSolveText(now)}`;
}

/** A factor of h: nothing for 1. */
function factor(value: number): string {
  if (value === 1) return '';
  return ({ 0.5: '½', 0.25: '¼' } as Record<number, string>)[value] ?? `${formatNumber(value, 3)} `;
}

function ownSolveText({ solves, own, preconditioner, tolerance, implicit, predicted, exact }: CgXRayNow): string {
  const { label } = solves.find(({ id }) => id === preconditioner) ?? { label: preconditioner };
  const by = preconditioner === 'none' ? 'No preconditioner' : label;
  const iterations = own.residuals.length - 1;
  const start = implicit && !predicted ? 'starting from the last Δv' : 'starting from 0';
  const count = iterations === 1 ? t`1 iteration` : t`${formatCount(iterations)} iterations`;
  const residual = own.residuals[iterations];
  const error = errorText(own.errors[iterations]);
  const reference = exact ? 'the exact solution' : 'the same solve at a tolerance of 1e−12';
  if (own.brokeDown) {
    return t`${by}: CG broke down after ${count} ${start}, at a direction with pᵀAp ≤ 0. A is not positive definite. Error of Δv: ${error} of ${reference}.`;
  }
  const missed = residual > tolerance ? t` (above the tolerance of ${formatEntry(tolerance)})` : '';
  return t`${by}: ${count} ${start}, residual ${formatEntry(residual)}${missed}. Error of Δv: ${error} of ${reference}.`;
}

const errorText = (error: number) => (error > 0 && error < 5e-4 ? 'less than 0.1 %' : formatPercent(error));

/** What each preconditioner is worth in this step, in one sentence: iterations from 0 to the tolerance. */
export function solveSentence({ solves, preconditioner, tolerance, implicit, own }: CgXRayNow): string {
  const step = implicit ? 'This step' : 'An implicit Euler step from this state';
  const iterations = (id: string) => {
    const solve = solves.find((one) => one.id === id);
    return solve ? iterationsTo(tolerance, solve.curve) : null;
  };
  const count = (n: number) => (n === 1 ? t`1 iteration` : t`${formatCount(n)} iterations`);
  const { label } = solves.find(({ id }) => id === preconditioner) ?? { label: preconditioner };
  const by = preconditioner === 'none' ? 'without a preconditioner' : t`with ${label}`;
  const needed = iterations(preconditioner);
  if (own.brokeDown || needed === null) {
    return t`${step} is not solved ${by}: conjugate gradients ${own.brokeDown ? 'broke down' : 'end above the tolerance'}.`;
  }
  const plain = iterations('none');
  if (preconditioner === 'none' || plain === null) return t`${step} needs ${count(needed)} ${by}, from 0.`;
  return t`${step} needs ${count(needed)} ${by}, and ${formatCount(plain)} without, from 0.`;
}

/** The effect of the clamp on definiteness. */
export function definitenessText({ clamped, unclamped, compressed, springs, clamp }: CgXRayNow): string {
  const describe = ({ definite, negative }: CgXRayNow['clamped']) => {
    if (definite) return negative === null ? 'no direction with pᵀAp ≤ 0 found' : 'positive definite';
    return negative
      ? t`indefinite, ${formatCount(negative)} negative ${negative === 1 ? 'eigenvalue' : 'eigenvalues'}`
      : t('indefinite');
  };
  const active = (on: boolean) => (on === clamp ? ' (active)' : '');
  return (
    t`${formatCount(compressed)} of ${formatCount(springs)} springs are compressed. ` +
    t`With the clamp${active(true)}: ${describe(clamped)}. Without${active(false)}: ${describe(unclamped)}.`
  );
}

/** Iterations from 0 to the run's tolerance; null if the curve ends above it. */
function iterationsTo(tolerance: number, { residuals }: Curve): number | null {
  const at = residuals.findIndex((residual) => residual <= tolerance);
  return at < 0 ? null : at;
}

/** The spectra, with and without each preconditioner. */
export function createSpectrumTable() {
  let now: Pick<CgXRayNow, 'preconditioner' | 'tolerance'> | null = null;
  const eigenvalue = (head: string, help: string, end: 'low' | 'high') => ({
    head,
    help,
    isNumber: true,
    cell: ({ id, spectrum }: Solve) => (spectrum ? formatEntry(spectrum[end]) + (id === 'none' ? ' kg' : '') : '–'),
  });
  const table = createTable<Solve>({
    name: 'Spectrum',
    caption: 'Spectrum of the run’s matrix',
    style: 'spectra',
    columns: [
      {
        head: '',
        cell({ id, label }) {
          const title = id === 'none' ? 'Without a preconditioner' : t`The matrix of the solve with ${label}`;
          return element('th', { scope: 'row', title }, id === 'none' ? 'A' : `P⁻¹A, ${label}`);
        },
      },
      eigenvalue('λ min', 'Smallest eigenvalue', 'low'),
      eigenvalue('λ max', 'Largest eigenvalue', 'high'),
      {
        head: t('condition'),
        help: 'Condition number, λ max / λ min: the larger, the slower the solve',
        isNumber: true,
        cell: ({ spectrum }) =>
          spectrum && spectrum.low > 0 ? formatEntry(Number((spectrum.high / spectrum.low).toPrecision(3))) : '–',
      },
      {
        head: t('iterations'),
        help: 'Iterations from 0 to the run’s tolerance',
        isNumber: true,
        cell({ curve }) {
          const needed = now && iterationsTo(now.tolerance, curve);
          return needed === null ? '–' : formatCount(needed);
        },
      },
    ],
    attributes: ({ id }) => ({ 'aria-current': String(id === now?.preconditioner) }),
  });
  return {
    node: table.node,
    show(next: CgXRayNow): void {
      now = next;
      table.show(next.solves);
    },
  };
}
