import type { Frame, Status } from '../../runtime/frame/frame';
import { element, elementById, setAttribute, setText } from '../controls/element';
import { type IconName, icon, setIcon } from '../controls/icons';
import { formatCount, formatPercent, formatQuantity } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { createEnergyStrip } from './energy-strip';
import { createStepMeter } from './step-meter';

/** Time between two updates of the numbers, ms; faster ones are unreadable. */
const PERIOD = 200;
/** Share of the playback speed below which the bar shows “slower than real time”. */
const KEEPING_UP = 0.9;

const SOLVE = 'Conjugate gradients in the last step: iterations and relative residual.';

/** The status bar at the bottom of the page: play, step and reset buttons, and numbers about the run. */
export function createBar(lab: Lab): { update(frame: Frame): void } {
  const button = (name: IconName, label: string, help: string, act: () => void) =>
    element('button', { type: 'button', title: help, 'aria-label': label, click: act }, icon(name));

  const play = button('pause', 'Pause', 'Play or pause (Space)', () => (lab.playing ? lab.pause() : lab.play()));
  const step = button('step', 'One step', 'One step of dt (.)', () => ignoreShownError(lab.step(1)));
  const reset = button('reset', 'Reset', 'Reset the scene; the parameters stay (R)', () =>
    ignoreShownError(lab.reset()),
  );
  const help = button('help', 'Help', 'Keys and help (?)', () => {
    lab.page.dialog = 'help';
  });

  const figures = element('div', { id: 'figures' });
  const figure = (name: string, help: string, width: number) => {
    const text = document.createTextNode(name);
    const value = element('b', { style: `min-width:${width}ch` });
    const shown = element('span', { class: 'figure', title: help }, text, value);
    figures.append(shown);
    return { shown, name: text, value };
  };
  const time = figure('t', 'Simulated time', 9);
  const rate = figure('', 'Simulated seconds per second', 7);
  rate.shown.classList.add('rate');
  const strip = createEnergyStrip(figures);
  const meter = createStepMeter(figures, lab);
  const strain = figure('strain', 'Largest strain of a spring, |length / rest length − 1|', 6);
  const solve = figure('CG', '', 0);
  const fps = figure('fps', 'Frames per second', 3);
  const cost = figure('step', 'Computing time per step, and the kernel', 12);
  const size = figure('', 'Particles and springs', 0);
  elementById('bar').append(
    element('div', { class: 'transport', role: 'group', 'aria-label': 'Time' }, play, step, reset),
    figures,
    help,
  );

  let last = performance.now();
  let frames = 0;

  function write(status: Status, elapsed: number): void {
    setText(time.value, `${status.time.toFixed(3)} s`);
    const { text, slow } = pace(lab.paused, status);
    setText(rate.value, text);
    rate.shown.classList.toggle('warm', slow);
    setText(strain.value, formatPercent(status.strain));
    setText(fps.value, String(Math.round((1000 * frames) / elapsed)));
    setText(cost.value, `${formatQuantity(status.stepTime / 1000, 's')} ${status.kernel.toUpperCase()}`);
    setText(size.value, `${counted(status.particleCount, 'particle')}, ${counted(status.springCount, 'spring')}`);
    const { implicit } = lab.catalog.integrators.find(({ id }) => id === status.integrator) ?? {};
    solve.shown.hidden = !implicit;
    const { iterations, residual, converged } = status.report;
    const { label } = lab.catalog.preconditioners.find(({ id }) => id === status.preconditioner) ?? { label: 'None' };
    setText(solve.name, `${status.preconditioner === 'none' ? 'CG' : label}:`);
    setAttribute(solve.shown, 'title', `${SOLVE} Preconditioner: ${label}.`);
    setText(
      solve.value,
      `${counted(iterations, 'iteration')}, residual ${residual.toExponential(1)}${converged ? '' : ', not converged'}`,
    );
    meter.write(status);
  }

  return {
    update({ status }) {
      frames++;
      const name = lab.playing ? 'Pause' : 'Play';
      if (play.getAttribute('aria-label') !== name) {
        setAttribute(play, 'aria-label', name);
        setIcon(play.firstElementChild as SVGSVGElement, lab.playing ? 'pause' : 'play');
      }
      const now = performance.now();
      if (now - last < PERIOD) return;
      write(status, now - last);
      strip.draw(status);
      last = now;
      frames = 0;
    },
  };
}

/** `1 spring`, `1,024 particles` */
function counted(count: number, name: string): string {
  return `${formatCount(count)} ${name}${count === 1 ? '' : 's'}`;
}

/** The rate of simulated time as text. */
function pace(paused: boolean, { replay, blowUp, realTimeFactor, params }: Status): { text: string; slow: boolean } {
  if (replay?.playing) return { text: `slow motion, step ${formatCount(replay.step)}`, slow: false };
  if (blowUp) return { text: 'stopped', slow: false };
  if (paused) return { text: 'paused', slow: false };
  const slow = realTimeFactor < KEEPING_UP * params.speed;
  return { text: `×${realTimeFactor.toFixed(2)}${slow ? ' slower than real time' : ''}`, slow };
}
