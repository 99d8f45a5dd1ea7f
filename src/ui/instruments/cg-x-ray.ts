import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import {
  button,
  checkbox,
  choice,
  controlRow,
  element,
  labelled,
  setAttribute,
  setText,
  slider,
} from '../controls/element';
import { formatQuantity } from '../controls/number-format';
import { createPendingChange } from '../controls/pending';
import { methodLabel, preconditionerChoices } from '../lab/catalog-labels';
import { isAtRest } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { formatEntry } from './parts/axis';
import { createAsker, type Instrument, nothingToSee } from './parts/instrument';
import { createPlotRecord, momentOf } from './plot-record';
import {
  type CgXRayNow,
  createSpectrumTable,
  definitenessText,
  SOLVE_CHARTS,
  type SolveChart,
  solveSentence,
  solveText,
} from './solve-results';

/** Least time between two queries, ms, and the largest share of the engine's time that they may take. */
const PERIOD = 1000;
const SHARE = 0.1;
/** ms: if each of the last few queries took longer, the instrument updates on demand only. */
const SLOW = 300;
const FEW = 3;
/** Steps whose iterations are kept, at most. */
const CAPACITY = 900;

/**
 * The linear solve of an implicit step: the residual over the iterations with each preconditioner and without one, the
 * spectra, definiteness with and without the clamp, and the error that belongs to a residual.
 */
export function createCgXRay(lab: Lab): Instrument {
  const record = createPlotRecord([{ read: ({ iterations }) => iterations }], CAPACITY);
  const select = choice(
    { title: 'Chart to show', 'aria-label': 'Show', change: () => build() },
    SOLVE_CHARTS.map(({ id, label }) => [id, label]),
  );
  const clamp = checkbox(
    'Sets c = 1 − L₀/l of compressed springs to 0 in K, so that A stays positive definite; without it the solve may fail',
    { change: () => set('clamp', clamp.checked ? 1 : 0) },
  );
  const tolerance = slider(
    'Residual at which a solve ends: the parameter CG tolerance',
    () => set('cgTolerance', Number(`1e${tolerance.value}`)),
    { min: -10, max: 0, step: 1, 'aria-label': 'Tolerance' },
  );
  const toleranceText = element('output');
  const preconditioner = choice(
    {
      title: 'Preconditioner of the run’s conjugate gradients; automatic chooses the best for the scene',
      'aria-label': 'Preconditioner',
      change: () => set('preconditioner', preconditioner.value),
    },
    Object.entries(preconditionerChoices(lab.catalog)).map(([label, id]) => [id, label]),
  );
  const follow = checkbox('Update while the run plays', { checked: true });
  const updateNow = button('Update', 'Analyse the current state of the run', query);
  const implicit = button('Implicit Euler', 'Use this method, which solves the system shown', () =>
    set('integrator', 'implicit-euler'),
  );
  implicit.hidden = true;
  const summary = element('p', 'Analysing…');
  const definiteness = element('p');
  const spectra = createSpectrumTable();
  const note = element('p.now');
  const place = element('div');
  const node = element(
    'div',
    controlRow(select, element('label', follow, 'follow'), updateNow, implicit),
    place,
    controlRow(
      labelled('preconditioner ', preconditioner),
      element('label', clamp, 'clamp'),
      element('label.tolerance', 'tolerance ', tolerance, toleranceText),
    ),
    summary,
    definiteness,
    spectra.node,
    note,
  );

  const pending = createPendingChange();
  let latest: CgXRayNow | null = null;
  /** Labels of the compared preconditioners, one line each. */
  let compared: string[] = [];
  let chart: SolveChart;
  const asker = createAsker(lab, (message) => setText(summary, message));
  /** State and settings at the last query. */
  let shownState = '';
  let shownSettings = '';
  let next = Number.NEGATIVE_INFINITY;
  /** ms; of the last queries with these settings: the first ones take longer. */
  let durations: number[] = [];
  /** Key of what the record is about. */
  let recorded = '';
  /** True if the record has changed since its chart was drawn. */
  let isNew = false;

  function set(key: string, value: number | string): void {
    pending.wait(lab.set(key, value));
  }

  function build(): void {
    const entry = SOLVE_CHARTS.find(({ id }) => id === select.value) ?? SOLVE_CHARTS[0];
    chart = entry.create(compared);
    place.replaceChildren(chart.node);
    draw();
  }

  const draw = () => chart.draw(latest, record.times, record.values(0));

  function query(): void {
    void asker.ask('cgXRay', {}, show);
  }

  function show(now: CgXRayNow): void {
    latest = now;
    next = performance.now() + Math.max(PERIOD, now.took / SHARE);
    durations = [...durations, now.took].slice(-FEW);
    setText(summary, solveText(now, methodLabel(lab.catalog, lab.frame.status.integrator)));
    setText(definiteness, definitenessText(now));
    spectra.show(now);
    const slow = isSlow() ? ' This slows the run down: press Update for each new analysis.' : '';
    setText(note, t`Computed in ${formatQuantity(now.took / 1000, 's')}.${slow}`);
    const labels = now.solves.map(({ id, label }) => (id === 'none' ? 'no preconditioner' : label));
    if (String(labels) === String(compared)) draw();
    else {
      compared = labels;
      build();
    }
  }

  function isSlow(): boolean {
    return durations.length === FEW && Math.min(...durations) > SLOW;
  }

  /** Shows the run's settings in the controls. */
  function showSettings({ status }: Frame): void {
    if (pending.settled) {
      clamp.checked = status.params.clamp === 1;
      preconditioner.value = status.requestedPreconditioner;
    }
    const { cgTolerance } = status.params;
    if (document.activeElement !== tolerance) tolerance.value = String(Math.round(Math.log10(cgTolerance)));
    setText(toleranceText, formatEntry(cgTolerance));
    setAttribute(tolerance, 'aria-valuetext', formatEntry(cgTolerance));
    const { implicit: isImplicit } = lab.catalog.integrators.find(({ id }) => id === status.integrator) ?? {};
    implicit.hidden = isImplicit !== false;
  }

  build();
  return {
    node,
    conclude(frame) {
      if (!latest) return 'The solve of a step is being analysed.';
      return isAtRest(frame) && latest.own.residuals.length <= 1 ? nothingToSee(frame) : solveSentence(latest);
    },
    follow(frame) {
      const { status, structure } = frame;
      const about = `${structure.generation} ${status.integrator}`;
      if (about !== recorded) record.clear();
      recorded = about;
      if (status.time === record.times.at(-1)) return;
      record.add(momentOf(frame, 0), false);
      isNew = true;
    },
    update(frame) {
      showSettings(frame);
      if (isNew && select.value === 'time') draw();
      isNew = false;
      const { status, structure } = frame;
      const { integrator, preconditioner: by } = status;
      const settings = JSON.stringify([integrator, by, status.params, structure.generation, status.scene]);
      const state = `${settings} ${status.stepCount} ${status.time}`;
      const changed = settings !== shownSettings;
      const due = follow.checked && performance.now() >= next && !isSlow();
      if (asker.busy || state === shownState || !(changed || due)) return;
      shownState = state;
      if (changed) durations = [];
      shownSettings = settings;
      query();
    },
  };
}
