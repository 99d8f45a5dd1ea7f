/** Makes a film of a part of the recording: each picture is drawn at its own time, however long that takes. */
import type { DrawableFrame } from '../../../../runtime/frame/frame';
import type { Lab } from '../../../lab/lab';
import type { ExportOptions, ExportWatch } from '../../../lab/scripting';
import { drawCaption } from './caption';
import { planFilm } from './film-plan';
import { type FilmWriter, openWriter } from './film-writer';

/**
 * Goes through the recording and back: after it the run is where it was, to the bit.
 * @throws RangeError as `planFilm` @throws Error without an encoder, or if the run is changed meanwhile
 */
export async function makeFilm(lab: Lab, options: ExportOptions, watch: ExportWatch): Promise<Blob> {
  const plan = planFilm(lab.frame.status.timeline, options);
  const { width, height, fps, speed, from, count } = plan;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser draws no pictures beside the page, which a film needs.');
  const writer = await openWriter(plan, canvas);
  const { stepCount, timeline } = lab.frame.status;
  const back = timeline.past ? stepCount : timeline.last.step;
  const wasPaused = lab.paused;
  lab.pause();
  try {
    const recording = createPlayer(lab);
    for (let i = 0; i < count; i++) {
      watch.signal?.throwIfAborted();
      const frame = await recording.goTo(from + (i * speed) / fps);
      lab.view.drawAt(frame, width, height, (picture) => context.drawImage(picture, 0, 0));
      if (plan.caption) drawCaption(context, lab.frame, lab.catalog);
      await writer.add(i / fps, 1 / fps);
      watch.onProgress?.((i + 1) / count);
    }
    return await writer.finish();
  } catch (error) {
    await cancel(writer);
    throw error;
  } finally {
    await lab.send({ type: 'rewind', step: back });
    if (!wasPaused) lab.play();
  }
}

/** What went wrong before is reported, not what goes wrong in the end. */
const cancel = (writer: FilmWriter) => writer.cancel().catch(() => {});

/** Goes forward through the recording. The step may change on the way, so the steps of a time are found as the run goes on. */
function createPlayer(lab: Lab) {
  let step = Number.NaN;

  async function rewind(to: number): Promise<void> {
    await lab.send({ type: 'rewind', step: to });
    step = lab.frame.status.stepCount;
  }

  return {
    /** @param time s @returns the frame of the recorded step that is nearest to it */
    async goTo(time: number): Promise<DrawableFrame> {
      const { first, last } = lab.frame.status.timeline;
      if (Number.isNaN(step)) {
        const part = (time - first.time) / (last.time - first.time || 1);
        await rewind(first.step + Math.round(part * (last.step - first.step)));
      }
      for (;;) {
        const { status } = lab.frame;
        if (status.stepCount !== step) throw new Error('The run was changed while its film was made.');
        const target = step + Math.round((time - status.time) / status.params.dt);
        const next = Math.min(Math.max(target, first.step), last.step);
        if (next === step) return lab.frame;
        await rewind(next);
        // The last steps of a recorded blow-up show no other state.
        if (status.stepCount === lab.frame.status.stepCount) return lab.frame;
      }
    },
  };
}
