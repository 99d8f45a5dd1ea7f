import { expect, test } from 'vitest';
import { SCENES } from '../../../../src/physics';
import type { Frame } from '../../../../src/runtime/frame/frame';
import { createFrameReceiver } from '../../../../src/runtime/frame/frame-message';
import { createSession } from '../../../../src/runtime/host/session';
import { curveText, swingsOf } from '../../../../src/ui/instruments/phase-plot';
import { courseText, momentOf, OBSERVABLES, smallest } from '../../../../src/ui/instruments/plot-record';
import { isAtRest } from '../../../../src/ui/lab/extent';

/** Their steps take little time; the others are left to the long run. */
const LIGHT = ['cloth', 'taichi-grid', 'chain', 'orbit', 'free-fall', 'bounce', 'damped-oscillator', 'three-springs'];
const COURSE = / (stays at|rises from|falls from|varies between) .*\d|is not defined in this run$/;

/** The frames of a run: one a step. */
function framesOf(scene: string) {
  const session = createSession(() => 0);
  const page = createFrameReceiver();
  const frames: Frame[] = [];
  const take = () => {
    page.receive(session.frame());
    // The arrays of a frame are written again.
    frames.push({
      ...page.latest,
      positions: page.latest.positions.slice(),
      velocities: page.latest.velocities.slice(),
    });
  };
  session.runCommand({ type: 'scene', scene });
  take();
  return {
    frames,
    run(steps: number) {
      for (let i = 0; i < steps && !session.simulation.blowUp; i++) {
        session.step(1);
        take();
      }
    },
    send: (command: Parameters<typeof session.runCommand>[0]) => session.runCommand(command),
  };
}

function check(frames: readonly Frame[]): void {
  const frame = frames[frames.length - 1];
  const least = smallest(frame);
  const particle = frame.status.particleCount - 1;
  const moments = frames.map((one) => momentOf(one, particle));
  for (const { label, unit, read } of OBSERVABLES) {
    const values = moments.map(read).map((value) => (Number.isFinite(value) ? value : null));
    const { text } = courseText({ label, unit, values }, least);
    expect(text).toMatch(COURSE);
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
    if (unit !== '1' && !text.endsWith('in this run')) expect(text).toContain(` ${unit}`);
  }
  for (const axis of [0, 1, 2]) {
    const [x, v] = [frames.map((one) => one.positions), frames.map((one) => one.velocities)].map((all) =>
      all.map((one) => one[4 * particle + axis]),
    );
    expect(curveText('xyz'[axis], swingsOf(x, v, least.m))).not.toMatch(/NaN|Infinity|undefined/);
  }
}

function sentencesIn(scene: string): void {
  const { frames, run, send } = framesOf(scene);
  check(frames);
  send({ type: 'throw' });
  // Within as many steps a throw is seen in every scene; a sheet of paper soon rests again.
  run(4);
  expect(isAtRest(frames[frames.length - 1])).toBe(false);
  run(56);
  check(frames);
  // No quantity is one of touching layers: in such a step they would be solved for some hundred times.
  send({ type: 'set', key: 'selfCollision', value: 0 });
  send({ type: 'set', key: 'dt', value: 0.05 });
  run(60);
  check(frames);
}

const SENTENCE =
  'in %s each quantity has a sentence with numbers and units: at rest, after a throw, and with a dt of 50 ms';
test.each(LIGHT)(SENTENCE, sentencesIn);
test.each(SCENES.map(({ id }) => id).filter((id) => !LIGHT.includes(id)))(SENTENCE, { tags: ['long'] }, sentencesIn);
