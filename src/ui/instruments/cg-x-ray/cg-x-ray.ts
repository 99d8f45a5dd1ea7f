import './cg-x-ray.css';
import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import { button, element, setAttribute, setText } from '../../controls/element';
import { formatQuantity } from '../../controls/number-format';
import { createPendingChange } from '../../controls/pending-change';
import { methodLabel, preconditionerChoices } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import type { Instrument } from '../instrument';
import { formatEntry } from '../parts/numbers';
import { createScrollTable, type Head } from '../parts/tables';
import { createPatternPicture } from './pattern-canvas';
import { createSolveRecord, SOLVE_CHARTS, type SolveChart } from './solve-chart';
import { type CgXRayNow, spectrumRows, tellDefiniteness, tellSolve } from './solve-text';

/** ms between two looks, at least; and of the engine's time they take this part at most. */
const PERIOD = 1000;
const SHARE = 0.1;
/** ms; where looks hold the run up for longer, even the quickest of a few, they are taken on demand only. */
const LONG = 300;
const FEW = 3;
const PATTERN = 'pattern';
const HEADERS: readonly Head[] = [
  [''],
  ['λ min', 'Smallest eigenvalue'],
  ['λ max', 'Largest eigenvalue'],
  ['condition', 'λ max / λ min: the larger, the slower the solve'],
  ['iterations', 'From 0 to the run’s tolerance'],
];

/**
 * The linear solve of an implicit step, looked through: how the residual falls by each preconditioner and by none, the
 * spectra that make it so, whether the matrix is definite with and without the clamp, and what error a residual hides.
 */
export function createCgXRay(lab: Lab): Instrument {
  const record = createSolveRecord();
  const pattern = createPatternPicture();
  const select = element(
    'select',
    { title: 'Which picture of the solve', 'aria-label': 'Show', change: () => build() },
    ...SOLVE_CHARTS.map(({ id, label }) => element('option', { value: id }, label)),
    element('option', { value: PATTERN }, 'Pattern of A'),
  );
  const clamp = element('input', {
    type: 'checkbox',
    title: 'Takes c = 1 − L₀/l of compressed springs as 0 in K, so that A stays positive definite; off, watch it fail',
    change: () => set('clamp', clamp.checked ? 1 : 0),
  });
  const tolerance = element('input', {
    type: 'range',
    min: -10,
    max: 0,
    step: 1,
    title: 'Residual at which a solve is good enough: the parameter CG tolerance',
    'aria-label': 'Tolerance',
    input: () => set('cgTolerance', Number(`1e${tolerance.value}`)),
  });
  const toleranceText = element('output');
  const preconditioner = element(
    'select',
    {
      title: 'What the run’s conjugate gradients are helped by; automatic takes the best that can serve the scene',
      'aria-label': 'Preconditioner',
      change: () => set('preconditioner', preconditioner.value),
    },
    ...Object.entries(preconditionerChoices(lab.catalog)).map(([label, id]) => element('option', { value: id }, label)),
  );
  const follow = element('input', { type: 'checkbox', checked: true, title: 'Look again as the run goes on' });
  const look = button('Look', 'Look at this moment of the run', () => void ask());
  const implicit = element(
    'button',
    {
      type: 'button',
      title: 'Run on with this method, which solves the system that is shown',
      hidden: true,
      click: () => set('integrator', 'implicit-euler'),
    },
    'Implicit Euler',
  );
  const words = element('p', {}, 'Looking…');
  const definiteness = element('p');
  const { node: table, body } = createScrollTable('Spectrum', 'Spectrum of the run’s matrix', 'spectra', HEADERS);
  const note = element('p', { class: 'now' });
  const place = element('div');
  const node = element(
    'div',
    {},
    element('div', { class: 'controls' }, select, element('label', {}, follow, 'follow'), look, implicit),
    place,
    element(
      'div',
      { class: 'controls' },
      element('label', {}, 'preconditioner ', preconditioner),
      element('label', {}, clamp, 'clamp'),
      element('label', { class: 'tolerance' }, 'tolerance ', tolerance, toleranceText),
    ),
    words,
    definiteness,
    table,
    note,
  );

  const echo = createPendingChange();
  let latest: CgXRayNow | null = null;
  /** Labels of the preconditioners that the charts have lines for. */
  let compared: string[] = [];
  let chart: SolveChart | null = null;
  let asking = false;
  let closed = false;
  /** What the last look was at. */
  let seen = '';
  let params = '';
  let next = Number.NEGATIVE_INFINITY;
  /** ms; of the last looks with these settings: the first ones take longer. */
  let took: number[] = [];
  let recorded: unknown = null;

  function set(key: string, value: number | string): void {
    echo.wait(lab.set(key, value));
  }

  function build(): void {
    chart?.chart.dispose();
    const entry = SOLVE_CHARTS.find(({ id }) => id === select.value);
    chart = entry?.create(compared) ?? null;
    place.replaceChildren(chart?.chart.node ?? pattern.node);
    draw();
  }

  function draw(): void {
    chart?.draw(latest, record);
    if (!chart && latest) pattern.draw(latest.pattern);
  }

  async function ask(): Promise<void> {
    if (asking || closed) return;
    asking = true;
    try {
      const answer = await lab.ask('cgXRay', {});
      if (!closed) show(answer);
    } catch (error) {
      setText(words, messageOf(error));
    } finally {
      asking = false;
    }
  }

  function show(now: CgXRayNow): void {
    latest = now;
    next = performance.now() + Math.max(PERIOD, now.took / SHARE);
    took = [...took, now.took].slice(-FEW);
    setText(words, tellSolve(now, methodOf(lab.frame)));
    setText(definiteness, tellDefiniteness(now));
    body.replaceChildren(
      ...spectrumRows(now).map(({ name, title, own, cells }) =>
        element(
          'tr',
          own ? { 'aria-current': 'true' } : {},
          element('th', { scope: 'row', title }, name),
          ...cells.map((text) => element('td', { class: 'number' }, text)),
        ),
      ),
    );
    const slow = isSlow() ? ' It holds the run up, and so is done on demand only: press Look.' : '';
    setText(note, `The look took the engine ${formatQuantity(now.took / 1000, 's')}.${slow}`);
    const labels = now.solves.map(({ id, label }) => (id === 'none' ? 'no preconditioner' : label));
    if (String(labels) === String(compared)) draw();
    else {
      compared = labels;
      build();
    }
  }

  function isSlow(): boolean {
    return took.length === FEW && Math.min(...took) > LONG;
  }

  function methodOf({ status }: Frame): string {
    return methodLabel(lab.catalog, status.integrator);
  }

  /** Keeps the controls at what the run has. */
  function keepUp({ status }: Frame): void {
    if (echo.settled) {
      clamp.checked = status.params.clamp === 1;
      preconditioner.value = status.requestedPreconditioner;
    }
    const { cgTolerance } = status.params;
    if (document.activeElement !== tolerance) tolerance.value = String(Math.round(Math.log10(cgTolerance)));
    setText(toleranceText, formatEntry(cgTolerance));
    setAttribute(tolerance, 'aria-valuetext', formatEntry(cgTolerance));
    const { implicit: solves } = lab.catalog.integrators.find(({ id }) => id === status.integrator) ?? {};
    implicit.hidden = solves !== false;
  }

  build();
  return {
    node,
    follow: record.follow,
    update(frame) {
      keepUp(frame);
      if (chart && select.value === 'time' && recorded !== record.times) draw();
      recorded = record.times;
      const { status, structure } = frame;
      const { integrator, preconditioner: by } = status;
      const settings = JSON.stringify([integrator, by, status.params, structure.generation, status.scene]);
      const moment = `${settings} ${status.stepCount} ${status.time}`;
      const changed = settings !== params;
      const due = follow.checked && performance.now() >= next && !isSlow();
      if (asking || moment === seen || !(changed || due)) return;
      seen = moment;
      if (changed) took = [];
      params = settings;
      void ask();
    },
    dispose() {
      closed = true;
      chart?.chart.dispose();
      pattern.dispose();
    },
  };
}
