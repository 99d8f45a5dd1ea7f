import { t } from '../../../language/translate';
import type { LimitLine } from '../../../physics/analysis/studies/stability-map';
import type { Status } from '../../../runtime/frame/frame';
import { mapOnPool } from '../../../runtime/jobs/map-on-pool';
import { processorCount } from '../../../runtime/jobs/run-job';
import { ARROWS } from '../../actions/view';
import { element, labelled, setAttribute, setText } from '../../controls/element';
import { prefixed } from '../../controls/number-format';
import { methodLabel } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import { lackOf, WITHOUT_LIMIT } from '../../lab/limit';
import { ignoreShownError } from '../../lab/message-list';
import { createCanvas, createLegend, type DrawingContext, type PlotArea } from '../parts/canvas';
import type { Instrument } from '../parts/instrument';
import { createStudyControl } from '../parts/job-control';
import {
  type CellPlace,
  cellAt,
  cellOf,
  emptyGrid,
  fillSquare,
  MAP_LEGEND,
  OUTCOMES,
  paintMap,
  type StabilityGrid,
  valuesAt,
} from './map-cells';

const SIZE = 32;
const MIDDLE = SIZE / 2;
/** The map covers at least these factors about the present stiffness, which is that of its middle column, and about its middle dt. */
const STIFFNESS_FACTOR = 100;
const DT_FACTOR = 10 ** 1.25;
/** Approximate number of runs of a map, its time budget on one processor, and the least for a worker, s. */
const RUNS = 300;
const BUDGET = 25;
const LEAST = 2;
/** Least and largest number of steps of a run. */
const STEPS: [number, number] = [64, 1000];
/** Approximate time of a step per particle or spring, s. */
const COST = { explicit: 2e-8, implicit: 2e-7 };

const HINT = 'Point at the map or use the arrow keys. A click or Enter sets this stiffness and dt.';

/**
 * For which stiffness and step the present method is stable, jitters or blows up. The present scene is run for points of the
 * map, and the theoretical limit is drawn over it. A click sets stiffness and dt.
 */
export function createKDtMap(lab: Lab): Instrument {
  let grid = gridAbout(lab.frame.status);
  let line: LimitLine = [];
  let cursor: CellPlace | null = null;
  /** Where the map was drawn last. */
  let area: PlotArea | null = null;
  let method = '';
  let drawn = '';
  let steps = 0;
  const stepBox = element('input', {
    type: 'number',
    min: 1,
    step: 1,
    placeholder: 'auto',
    title: 'Steps of each run. Empty: as many as the time budget allows',
  });
  const job = createStudyControl(lab, {
    label: 'Compute again',
    help: 'Compute the map of the current scene about the current stiffness and dt',
    fields: [labelled('Steps ', stepBox)],
    // Stiffness and dt are its axes; of the others the runs depend on all but two.
    subject: ({ integrator, precision, params }) =>
      `${integrator} ${precision} ${JSON.stringify({ ...params, stiffness: 0, dt: 0, speed: 0, stopOnBlowUp: 0 })}`,
    async run(signal, show) {
      const began = performance.now();
      const { status } = lab.frame;
      grid = gridAbout(status);
      line = [];
      cursor = null;
      method = methodLabel(lab.catalog, status.integrator);
      const perStep = secondsPerStep(lab);
      steps = stepBox.value === '' ? affordable(perStep) : stepBox.valueAsNumber;
      const { integrator, precision } = status;
      const { stiffness, dt } = grid;
      redraw();
      const scene = await lab.save();
      signal.throwIfAborted();
      const args = { integrator, precision, stiffness, dt, size: SIZE, steps };
      const workers = Math.ceil((RUNS * steps * perStep) / LEAST) || 1;
      const runs = await mapOnPool(scene, args, {
        workers: Math.min(workers, processorCount()),
        signal,
        onLine(found) {
          line = found;
          redraw();
        },
        onOutcome(square, outcome, done) {
          show(done);
          fillSquare(grid, square, outcome);
          redraw();
        },
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      return t`${method}: ${runs} runs of ${steps} steps in ${seconds} s${describeLimit(line)}.`;
    },
  });
  const { canvas, redraw } = createCanvas(
    'Outcome of runs over stiffness and step',
    (context) => {
      area = paint(context, cursor);
    },
    { isReady: () => true, draw: (context) => void paint(context, null), legend: MAP_LEGEND },
  );
  const readout = element('p.now', { role: 'status', id: 'map-readout' });
  setAttribute(canvas, 'role', 'application');
  setAttribute(canvas, 'tabindex', '0');
  setAttribute(canvas, 'aria-label', 'Map of stiffness and step: arrow keys move, Enter sets the values');
  setAttribute(canvas, 'aria-describedby', 'map-readout');
  setAttribute(canvas, 'title', 'Click to set this stiffness and dt');
  canvas.addEventListener('pointermove', pointAt);
  canvas.addEventListener('click', (event) => {
    pointAt(event);
    ignoreShownError(setValues());
  });
  canvas.addEventListener('keydown', onKey);
  const node = element('div.k-dt-map', job.node, createLegend(MAP_LEGEND), canvas, readout);

  function paint(context: DrawingContext, chosen: CellPlace | null): PlotArea {
    const { stiffness, dt } = lab.frame.status.params;
    return paintMap(context, { grid, line, present: { stiffness, dt }, cursor: chosen });
  }

  function point(cell: CellPlace | null): void {
    cursor = cell;
    setText(readout, cell ? cellText(grid, cell, steps) : HINT);
    redraw();
  }

  function pointAt({ offsetX, offsetY }: MouseEvent): void {
    point(area && cellAt(area, SIZE, offsetX, offsetY));
  }

  function onKey(event: KeyboardEvent): void {
    const move = ARROWS[event.key.toLowerCase()];
    if (!move && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (!move) {
      ignoreShownError(setValues());
      return;
    }
    const { stiffness, dt } = lab.frame.status.params;
    const from = cursor ?? cellOf(grid, stiffness, dt);
    const within = (i: number) => Math.min(SIZE - 1, Math.max(0, Math.round(i)));
    point({ column: within(from.column + move[0]), row: within(from.row + move[1]) });
  }

  /** Sets stiffness and dt together; after a blow-up the run resumes from its last good state. */
  async function setValues(): Promise<void> {
    if (!cursor) return;
    const { stiffness, dt } = valuesAt(grid, cursor.column, cursor.row);
    await Promise.all([lab.set('stiffness', stiffness), lab.set('dt', dt)]);
    if (lab.frame.status.blowUp) await lab.send({ type: 'resume' });
    setText(readout, t`Set k = ${prefixed(stiffness, 'N/m')}, dt = ${prefixed(dt, 's')}.`);
  }

  setText(readout, HINT);
  void job.start();
  return {
    node,
    update({ status: { params } }) {
      job.update();
      const present = `${params.stiffness} ${params.dt}`;
      if (present !== drawn) redraw();
      drawn = present;
    },
    conclude: ({ status: { params } }) =>
      job.conclude(conclusionText(grid, { stiffness: params.stiffness, dt: params.dt }, method, steps)),
    dispose: job.dispose,
  };
}

/** A grid about the present stiffness and the limit of dt there; it contains the present dt. */
function gridAbout({ params, stability }: Status): StabilityGrid {
  const { dt } = params;
  // The job rejects a scene without springs.
  const stiffness = params.stiffness || 1;
  const centre = stability.dt > 0 && Number.isFinite(stability.dt) ? stability.dt : dt;
  const reach = Math.max(DT_FACTOR, 2 * (dt / centre), 2 * (centre / dt));
  return emptyGrid({
    size: SIZE,
    stiffness: [stiffness / STIFFNESS_FACTOR ** (MIDDLE / (SIZE - 1 - MIDDLE)), stiffness * STIFFNESS_FACTOR],
    dt: [centre / reach, centre * reach],
  });
}

/** About the time of a step, s. */
function secondsPerStep({ catalog, frame: { status, structure } }: Lab): number {
  const implicit = catalog.integrators.find(({ id }) => id === status.integrator)?.implicit;
  return COST[implicit ? 'implicit' : 'explicit'] * (status.particleCount + structure.restLengths.length);
}

/** Steps per run that the time budget allows. @param perStep s */
function affordable(perStep: number): number {
  return Math.min(STEPS[1], Math.max(STEPS[0], Math.round(BUDGET / (RUNS * perStep))));
}

function describeLimit(line: LimitLine): string {
  const [lack, ...others] = new Set(line.map(lackOf));
  return lack && others.length === 0 ? `; ${t(WITHOUT_LIMIT[lack])}` : '';
}

/** Stiffness, dt and outcome of a cell. */
function cellText(grid: StabilityGrid, { column, row }: { column: number; row: number }, steps: number): string {
  const { stiffness, dt } = valuesAt(grid, column, row);
  const cell = grid.cells[row * grid.size + column];
  const where = `k = ${prefixed(stiffness, 'N/m')}, dt = ${prefixed(dt, 's')}`;
  if (!cell) return t`${where}: not computed yet.`;
  const { kind, step } = cell.outcome;
  const when =
    step === null
      ? t` for ${steps} steps`
      : t`, detected after ${step} ${step === 1 ? 'step' : 'steps'} (${prefixed(step * dt, 's')})`;
  return `${where}: ${OUTCOMES[kind].label}${when}${cell.measured ? '' : ', as in the cells around it'}.`;
}

/** A column this near to the present stiffness is that of it. */
const NEAR = 0.01;

/**
 * Up to which dt the runs of the column nearest the present stiffness held, in a sentence; null: it is not complete yet.
 * @param method its label @param steps of each run
 */
export function conclusionText(
  grid: StabilityGrid,
  { stiffness, dt }: { stiffness: number; dt: number },
  method: string,
  steps: number,
): string | null {
  const { size, cells } = grid;
  const nearest = Math.round(cellOf(grid, stiffness || 1, dt).column);
  const column = Math.min(size - 1, Math.max(0, nearest));
  const outcomes = Array.from({ length: size }, (_, row) => cells[row * size + column]?.outcome.kind ?? null);
  if (outcomes.includes(null)) return null;
  const at = (row: number) => prefixed(valuesAt(grid, column, row).dt, 's');
  const k = valuesAt(grid, column, 0).stiffness;
  const isNear = Math.abs(k / stiffness - 1) < NEAR;
  const where = t`At k = ${prefixed(k, 'N/m')}${isNear ? '' : ', nearest to the current one on the map,'} ${method}`;
  const first = outcomes.findIndex((kind) => kind !== 'holds');
  if (first < 0)
    return t`${where} is stable at every step of the map, up to ${at(size - 1)}, in runs of ${steps} steps.`;
  if (first === 0)
    return t`${where} is unstable at the shortest step of the map already, ${at(0)}, in runs of ${steps} steps.`;
  const limit = valuesAt(grid, column, first - 1).dt;
  const fraction = dt / limit;
  const present = t`the current dt of ${prefixed(dt, 's')} is ${fraction >= 10 ? 'far above that' : t`${Math.round(100 * fraction)} % of that`}`;
  const kind = outcomes[first] ?? 'holds';
  return t`${where} is stable up to steps of ${at(first - 1)} in runs of ${steps} steps, and ${OUTCOMES[kind].label} at ${at(first)}; ${present}.`;
}
