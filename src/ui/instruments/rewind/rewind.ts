import './rewind.css';
import type { Timeline } from '../../../physics';
import type { Frame } from '../../../runtime/frame/frame';
import { button, element, setAttribute, setText } from '../../controls/element';
import { formatCount, formatNumber } from '../../controls/number-format';
import type { Lab } from '../../lab/lab';
import type { Instrument } from '../instrument';
import { createCommandList } from './command-list';
import { createTimeLine } from './time-line';

/** Slowest speed of the slider, simulated seconds per second. */
const SLOWEST = 0.01;
/** Steps before a blow-up that are played slowly, and how long that takes, wall seconds. */
const BURST = 200;
const DURATION = 5;

/**
 * The record of the run on a time line. Going back changes nothing in it: from there the same things happen again, bit for
 * bit, until something else is done.
 */
export function createRewind(lab: Lab): Instrument {
  let wanted: number | null = null;
  let busy = false;

  /** Of the steps that are asked for while one is on its way, the last is taken. */
  async function seek(step: number): Promise<void> {
    const { first, last } = lab.frame.status.timeline;
    wanted = Math.min(Math.max(step, first.step), last.step);
    lab.pause();
    if (busy) return;
    busy = true;
    try {
      while (wanted !== null) {
        const next: number = wanted;
        wanted = null;
        await lab.send({ type: 'rewind', step: next });
      }
    } catch {
      // The refusal is on the page already.
      wanted = null;
    }
    busy = false;
  }

  async function playBurst(): Promise<void> {
    const { timeline, params } = lab.frame.status;
    if (!timeline.blowUp) return;
    await seek(timeline.blowUp.step - BURST);
    await lab.set('speed', Number(((BURST * params.dt) / DURATION).toPrecision(2))).catch(() => {});
    lab.play();
  }

  const here = () => lab.frame.status.stepCount;
  const back = button('‹ Step', 'One step back (,)', () => void seek(here() - 1));
  const forth = button('Step ›', 'One step on (.)', () => void lab.step(1).catch(() => {}));
  const play = button('Play from here', 'Plays on from this step: what is recorded happens again (Space)', () =>
    lab.paused ? lab.play() : lab.pause(),
  );
  const end = button('To the end', 'To the last recorded step', () => void seek(lab.frame.status.timeline.last.step));
  const burst = button(
    'Into the blow-up, slowly',
    `Goes ${BURST} steps ahead of the blow-up and plays them within ${DURATION} s`,
    () => void playBurst(),
  );
  const told = element('output', { class: 'told' });
  const speed = element('input', {
    type: 'range',
    min: Math.log10(SLOWEST),
    max: 0,
    step: 0.05,
    title: 'Simulated seconds per second of your time, for slow motion; it changes no bit of the run',
    input: () => void lab.set('speed', Number((10 ** Number(speed.value)).toPrecision(2))).catch(() => {}),
  });
  const line = createTimeLine((step) => void seek(step));
  const where = element('p', { class: 'where', role: 'status' });
  const state = element('p', { class: 'now' });
  const memory = element('p', { class: 'now' });
  const deeds = createCommandList(lab, (step) => void seek(step), line.mark);
  const node = element(
    'div',
    { class: 'rewind' },
    line.node,
    where,
    element('div', { class: 'controls' }, back, forth, play, end, burst),
    element('label', { class: 'speed' }, 'Speed', speed, told),
    state,
    memory,
    deeds.node,
  );

  function follow({ status }: Frame): void {
    const { stepCount, time, timeline, blowUp } = status;
    const text = `step ${formatCount(stepCount)}, t = ${time.toFixed(4)} s`;
    line.show(timeline, busy ? null : stepCount, text);
    setText(where, text);
    // After a blow-up it rests whether it is paused or not.
    setText(play, lab.paused || blowUp ? 'Play from here' : 'Pause');
    play.disabled = blowUp !== null;
    back.disabled = stepCount <= timeline.first.step;
    end.disabled = !timeline.past;
  }

  return {
    node,
    follow,
    update({ status }) {
      const { timeline, params } = status;
      burst.hidden = timeline.blowUp === null;
      setText(state, inWords(timeline, status.blowUp !== null));
      setText(memory, memoryInWords(timeline));
      setText(told, `${formatNumber(params.speed, 2)} ×`);
      if (document.activeElement !== speed) speed.value = String(Math.log10(Math.max(params.speed, SLOWEST)));
      setAttribute(speed, 'aria-valuetext', `${formatNumber(params.speed, 2)} times real time`);
      deeds.update(status);
    },
    dispose: deeds.dispose,
  };
}

function inWords({ first, last, past, blowUp }: Timeline, resting: boolean): string {
  const range = `Recorded: steps ${formatCount(first.step)} to ${formatCount(last.step)}`;
  if (resting && blowUp) {
    return `${range}. It blew up at step ${formatCount(blowUp.step)}, and rests at its last good state: the line reaches into the burst.`;
  }
  if (!past) return `${range}. You are at the end of it: the run is live.`;
  return `${range}. You are in the past: what is recorded happens again, until you change something; from then on it is a new run.`;
}

function memoryInWords({ first, last, bytes, maxBytes }: Timeline): string {
  const megabytes = (count: number) => formatNumber(count / 1e6, 2);
  return `${megabytes(bytes)} MB of ${megabytes(maxBytes)} MB: the last ${formatNumber(last.time - first.time, 3)} s.`;
}
