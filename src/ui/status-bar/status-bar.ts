import { t } from '../../language/translate';
import type { StepCounts } from '../../physics/world/integrator';
import type { Frame, Status } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog';
import { button, element, elementById, setAttribute, setText } from '../controls/element';
import { type IconName, icon, setIcon } from '../controls/icons';
import { formatCount, formatMilliseconds, formatPercent } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { exceedsLimit } from '../lab/limit';
import { ignoreShownError } from '../lab/message-list';
import { addEnergyStrip, createFigure, energyText } from './energy-strip';
import { createStepMeter } from './step-meter';

/** Time between two updates of the numbers, ms; faster ones are unreadable. */
const PERIOD = 200;
/** Share of the playback speed below which the bar shows “slower than real time”. */
const KEEPING_UP = 0.9;

/** The status bar at the bottom of the page: buttons of time, and the numbers that one needs all the time. Nothing moves in it. */
export function createBar(lab: Lab): (frame: Frame) => void {
  const iconButton = (name: IconName, label: string, help: string, act: () => void) =>
    button(icon(name), help, act, { 'aria-label': label });

  const play = iconButton('pause', 'Pause', 'Play or pause (Space)', () => (lab.playing ? lab.pause() : lab.play()));
  const step = iconButton('step', 'One step', 'One step of dt (.)', () => ignoreShownError(lab.step(1)));
  const reset = iconButton('reset', 'Reset', 'Reset the scene; the parameters stay (R)', () =>
    ignoreShownError(lab.reset()),
  );
  const help = iconButton('help', 'Help', 'Keys and help (?)', () => {
    lab.page.dialog = 'help';
  });
  const speeds = createSpeedButtons(lab);
  const numbers = createNumbers(lab);

  const figures = element('div', { id: 'figures' });
  // The last ones are left out where the row is short.
  const meter = createStepMeter(figures, lab);
  const rate = createFigure(figures, 'rate', 'speed', 'Simulated seconds per second of wall time');
  const time = createFigure(figures, 'time', 'time', 'Simulated time');
  const energy = createFigure(figures, 'energy', 'energy', 'Total energy, and its course over the last seconds');
  const strip = addEnergyStrip(energy);
  const cost = createFigure(figures, 'cost', 'one step takes', 'Computing time of one step');
  const fps = createFigure(figures, 'fps', 'frames', 'Frames drawn per second');
  elementById('bar').append(
    element('div.transport', { role: 'group', 'aria-label': 'Time' }, play, step, reset),
    speeds.group,
    figures,
    element('div.transport', numbers.button, help),
  );

  let last = performance.now();
  let frames = 0;

  function write(status: Status, elapsed: number): void {
    const { time: now, stepTime, params } = status;
    setText(time.value, `${now.toFixed(3)} s`);
    const { caption, value, slow } = pace(lab.paused, status);
    setText(rate.caption, caption);
    setText(rate.value, value);
    rate.shown.classList.toggle('warm', slow);
    setText(cost.value, stepTime > 0 ? formatMilliseconds(stepTime / 1000) : '–');
    const perSecond = lab.paused ? '–' : `${Math.round((1000 * frames) / elapsed)} /s`;
    setText(fps.value, perSecond);
    speeds.update(params.speed);
    numbers.write(status, perSecond);
  }

  return ({ status }) => {
    frames++;
    const name = lab.playing ? 'Pause' : 'Play';
    if (play.getAttribute('aria-label') !== t(name)) {
      setAttribute(play, 'aria-label', name);
      setIcon(play.firstElementChild as SVGSVGElement, lab.playing ? 'pause' : 'play');
    }
    setAttribute(play, 'title', t`${playHelp(status, lab.playing)} (Space)`);
    // The panel has the same number, which changes a few times per second.
    meter.write(status);
    const now = performance.now();
    if (now - last < PERIOD) return;
    write(status, now - last);
    strip.draw(status);
    last = now;
    frames = 0;
  };
}

/** What the button that plays and pauses does now. */
function playHelp(status: Status, playing: boolean): string {
  const { blowUp, replay } = status;
  const isBetween = replay !== null && replay.position > 0 && replay.position < 1;
  if (playing) return replay?.playing ? 'Pause the slow motion of the blow-up' : 'Pause';
  if (isBetween) return 'Continue the slow motion of the blow-up';
  if (!blowUp) return 'Play';
  return exceedsLimit(status)
    ? 'Say why the run cannot resume after the blow-up, and what helps'
    : 'Resume from the last good state';
}

/** The rate of simulated time as text. */
function pace(paused: boolean, { replay, blowUp, realTimeFactor, params }: Status) {
  if (replay?.playing) return { caption: 'slow motion, step', value: formatCount(replay.step), slow: false };
  if (blowUp || paused) return { caption: 'speed', value: t(blowUp ? 'stopped' : 'paused'), slow: false };
  const slow = realTimeFactor < KEEPING_UP * params.speed;
  return { caption: slow ? 'machine too slow' : 'speed', value: `×${realTimeFactor.toFixed(2)}`, slow };
}

/** Playback speeds with a button each: simulated seconds per second. */
const SPEEDS: readonly { speed: number; label: string; name: string }[] = [
  { speed: 1, label: '1', name: 'Real time' },
  { speed: 1 / 4, label: '¼', name: 'A quarter of real time' },
  { speed: 1 / 20, label: '1/20', name: 'A twentieth of real time' },
];

/** Buttons for real time and slow motion; they set the parameter `speed`. */
function createSpeedButtons(lab: Lab) {
  const buttons = SPEEDS.map(({ speed, label, name }) =>
    button(
      label,
      t`${name}: ${speed} simulated seconds per second; the steps stay the same`,
      () => ignoreShownError(lab.set('speed', speed)),
      { 'aria-label': `${label}: ${t(name)}` },
    ),
  );
  const group = element('div.speeds', { role: 'group', 'aria-label': 'Playback speed' }, ...buttons);
  return {
    group,
    update(speed: number) {
      for (const [i, one] of buttons.entries()) setAttribute(one, 'aria-pressed', String(SPEEDS[i].speed === speed));
    },
  };
}

const CORRECTED = [
  ['shortenedSteps', t('shortened')],
  ['repeatedSteps', t('repeated')],
  ['replacedSteps', t('replaced')],
  ['brakedSteps', t('braked')],
  ['stoppedSteps', t('stopped')],
] as const satisfies [keyof StepCounts, string][];

interface Row {
  name: string;
  help: string;
  /** null: it does not apply, and the row shows a dash. */
  text(status: Status, catalog: Catalog, framesPerSecond: string): string | null;
}

const ROWS: readonly Row[] = [
  { name: 'kinetic energy', help: '½ m v², summed', text: energyPart('kinetic') },
  { name: 'elastic energy', help: 'Energy of springs and membrane', text: energyPart('elastic') },
  { name: 'gravity energy', help: 'm g y, summed', text: energyPart('gravity') },
  { name: 'total energy', help: 'The sum of the three', text: energyPart('total') },
  {
    name: 'largest strain',
    help: 'Of a spring, |length / rest length − 1|',
    text: ({ strain }) => formatPercent(strain),
  },
  { name: t('particles'), help: 'Pinned ones included', text: ({ particleCount }) => formatCount(particleCount) },
  { name: t('springs'), help: 'Without cut ones', text: ({ springCount }) => formatCount(springCount) },
  {
    name: 'one step takes',
    help: 'Computing time of one step, and the kernel',
    text: ({ stepTime, kernel }) =>
      stepTime > 0 ? `${formatMilliseconds(stepTime / 1000)} ${kernel.toUpperCase()}` : null,
  },
  { name: t('frames'), help: 'Frames drawn per second', text: (_status, _catalog, framesPerSecond) => framesPerSecond },
  {
    name: 'corrected steps',
    help: 'Steps that would have created energy: shortened, repeated, replaced by implicit Euler, or braked. TR-BDF2 also replaces steps in which a net hits something',
    text: ({ report }) => correctedText(report),
  },
  {
    name: t('solver'),
    help: 'Conjugate gradients in the last step: preconditioner, iterations and relative residual',
    text: solverText,
  },
];

/** `1 repeated, 2 braked of 120`; null if the method corrects no steps. */
export function correctedText(report: StepCounts): string | null {
  if (report.allSteps === undefined) return null;
  const parts = CORRECTED.flatMap(([key, word]) => (report[key] ? `${formatCount(report[key])} ${word}` : []));
  return t`${parts.join(', ') || '0'} of ${formatCount(report.allSteps)}`;
}

/** All energies have the unit of the largest. */
function energyPart(part: keyof Status['energy']): Row['text'] {
  return ({ energy }) => energyText(Math.max(...Object.values(energy).map(Math.abs)), 4)(energy[part]);
}

function solverText({ integrator, preconditioner, report }: Status, catalog: Catalog): string | null {
  if (!catalog.integrators.find(({ id }) => id === integrator)?.implicit) return null;
  const { label } = catalog.preconditioners.find(({ id }) => id === preconditioner) ?? { label: 'None' };
  const { iterations, residual, converged } = report;
  const count = iterations === 1 ? t`1 iteration` : t`${formatCount(iterations)} iterations`;
  const method = preconditioner === 'none' ? 'CG' : label;
  return t`${method}: ${count}, residual ${residual.toExponential(1)}${converged ? '' : ', not converged'}`;
}

/** The button that shows and hides a table of all numbers about the run, above the status bar. */
function createNumbers(lab: Lab) {
  const values = ROWS.map(() => element('dd'));
  const table = element(
    'section',
    { id: 'numbers', 'aria-label': 'Numbers', hidden: true },
    element('dl', ...ROWS.flatMap(({ name, help }, i) => [element('dt', { title: help }, name), values[i]])),
  );
  elementById('bar').before(table);
  const toggle = button(
    icon('numbers'),
    'All numbers: energies, strain, solver, computing time',
    () => {
      table.hidden = !table.hidden;
      setAttribute(toggle, 'aria-expanded', String(!table.hidden));
      write(lab.frame.status, '–');
    },
    { 'aria-label': 'Numbers', 'aria-expanded': 'false' },
  );

  function write(status: Status, framesPerSecond: string): void {
    if (table.hidden) return;
    for (const [i, { text }] of ROWS.entries()) setText(values[i], text(status, lab.catalog, framesPerSecond) ?? '–');
  }
  return { button: toggle, write };
}
