import './convergence.css';
import type { ConvergenceReport } from '../../../runtime/jobs/convergence';
import { element, setAttribute, setText } from '../../controls/element';
import { methodLabel } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import type { Instrument } from '../index';
import { createJobControl } from '../parts/job-control';
import { prefixed } from '../parts/unit-prefix';
import { createConvergenceTable } from './convergence-table';
import { createLogLogChart } from './log-log-chart';
import type { LogLogData } from './log-log-plane';

type Method = ConvergenceReport['methods'][number];
type Point = Method['points'][number];

/** What errors are plotted over. */
const PLOTS = {
  step: {
    label: 'Over step',
    help: 'How errors shrink with the step: the steeper a line, the higher the order',
    of: (p: Point) => p.h,
    x: { name: 'step h', unit: 's' },
  },
  time: {
    label: 'Over time taken',
    help: 'Work and precision: what an error costs in time of this machine',
    of: (p: Point) => p.seconds,
    x: { name: 'time taken to compute', unit: 's' },
  },
  work: {
    label: 'Over evaluations',
    help: 'What an error costs in evaluations of the forces; a product with K and D, in a solve, counts as one',
    of: (p: Point) => p.evaluations,
    x: { name: 'evaluations of the forces', unit: '' },
  },
} as const;
type Plot = keyof typeof PLOTS;
const IDS = Object.keys(PLOTS) as Plot[];

/** s of computing, all in all, about. */
const BUDGET = 20;
const KINKS: Record<ConvergenceReport['kinks'][number], string> = {
  contact: 'There are contacts: a bounce within a step is put right at its end, so that no order is kept across it.',
  decay:
    'The velocity decay acts ahead of each step, which is of order 1 beside any method; the reference takes it as a drag.',
  tearing: 'Springs may tear between two steps, at another time for each step.',
};

/**
 * Error against step for every method: the present scene is run from where it stands, in double precision, its hand let go,
 * and compared with a fine run of RK4.
 */
export function createConvergence(lab: Lab): Instrument {
  let plot: Plot = 'step';
  let report: ConvergenceReport | null = null;
  const duration = element('input', {
    type: 'text',
    inputmode: 'decimal',
    placeholder: 'auto',
    size: 6,
    title: 'Simulated time that each run lasts, s; empty: as long as can be afforded',
  });
  const halvings = element('input', {
    type: 'number',
    min: 2,
    max: 12,
    step: 1,
    placeholder: 'auto',
    title:
      'How often the longest step is halved, each for twice the time of the last; empty: as often as can be afforded',
  });
  const job = createJobControl(lab, {
    name: 'convergence',
    start: 'Measure again',
    help: 'Run every method on the scene as it stands now',
    fields: [element('label', {}, 'Time / s ', duration), element('label', {}, 'Halvings ', halvings)],
    begin: () => ({
      duration: duration.value.trim() === '' ? null : Number(duration.value),
      halvings: halvings.value === '' ? null : halvings.valueAsNumber,
      budget: BUDGET,
    }),
    partial: show,
    end(result, seconds) {
      show(result);
      return `${result.methods.length} methods measured in ${seconds.toFixed(1)} s.`;
    },
  });
  const buttons = IDS.map((id) =>
    element(
      'button',
      { type: 'button', title: PLOTS[id].help, 'aria-pressed': String(id === plot), click: () => choose(id) },
      PLOTS[id].label,
    ),
  );
  const chart = createLogLogChart(
    'Error of every method over its step, in logarithms; the table below has the numbers',
  );
  const under = element('p', { class: 'now' });
  const about = element('p', { class: 'now' });
  const table = createConvergenceTable(lab);
  const node = element(
    'div',
    { class: 'convergence' },
    job.node,
    element('div', { class: 'controls' }, ...buttons),
    chart.node,
    under,
    table.node,
    about,
  );
  chart.node.addEventListener('pointermove', (event) => tell(event));
  chart.node.addEventListener('pointerdown', (event) => tell(event));

  function choose(id: Plot): void {
    plot = id;
    buttons.forEach((button, i) => {
      setAttribute(button, 'aria-pressed', String(IDS[i] === id));
    });
    draw();
  }

  function show(next: ConvergenceReport): void {
    report = next;
    table.show(next);
    setText(about, describe(next));
    draw();
  }

  function draw(): void {
    if (!report) return;
    const { of, x } = PLOTS[plot];
    const data: LogLogData = {
      x,
      y: { name: 'error (RMS of positions)', unit: 'm' },
      lines: report.methods.map(({ id, points }, mark) => ({
        label: short(methodLabel(lab.catalog, id)),
        mark,
        points: points.filter(isShown).map((point) => ({ x: of(point), y: point.error })),
      })),
      leftwards: plot === 'step',
      slopes: plot === 'step' ? [1, 2, 3, 4] : [],
      here: plot === 'step' ? { x: report.dt, name: 'dt' } : null,
    };
    chart.draw(data);
    setText(under, data.lines.every(({ points }) => points.length === 0) ? NOTHING : HINT);
  }

  function tell(event: PointerEvent): void {
    const picked = chart.pick(event.offsetX, event.offsetY);
    const method = picked && report?.methods[picked.line];
    const point = method?.points.filter(isShown)[picked?.point ?? 0];
    if (!picked && under.textContent === NOTHING) return;
    setText(under, method && point ? `${methodLabel(lab.catalog, method.id)}: ${sentence(point)}` : HINT);
  }

  setText(under, HINT);
  void job.start();
  return {
    node,
    update() {
      job.update();
      table.mark();
    },
    dispose() {
      job.dispose();
      chart.dispose();
      table.dispose();
    },
  };
}

const HINT = 'Point at a mark to read it.';
const NOTHING = 'There is no error to draw: nothing moves here, or every method takes it exactly.';

/** A logarithm has no place for an error of 0. */
function isShown(point: Point): point is Point & { error: number } {
  return point.error !== null && point.error > 0;
}

function sentence({ h, error, seconds, evaluations }: Point & { error: number }): string {
  const work = `${evaluations.toLocaleString('en-US')} evaluations`;
  return `off by ${prefixed(error, 'm')} at h = ${prefixed(h, 's')}; ${prefixed(seconds, 's')} to compute, ${work}.`;
}

function describe({ duration, reference, floor, kinks }: ConvergenceReport): string {
  const against = reference === null ? '' : ` against RK4 at ${prefixed(reference, 's')}`;
  const limit = floor === null ? '' : `; below ${prefixed(floor, 'm')} the reference and rounding are no better`;
  return [
    `${prefixed(duration, 's')} of motion from the state as it stood, the hand let go, in double precision, solved to 1e−10,${against}${limit}.`,
    ...kinks.map((kink) => KINKS[kink]),
  ].join(' ');
}

/** `RK4`, `Impl. Euler (N)` */
function short(label: string): string {
  return label
    .replace('Runge–Kutta ', 'RK')
    .replace(/(Ex|Im)plicit/, '$1pl.')
    .replace('Symplectic', 'Sympl.')
    .replace(', Newton', ' (N)');
}
