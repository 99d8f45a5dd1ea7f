/** The results of a convergence study in words. */
import { t } from '../../language/translate';
import type { ConvergenceReport } from '../../physics/analysis/studies/convergence-study';
import { prefixed } from '../controls/number-format';
import { methodLabel } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import { createSample, type DrawingContext } from './parts/canvas';
import { motionText } from './parts/job-control';
import { drawMarker, markerColor } from './parts/line-markers';
import { column, createTable, withNote } from './parts/tables';

const KINKS: Record<ConvergenceReport['kinks'][number], string> = {
  contact:
    'There are contacts: a bounce within a step is corrected at its end, so no method keeps its order across it.',
  decay: 'The velocity decay is applied before each step, which is of order 1; the reference treats it as a drag.',
  strainLimit: 'The strain limit moves particles after each step, which is of order 1.',
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
    return t`At dt = ${prefixed(dt, 's')} and some halves of it even the reference blows up: shorten dt.`;
  if (still) return t`There is nothing to measure in ${motion}: the scene moves by ${lengthText(moved)}.`;
  if (methods.every(({ points }) => points.length === 0)) return null;
  const measured = methods.filter(({ slope }) => slope?.settled);
  const differing = measured.filter(({ order, slope }) => differsFrom(order, slope));
  const count = measured.length - differing.length;
  const others =
    differing.length > MAX_NAMED
      ? ['the table has the others']
      : differing.map(({ id, order, slope }) => t`${label(id)} has ${slopeText(slope)} instead of ${order}`);
  const orders =
    measured.length === 0
      ? t`No order shows in ${motion}`
      : t`${count} of ${measured.length} measured methods ${count === 1 ? 'has its' : 'have their'} order in ${motion}`;
  const own = methods.find(({ id }) => id === active);
  const error =
    own?.atDt?.measured === true
      ? t` At dt = ${prefixed(dt, 's')}, ${label(own.id)} is off by ${lengthText(own.atDt.value)} at its end.`
      : '';
  return `${[orders, ...others].join('; ')}.${error}`;
}

const slopeText = (slope: ConvergenceReport['methods'][number]['slope']) => slope?.value.toFixed(2).replace('-', '−');

const lengthText = (length: number) => prefixed(Math.max(length, 1e-15), 'm');

/** What was run, and what limits the errors. @param throws as in the arguments */
export function describe({ duration, reference, floor, kinks }: ConvergenceReport, throws: boolean): string {
  const start = throws ? '100 ms after a standard throw from the current state' : 'from the current state';
  const against = reference === null ? '' : t` Reference: RK4 at h = ${prefixed(reference, 's')}.`;
  const limit =
    floor === null ? '' : t` Errors below ${prefixed(floor, 'm')} are those of the reference and of rounding.`;
  return [
    t`${prefixed(duration, 's')} of motion ${start}, nothing grabbed, in double precision, solver tolerance 1e−10.` +
      against +
      limit,
    ...kinks.map((kink) => t(KINKS[kink])),
  ].join(' ');
}

type Method = ConvergenceReport['methods'][number];

/** Largest difference between a slope and the order it confirms. */
const TOLERANCE = 0.1;
const VERDICTS: Record<Method['verdict'], string> = {
  measured: '',
  exact: 'rounding error only',
  slow: 'too slow to measure further',
  unsettled: 'motion not smooth here',
  nothing: '–',
};

/** The results of each method as numbers; the row of the active one is highlighted. */
export function createConvergenceTable(lab: Lab) {
  let report: ConvergenceReport | null = null;
  const table = createTable<Method>({
    name: 'Orders of the methods',
    caption: 'Orders in theory and as measured',
    style: 'orders',
    columns: [
      column('Method', 'With its marker in the chart; the active method is highlighted', ({ id }, line) => [
        createSample((context) => drawSwatch(context, line), 14, 14),
        methodLabel(lab.catalog, id),
      ]),
      column('Order', 'Order of the method in theory', ({ order }) => String(order)),
      column('Slope', 'Measured order p: halving the step divides the error by 2ᵖ', (method) =>
        slopeCell(method, report?.still === true),
      ),
      column('Error at dt', 'Root mean square of the particles’ position errors at the scene’s dt', (method) =>
        errorCell(method, report?.dt ?? 0),
      ),
      column('Time for 1 mm', 'Computing time on this machine for an error of 1 mm', ({ millimetre: time }) =>
        time ? `${time.atMost ? '< ' : time.measured ? '' : '≈ '}${prefixed(time.value, 's')}` : '–',
      ),
    ],
    attributes: ({ id }) => ({ 'data-method': id, 'aria-current': String(id === lab.frame.status.integrator) }),
  });
  return {
    node: table.node,
    show(next: ConvergenceReport): void {
      report = next;
      table.show(next.methods);
    },
    /** Highlights the row of the active method. */
    markMethod: table.refresh,
  };
}

function drawSwatch({ ctx, theme }: DrawingContext, line: number): void {
  ctx.fillStyle = ctx.strokeStyle = markerColor(line, theme);
  drawMarker(ctx, line, 7, 7, 5);
}

/** True if a measured slope does not confirm an order. */
function differsFrom(order: number, slope: Method['slope']): boolean {
  return slope?.settled === true && Math.abs(slope.value - order) > TOLERANCE;
}

function slopeCell({ order, slope, verdict }: Method, still: boolean) {
  const differs = differsFrom(order, slope) ? 'differs from its order' : VERDICTS[verdict];
  const note = slope || verdict !== 'nothing' ? (still ? 'too little motion' : differs) : '';
  return withNote(slope ? `${slope.settled ? '' : '≈ '}${slope.value.toFixed(2)}`.replace('-', '−') : '–', note);
}

function errorCell({ verdict, points, atDt }: Method, dt: number) {
  if (atDt) return `${atDt.measured ? '' : '≈ '}${prefixed(atDt.value, 'm')}`;
  const blewUp = points.some((point) => point.blewUp && point.h > dt * 0.999 && point.h < dt * 1.001);
  return withNote('–', blewUp ? 'blows up' : verdict === 'exact' ? VERDICTS.exact : '');
}
