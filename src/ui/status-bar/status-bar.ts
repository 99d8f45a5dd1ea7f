import { t } from '../../language/translate';
import type { Frame, Status } from '../../runtime/frame/frame';
import { button, element, elementById, setAttribute, setText } from '../controls/element';
import { type IconName, icon, setIcon } from '../controls/icons';
import { formatCount, formatMilliseconds } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { exceedsLimit } from '../lab/limit';
import { ignoreShownError } from '../lab/message-list';
import { addEnergyStrip, createFigure } from './energy-strip';
import { createNumbers } from './numbers-table';
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
