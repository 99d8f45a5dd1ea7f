import { t } from '../../language/translate';
import type { ConvergenceReport } from '../../physics/analysis/studies/convergence-study';
import { buttonChoice, controlRow, element, labelled, setText } from '../controls/element';
import { decimalInput } from '../controls/number-box';
import { formatCount, parseNumber, prefixed } from '../controls/number-format';
import { methodLabel } from '../lab/catalog-labels';
import { isAtRest } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { conclusionText, createConvergenceTable, describe } from './convergence-text';
import { createErrorChart, shortLabel } from './parts/error-chart';
import { type Instrument, nothingToSee } from './parts/instrument';
import { createJobControl, createMotionChoice } from './parts/job-control';

type Method = ConvergenceReport['methods'][number];
type Point = Method['points'][number];

/** What the error is plotted over. */
const PLOTS = [
  {
    label: 'Over step',
    help: 'How the error decreases with the step: the steeper the line, the higher the order',
    of: (p: Point) => p.h,
    x: 'step h',
    unit: 's',
  },
  {
    label: 'Over computing time',
    help: 'Work–precision diagram: how much computing time an error costs on this machine',
    of: (p: Point) => p.seconds,
    x: 'computing time',
    unit: 's',
  },
  {
    label: 'Over evaluations',
    help: 'How many force evaluations an error costs; a product with K and D in a solve counts as one',
    of: (p: Point) => p.evaluations,
    x: 'force evaluations',
    unit: '',
  },
];

/** Approximate total computing time, s. */
const BUDGET = 20;
const HINT = 'Point at a marker to read its values.';
const NO_ERRORS = 'There are no errors to draw: nothing moves here, or every method is exact.';

/**
 * Error over step for every method. The present scene runs from its present state, after a throw, in double precision, with nothing
 * grabbed, and is compared with a run of RK4 at a much shorter step.
 */
export function createConvergence(lab: Lab): Instrument {
  let plot = PLOTS[0];
  let report: ConvergenceReport | null = null;
  let shown: (Point & { error: number })[][] = [];
  const duration = decimalInput({
    placeholder: 'auto',
    size: 6,
    title: 'Simulated time of each run, s; empty: as long as the time budget allows',
  });
  const halvings = element('input', {
    type: 'number',
    min: 2,
    max: 12,
    step: 1,
    placeholder: 'auto',
    title: 'How often the longest step is halved; each halving doubles the time. Empty: as often as the budget allows',
  });
  const motion = createMotionChoice();
  /** Whether the runs of the report were thrown. */
  let throws = true;
  const job = createJobControl(lab, {
    name: 'convergence',
    label: 'Measure again',
    help: 'Run every method on the current scene',
    subject: ({ params }) => JSON.stringify({ ...params, speed: 0, stopOnBlowUp: 0 }),
    fields: [motion.node, labelled('Simulated time / s ', duration), labelled('Halvings of dt ', halvings)],
    readArgs() {
      report = null;
      throws = motion.throws();
      return {
        duration: duration.value.trim() === '' ? null : parseNumber(duration.value),
        halvings: halvings.value === '' ? null : halvings.valueAsNumber,
        throws,
        budget: BUDGET,
      };
    },
    partial: show,
    end(result, seconds) {
      show(result);
      return t`${result.methods.length} methods measured in ${seconds.toFixed(1)} s.`;
    },
  });
  const plots = buttonChoice(PLOTS, (next) => {
    plot = next;
    plots.press((one) => one === next);
    draw();
  });
  const chart = createErrorChart((line, point) => {
    const id = report?.methods[line].id ?? '';
    return `${methodLabel(lab.catalog, id)}: ${pointText(shown[line][point])}`;
  });
  const about = element('p.now');
  const table = createConvergenceTable(lab);
  const node = element('div.convergence', job.node, controlRow(...plots.nodes), ...chart.nodes, table.node, about);

  function show(next: ConvergenceReport): void {
    report = next;
    table.show(next);
    setText(about, describe(next, throws));
    draw();
  }

  function draw(): void {
    if (!report) return;
    const { of, x, unit } = plot;
    shown = report.methods.map(({ points }) => points.filter(hasError).sort((a, b) => of(a) - of(b)));
    const lines = report.methods.map(({ id }, i) => ({
      label: shortLabel(methodLabel(lab.catalog, id)),
      points: shown[i].map((point) => ({ x: of(point), error: point.error })),
    }));
    const name = t`Error of every method over ${x}, with logarithmic axes; the table below has the numbers`;
    const isEmpty = shown.every(({ length }) => length === 0);
    const options = { name, x, unit, overStep: plot === PLOTS[0] };
    chart.draw(options, lines, report.dt, isEmpty ? NO_ERRORS : HINT);
  }

  plots.press((one) => one === plot);
  void job.start();
  return {
    node,
    update() {
      job.update();
      table.markMethod();
    },
    conclude(frame) {
      const isThrown = report ? throws : motion.throws();
      if (!isThrown && report?.still !== false && isAtRest(frame)) return nothingToSee(frame);
      return job.conclude(
        report && conclusionText(report, throws, frame.status.integrator, (id) => methodLabel(lab.catalog, id)),
      );
    },
    dispose: job.dispose,
  };
}

/** A logarithmic axis cannot show an error of 0. */
function hasError(point: Point): point is Point & { error: number } {
  return point.error !== null && point.error > 0;
}

function pointText({ h, error, seconds, evaluations }: Point & { error: number }): string {
  const work = t`${formatCount(evaluations)} force evaluations`;
  return t`error ${prefixed(error, 'm')} at h = ${prefixed(h, 's')}; computing time ${prefixed(seconds, 's')}, ${work}.`;
}
