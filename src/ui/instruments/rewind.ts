import { t } from '../../language/translate';
import './parts/run.css';
import type { Timeline } from '../../physics';
import type { Frame, Status } from '../../runtime/frame/frame';
import type { Answer } from '../../runtime/queries';
import { button, controlRow, element, setAttribute, setText, slider } from '../controls/element';
import { formatCount, formatNumber } from '../controls/number-format';
import { newestOnly } from '../controls/pending';
import type { Lab } from '../lab/lab';
import { roundUp } from './parts/axis';
import { createAsker, type Instrument } from './parts/instrument';
import { commandText, createSlowReplay } from './parts/recording';

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
  const rewind = newestOnly((step: number) => lab.send({ type: 'rewind', step }));

  function seek(step: number): void {
    const { first, last } = lab.frame.status.timeline;
    lab.pause();
    void rewind.set(Math.min(Math.max(step, first.step), last.step));
  }

  async function replayBlowUp(): Promise<void> {
    const { timeline, params } = lab.frame.status;
    if (!timeline.blowUp) return;
    const speed = Number(((REPLAYED * params.dt) / DURATION).toPrecision(2));
    await slowReplay.play(timeline.blowUp.step - REPLAYED, speed).catch(() => {});
  }

  const slowReplay = createSlowReplay(lab);
  const present = () => lab.frame.status.stepCount;
  const back = button('‹ Step', 'Go back one step (,)', () => seek(present() - 1));
  const forth = button('Step ›', 'Go forward one step (.)', () => void lab.step(1).catch(() => {}));
  const play = button('Play from here', 'Play from this step; the recorded run repeats (Space)', () =>
    lab.playing ? lab.pause() : lab.play(),
  );
  const end = button('To the end', 'Go to the last recorded step', () => seek(lab.frame.status.timeline.last.step));
  const replay = button(
    'Replay the blow-up slowly',
    t`Go back to ${REPLAYED} steps before the blow-up and play them in ${DURATION} s`,
    () => void replayBlowUp(),
  );
  const speedText = element('output.readout');
  const speed = slider(
    'Playback speed, simulated seconds per second; it does not change the result',
    () => void lab.set('speed', Number((10 ** Number(speed.value)).toPrecision(2))).catch(() => {}),
    { min: Math.log10(MIN_SPEED), max: 0, step: 0.05 },
  );
  const line = createTimelineSlider(seek);
  const position = element('p.where', { role: 'status' });
  const memory = element('p.now');
  const commands = createCommandList(lab, seek, line.mark);
  const node = element(
    'div.rewind',
    line.node,
    position,
    controlRow(back, forth, play, end, replay),
    element('label.speed', 'Playback speed', speed, speedText),
    memory,
    commands.node,
  );

  function follow({ status }: Frame): void {
    const { stepCount, time, timeline } = status;
    slowReplay.update(status);
    const text = t`step ${formatCount(stepCount)}, t = ${time.toFixed(4)} s`;
    line.show(timeline, rewind.busy ? null : stepCount, text);
    setText(position, text);
    setText(play, lab.playing ? 'Pause' : 'Play from here');
    back.disabled = stepCount <= timeline.first.step;
    end.disabled = !timeline.past;
  }

  return {
    node,
    conclude: ({ status }) => timelineText(status.timeline, status.blowUp !== null),
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
    dispose: slowReplay.end,
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

/** Most ticks on the line; they are 1, 2 or 5 × 10ⁿ steps apart. */
const TICKS = 6;
/** Marks closer than this share of the line are drawn as one. */
const RESOLUTION = 1 / 200;

/** A slider over the recorded steps, with ticks below and marks of commands above. @param seek called with each step that the user chooses */
function createTimelineSlider(seek: (step: number) => void) {
  const line = slider('Go to any recorded step', () => seek(Number(line.value)), { step: 1, 'aria-label': 'Step' });
  const marks = element('div.marks', { 'aria-hidden': 'true' });
  const ticks = element('div.ticks', { 'aria-hidden': 'true' });
  const node = element('div.timeline', marks, line, ticks);
  let steps: readonly number[] = [];
  let drawn = '';

  function draw({ first, last, blowUp }: Timeline): void {
    const length = Math.max(1, last.step - first.step);
    const at = (step: number) => `--at: ${(step - first.step) / length}`;
    const marked = new Map<number, number>();
    for (const step of steps) {
      if (step >= first.step) marked.set(Math.round((step - first.step) / length / RESOLUTION), step);
    }
    marks.replaceChildren(...Array.from(marked.values(), (step) => element('i.command', { style: at(step) })));
    if (blowUp) marks.append(element('i.blow-up', { style: at(blowUp.step) }, '✸'));
    const spacing = roundUp(Math.max(1, length / TICKS));
    const labels: HTMLElement[] = [];
    for (let step = Math.ceil(first.step / spacing) * spacing; step <= last.step; step += spacing) {
      labels.push(element('span', { style: at(step) }, formatCount(step)));
    }
    ticks.replaceChildren(...labels);
  }

  return {
    node,
    /** @param value present step, or null while the user drags the thumb; @param text the value for screen readers */
    show(timeline: Timeline, value: number | null, text: string): void {
      const { first, last, blowUp } = timeline;
      setAttribute(line, 'min', String(first.step));
      setAttribute(line, 'max', String(last.step));
      setAttribute(line, 'aria-valuetext', text);
      if (value !== null && line.value !== String(value)) line.value = String(value);
      const key = [first.step, last.step, blowUp?.step, steps.length, steps.at(-1)].join();
      if (key === drawn) return;
      drawn = key;
      draw(timeline);
    },
    /** @param next steps of commands */
    mark(next: readonly number[]): void {
      steps = next;
      drawn = '';
    },
  };
}

/** Least time between two queries, ms. */
const PERIOD = 1000;
/** Commands shown: the last ones. */
const SHOWN = 60;

/**
 * The recorded commands and their times; each is a button that goes to its step.
 * @param markSteps called with the steps of all recorded commands
 */
function createCommandList(lab: Lab, seek: (step: number) => void, markSteps: (steps: readonly number[]) => void) {
  const summary = element('summary', { title: 'The recorded commands; each button goes to its step' });
  const list = element('ol.commands.plain');
  const node = element('details', { open: true }, summary, list);
  let rows: { step: number; node: HTMLElement }[] = [];
  let shownKey = '';
  const asker = createAsker(lab, (message) => setText(summary, message));

  function row(step: number, time: number, text: string): HTMLElement {
    const when = t`${time.toFixed(3)} s, step ${formatCount(step)}`;
    const go = button('', t`Go to step ${formatCount(step)}`, () => seek(step));
    go.append(element('span.when', when), ` ${t(text)}`);
    return element('li', go);
  }

  function fill(commands: Answer<'recordedCommands'>, { blowUp }: Status['timeline']): void {
    markSteps(commands.map(({ step }) => step));
    rows = commands
      .slice(-SHOWN)
      .map(({ step, time, command }) => ({ step, node: row(step, time, commandText(command, lab.catalog)) }));
    if (blowUp) rows.push({ step: blowUp.step, node: row(blowUp.step, blowUp.time, t`blow-up (${blowUp.cause})`) });
    list.replaceChildren(...rows.map(({ node: item }) => item));
    const more = commands.length > SHOWN ? t`, the last ${SHOWN} of ${formatCount(commands.length)}` : '';
    setText(summary, commands.length === 0 && !blowUp ? 'No commands yet' : t`Commands${more}`);
  }

  return {
    node,
    update({ timeline, stepCount, scene }: Status): void {
      const key = [timeline.commandCount, timeline.first.step, timeline.blowUp?.step, scene].join();
      if (key !== shownKey && asker.isFree(PERIOD)) {
        shownKey = key;
        void asker.ask('recordedCommands', {}, (commands) => fill(commands, timeline));
      }
      const last = rows.findLast(({ step }) => step <= stepCount);
      for (const one of rows) setAttribute(one.node, 'aria-current', String(one === last));
    },
  };
}
