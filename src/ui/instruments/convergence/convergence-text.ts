/** The results of a convergence study in words. */
import type { ConvergenceReport } from '../../../physics/analysis/studies/convergence-study';
import { prefixed } from '../../controls/number-format';
import { motionText } from '../conclusion/motion-choice';
import { differsFrom } from './convergence-table';

const KINKS: Record<ConvergenceReport['kinks'][number], string> = {
  contact:
    'There are contacts: a bounce within a step is corrected at its end, so no method keeps its order across it.',
  decay: 'The velocity decay is applied before each step, which is of order 1; the reference treats it as a drag.',
  tearing: 'Springs may tear between two steps, at a different time for each step size.',
};
/** Methods that are named, at most. */
const MAX_NAMED = 2;

/** How many methods have their order, and the error of the active one, in a sentence each. @param throws as in the arguments */
export function conclusionText(
  { methods, duration, dt, still, moved }: ConvergenceReport,
  throws: boolean,
  active: string,
  label: (id: string) => string,
): string | null {
  const motion = motionText(throws, prefixed(duration, 's'));
  if (moved === null)
    return `At dt = ${prefixed(dt, 's')} and some halves of it even the reference blows up: shorten dt.`;
  if (still) return `There is nothing to measure in ${motion}: the scene moves by ${lengthText(moved)}.`;
  if (methods.every(({ points }) => points.length === 0)) return null;
  const measured = methods.filter(({ slope }) => slope?.settled);
  const differing = measured.filter(({ order, slope }) => differsFrom(order, slope));
  const count = measured.length - differing.length;
  const others =
    differing.length > MAX_NAMED
      ? ['the table has the others']
      : differing.map(({ id, order, slope }) => `${label(id)} has ${slopeText(slope)} instead of ${order}`);
  const orders =
    measured.length === 0
      ? `No order shows in ${motion}`
      : `${count} of ${measured.length} measured methods ${count === 1 ? 'has its' : 'have their'} order in ${motion}`;
  const own = methods.find(({ id }) => id === active);
  const error =
    own?.atDt?.measured === true
      ? ` At dt = ${prefixed(dt, 's')}, ${label(own.id)} is off by ${lengthText(own.atDt.value)} at its end.`
      : '';
  return `${[orders, ...others].join('; ')}.${error}`;
}

const slopeText = (slope: ConvergenceReport['methods'][number]['slope']) => slope?.value.toFixed(2).replace('-', '−');

const lengthText = (length: number) => prefixed(Math.max(length, 1e-15), 'm');

/** What was run, and what limits the errors. @param throws as in the arguments */
export function describe({ duration, reference, floor, kinks }: ConvergenceReport, throws: boolean): string {
  const start = throws ? '100 ms after a standard throw from the current state' : 'from the current state';
  const against = reference === null ? '' : ` Reference: RK4 at h = ${prefixed(reference, 's')}.`;
  const limit =
    floor === null ? '' : ` Errors below ${prefixed(floor, 'm')} are those of the reference and of rounding.`;
  return [
    `${prefixed(duration, 's')} of motion ${start}, nothing grabbed, in double precision, solver tolerance 1e−10.${against}${limit}`,
    ...kinks.map((kink) => KINKS[kink]),
  ].join(' ');
}
