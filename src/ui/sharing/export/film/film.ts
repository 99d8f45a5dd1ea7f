/** Makes a film of a part of the recording: each picture is drawn at its own time, however long that takes. */
import { t } from '../../../../language/translate';
import type { Frame } from '../../../../runtime/frame/frame';
import type { Catalog } from '../../../../runtime/host/catalog';
import { formatNumber } from '../../../controls/number-format';
import type { Lab } from '../../../lab/lab';
import type { ExportOptions, ExportWatch } from '../../../lab/scripting';
import { type FilmWriter, planFilm, poseIn } from './film-plan';
import { openWriter } from './film-writer';
import { createPlayer } from './player';

/**
 * Goes through the recording and back: after it the run is where it was, to the bit.
 * @throws RangeError as `planFilm` @throws Error without an encoder, or if the run is changed meanwhile
 */
export async function makeFilm(lab: Lab, options: ExportOptions, watch: ExportWatch): Promise<Blob> {
  const plan = planFilm(lab.frame.status.timeline, options);
  const { width, height, fps, speed, from, count } = plan;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser has no OffscreenCanvas, which a film needs.');
  const writer = await openWriter(plan, canvas);
  const { stepCount, timeline } = lab.frame.status;
  const back = timeline.past ? stepCount : timeline.last.step;
  const wasPaused = lab.paused;
  const { camera } = lab.view;
  const restoreCamera = camera.remember();
  lab.pause();
  try {
    const recording = createPlayer(lab, speed / fps);
    for (let i = 0; i < count; i++) {
      watch.signal?.throwIfAborted();
      const time = from + (i * speed) / fps;
      const frame = await recording.goTo(time);
      const pose = plan.camera === 'recorded' ? lab.page.cameraAt(time) : poseIn(plan.camera);
      if (pose) camera.setPose(pose);
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
    if (plan.camera !== 'fixed') restoreCamera();
    await lab.send({ type: 'rewind', step: back });
    if (!wasPaused) lab.play();
  }
}

/** What went wrong before is reported, not what goes wrong in the end. */
const cancel = (writer: FilmWriter) => writer.cancel().catch(() => {});

/** Writes what a picture shows into its lower left corner. */

/** Height of the letters over that of the picture. */
const LETTERS = 0.026;

function drawCaption(
  context: OffscreenCanvasRenderingContext2D,
  { status }: Frame,
  { integrators }: Pick<Catalog, 'integrators'>,
): void {
  const { height } = context.canvas;
  const size = Math.max(11, LETTERS * height);
  const method = integrators.find(({ id }) => id === status.integrator)?.label ?? status.integrator;
  const text = [
    `t = ${status.time.toFixed(3)} s`,
    `dt = ${formatNumber(1000 * status.params.dt, 3)} ms`,
    t`energy ${formatNumber(status.energy.total, 3)} J`,
    method,
  ]
    .map((part) => t(part))
    .join('   ');
  context.font = `${size}px system-ui, sans-serif`;
  context.textBaseline = 'bottom';
  const [x, y] = [size, height - size];
  // Readable over light and dark pictures.
  context.lineJoin = 'round';
  context.lineWidth = size / 4;
  context.strokeStyle = '#ffffffd0';
  context.strokeText(text, x, y);
  context.fillStyle = '#1a1d24';
  context.fillText(text, x, y);
}
