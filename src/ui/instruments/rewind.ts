import { t } from '../../language/translate';
import './rewind.css';
import type { Timeline } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import { button, controlRow, element, setAttribute, setText } from '../controls/element';
import { formatCount, formatNumber } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import type { Instrument } from './parts/instrument';
import { createSlowReplay } from './parts/recording';
import { createCommandList, createTimelineSlider } from './rewind-timeline';

/** Lowest playback speed of the slider, simulated seconds per second. */
const MIN_SPEED = 0.01;
/** The slow replay of a blow-up: steps before it, and its duration in wall-clock seconds. */
const REPLAYED = 200;
const DURATION = 5;

/**
 * The recorded run on a timeline. Going back does not change the recording: from there the run repeats bit for bit until the
 * user gives a command.
 */
export function createRewind(lab: Lab): Instrument {
  let requested: number | null = null;
  let busy = false;

  /** Only the last of the steps requested during a rewind is used. */
  async function seek(step: number): Promise<void> {
    const { first, last } = lab.frame.status.timeline;
    requested = Math.min(Math.max(step, first.step), last.step);
    lab.pause();
    if (busy) return;
    busy = true;
    try {
      while (requested !== null) {
        const next: number = requested;
        requested = null;
        await lab.send({ type: 'rewind', step: next });
      }
    } catch {
      // The error message is already shown.
      requested = null;
    }
    busy = false;
  }

  async function replayBlowUp(): Promise<void> {
    const { timeline, params } = lab.frame.status;
    if (!timeline.blowUp) return;
    const speed = Number(((REPLAYED * params.dt) / DURATION).toPrecision(2));
    await slowReplay.play(timeline.blowUp.step - REPLAYED, speed).catch(() => {});
  }

  const slowReplay = createSlowReplay(lab);
  const present = () => lab.frame.status.stepCount;
  const back = button('‹ Step', 'Go back one step (,)', () => void seek(present() - 1));
  const forth = button('Step ›', 'Go forward one step (.)', () => void lab.step(1).catch(() => {}));
  const play = button('Play from here', 'Play from this step; the recorded run repeats (Space)', () =>
    lab.playing ? lab.pause() : lab.play(),
  );
  const end = button(
    'To the end',
    'Go to the last recorded step',
    () => void seek(lab.frame.status.timeline.last.step),
  );
  const replay = button(
    'Replay the blow-up slowly',
    t`Go back to ${REPLAYED} steps before the blow-up and play them in ${DURATION} s`,
    () => void replayBlowUp(),
  );
  const speedText = element('output', { class: 'readout' });
  const speed = element('input', {
    type: 'range',
    min: Math.log10(MIN_SPEED),
    max: 0,
    step: 0.05,
    title: 'Playback speed, simulated seconds per second; it does not change the result',
    input: () => void lab.set('speed', Number((10 ** Number(speed.value)).toPrecision(2))).catch(() => {}),
  });
  const line = createTimelineSlider((step) => void seek(step));
  const position = element('p', { class: 'where', role: 'status' });
  const memory = element('p', { class: 'now' });
  const commands = createCommandList(lab, (step) => void seek(step), line.mark);
  const node = element(
    'div',
    { class: 'rewind' },
    line.node,
    position,
    controlRow(back, forth, play, end, replay),
    element('label', { class: 'speed' }, 'Playback speed', speed, speedText),
    memory,
    commands.node,
  );

  function follow({ status }: Frame): void {
    const { stepCount, time, timeline } = status;
    slowReplay.update(status);
    const text = t`step ${formatCount(stepCount)}, t = ${time.toFixed(4)} s`;
    line.show(timeline, busy ? null : stepCount, text);
    setText(position, text);
    setText(play, lab.playing ? 'Pause' : 'Play from here');
    back.disabled = stepCount <= timeline.first.step;
    end.disabled = !timeline.past;
  }

  return {
    node,
    conclude: ({ status }) => ({ text: timelineText(status.timeline, status.blowUp !== null) }),
    follow,
    update({ status }) {
      const { timeline, params } = status;
      replay.hidden = timeline.blowUp === null;
      setText(memory, memoryText(timeline));
      setText(speedText, `${formatNumber(params.speed, 2)} ×`);
      if (document.activeElement !== speed) speed.value = String(Math.log10(Math.max(params.speed, MIN_SPEED)));
      setAttribute(speed, 'aria-valuetext', t`${formatNumber(params.speed, 2)} times real time`);
      commands.update(status);
    },
    dispose() {
      slowReplay.end();
      commands.dispose();
    },
  };
}

function timelineText({ first, last, past, blowUp }: Timeline, stopped: boolean): string {
  if (last.step === first.step) return 'Nothing is recorded yet: play, and each step can be gone back to.';
  const range = t`Recorded: steps ${formatCount(first.step)} to ${formatCount(last.step)}, ${formatNumber(last.time - first.time, 3)} s`;
  if (stopped && blowUp) {
    return t`${range}. The run blew up at step ${formatCount(blowUp.step)} and shows its last good state. The timeline continues into the blow-up.`;
  }
  if (!past) return t`${range}. This is the last step: the run is live.`;
  return t`${range}. You are in the past: the recorded run repeats. A command here starts a new run and deletes the steps after it.`;
}

function memoryText({ first, last, bytes, maxBytes }: Timeline): string {
  const megabytes = (count: number) => formatNumber(count / 1e6, 2);
  return t`${megabytes(bytes)} MB of ${megabytes(maxBytes)} MB used for the last ${formatNumber(last.time - first.time, 3)} s.`;
}
