import type { Answer } from '../../../runtime/queries';
import { formatCount, formatPercent, formatQuantity } from '../../controls/number-format';
import { formatEntry } from '../parts/numbers';

export type CgXRayNow = Answer<'cgXRay'>;
type Curve = CgXRayNow['own'];

/** What the method solves, and what came of it. */
export function tellSolve(now: CgXRayNow, method: string): string {
  const { theta, predicted, implicit, h } = now;
  const matrix = theta === 1 ? 'S(M − hD − h²K)S' : 'S(M − ½hD − ¼h²K)S';
  const where = predicted ? ', K and D at x + hv: the first iteration of Newton’s method' : '';
  const what = implicit
    ? `${method} solves A Δv = b, A = ${matrix}${where}; h = ${formatQuantity(h, 's')}.`
    : `${method} solves nothing: it takes the forces as they are. Here is what a step of implicit Euler would solve with the same h = ${formatQuantity(h, 's')}: A Δv = b, A = ${matrix}.`;
  return `${what} ${tellOwn(now)}`;
}

function tellOwn({ solves, own, preconditioner, tolerance, implicit, predicted, exact }: CgXRayNow): string {
  const { label } = solves.find(({ id }) => id === preconditioner) ?? { label: preconditioner };
  const by = preconditioner === 'none' ? 'Without a preconditioner' : `With ${label}`;
  const iterations = own.residuals.length - 1;
  const from = implicit && !predicted ? 'from the last Δv' : 'from 0';
  const [noun, verb] = iterations === 1 ? ['iteration', 'leads'] : ['iterations', 'lead'];
  const end = `${formatCount(iterations)} ${noun} ${from}`;
  const residual = own.residuals[iterations];
  const error = own.errors[iterations];
  const against = exact ? 'the exact solution' : 'the same solve driven to 1e−12';
  if (own.brokeDown) {
    return `${by}, it met a direction with pᵀAp ≤ 0 after ${end} and broke down: A is not positive definite, and Δv is off by ${share(error)} of ${against}.`;
  }
  const missed = residual > tolerance ? `, which is not the ${formatEntry(tolerance)} that is asked for` : '';
  return `${by}, ${end} ${verb} to a residual of ${formatEntry(residual)}${missed}; Δv is then off by ${share(error)} from ${against}.`;
}

const share = (error: number) => (error > 0 && error < 5e-4 ? 'less than 0.1 %' : formatPercent(error));

/** What the clamp does. */
export function tellDefiniteness({ clamped, unclamped, compressed, springs, clamp }: CgXRayNow): string {
  const say = ({ definite, negative }: CgXRayNow['clamped']) => {
    if (definite) return negative === null ? 'no direction with pᵀAp ≤ 0 found' : 'positive definite';
    return negative
      ? `indefinite, ${formatCount(negative)} negative ${negative === 1 ? 'eigenvalue' : 'eigenvalues'}`
      : 'indefinite';
  };
  const mark = (on: boolean) => (on === clamp ? ' (the run’s)' : '');
  return (
    `${formatCount(compressed)} of ${formatCount(springs)} springs are compressed. ` +
    `With the clamp${mark(true)}: ${say(clamped)}. Without${mark(false)}: ${say(unclamped)}.`
  );
}

/** Iterations from 0 to the run's tolerance; null where the curve ends above it. */
export function iterationsTo(tolerance: number, { residuals }: Curve): number | null {
  const at = residuals.findIndex((residual) => residual <= tolerance);
  return at < 0 ? null : at;
}

export interface SpectrumRow {
  name: string;
  title: string;
  /** Whether it is the run's. */
  own: boolean;
  cells: string[];
}

/** The rows of the table of spectra. */
export function spectrumRows({ solves, preconditioner, tolerance }: CgXRayNow): SpectrumRow[] {
  return solves.map(({ id, label, spectrum, curve }) => {
    const needed = iterationsTo(tolerance, curve);
    const unit = id === 'none' ? ' kg' : '';
    return {
      name: id === 'none' ? 'A' : `P⁻¹A, ${label}`,
      title:
        id === 'none'
          ? 'Without a preconditioner'
          : `What conjugate gradients have to do with where ${label} helps them`,
      own: id === preconditioner,
      cells: [
        spectrum ? formatEntry(spectrum.low) + unit : '–',
        spectrum ? formatEntry(spectrum.high) + unit : '–',
        spectrum && spectrum.low > 0 ? formatEntry(Number((spectrum.high / spectrum.low).toPrecision(3))) : '–',
        needed === null ? '–' : formatCount(needed),
      ],
    };
  });
}
