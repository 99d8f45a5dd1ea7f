/** Goes forward through the recording, from picture to picture of a film. */
import type { DrawableFrame, Frame } from '../../../../runtime/frame/frame';
import type { Lab } from '../../../lab/lab';

/** A time is that of a step if it differs by less than this part of dt. */
const ROUNDING = 1e-6;

/** @param spacing s between two pictures */
export function createPlayer(lab: Lab, spacing: number) {
  let step = Number.NaN;
  /** The step before the present one, if it was there. */
  let before: Pick<Frame, 'texels' | 'structure'> & { time: number; step: number } = {
    texels: new Float32Array(),
    structure: lab.frame.structure,
    time: 0,
    step: Number.NaN,
  };

  async function rewind(to: number): Promise<void> {
    const { first, last } = lab.frame.status.timeline;
    await lab.send({ type: 'rewind', step: Math.min(Math.max(to, first.step), last.step) });
    step = lab.frame.status.stepCount;
  }

  async function goForward(): Promise<void> {
    const { texels, structure, status } = lab.frame;
    before = { texels: texels.slice(), structure, time: status.time, step };
    await rewind(step + 1);
  }

  function stepsTo(time: number): number {
    const { status } = lab.frame;
    if (status.stepCount !== step) throw new Error('The run was changed while its film was made.');
    return (time - status.time) / status.params.dt;
  }

  /** Goes to the nearest step. dt may change on the way, so it goes on from there, and ends where it would turn back. */
  async function goNear(time: number): Promise<void> {
    for (let direction = 0; ; ) {
      const steps = Math.round(stepsTo(time));
      const from = step;
      if (steps === 0 || steps * direction < 0) return;
      direction = steps;
      await rewind(step + steps);
      // At an end of the recording. The last steps of a blow-up show no other state.
      if (step === from) return;
    }
  }

  async function start(time: number): Promise<void> {
    const { first, last } = lab.frame.status.timeline;
    const fraction = (time - first.time) / (last.time - first.time || 1);
    await rewind(first.step + Math.round(fraction * (last.step - first.step)));
    await goNear(time);
    if (spacing < lab.frame.status.params.dt && stepsTo(time) < -ROUNDING) await rewind(step - 1);
  }

  return {
    /**
     * @param time s; not before that of the last call
     * @returns the recorded step that is nearest to it; where pictures are closer than dt, the positions on the line between two steps
     * @throws Error if the run is changed meanwhile
     */
    async goTo(time: number): Promise<DrawableFrame> {
      if (Number.isNaN(step)) await start(time);
      if (spacing >= lab.frame.status.params.dt) {
        if (stepsTo(time) > 0) await goNear(time);
        return lab.frame;
      }
      for (let from = Number.NaN; stepsTo(time) > ROUNDING && step !== from; ) {
        from = step;
        await goForward();
      }
      return between(before, lab.frame, time);
    },
  };
}

/** The positions on the line between two steps; those of the later one where other particles are there. */
function between(
  before: Pick<Frame, 'texels' | 'structure'> & { time: number; step: number },
  after: Frame,
  time: number,
): DrawableFrame {
  const { status, structure, texels } = after;
  const fraction = (time - before.time) / (status.time - before.time);
  const fits = before.structure.generation === structure.generation && before.step === status.stepCount - 1;
  if (!fits || !(fraction > 0 && fraction < 1 - ROUNDING)) return after;
  return { ...after, texels: texels.map((value, k) => before.texels[k] + fraction * (value - before.texels[k])) };
}
