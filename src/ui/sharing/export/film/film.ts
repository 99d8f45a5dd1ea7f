/** Makes a film of a part of the recording: each picture is drawn at its own time, however long that takes. */
import { t } from '../../../../language/translate';
import type { DrawableFrame, Frame } from '../../../../runtime/frame/frame';
import type { Catalog } from '../../../../runtime/host/catalog';
import { formatNumber } from '../../../controls/number-format';
import { methodLabel } from '../../../lab/catalog-labels';
import type { Lab } from '../../../lab/lab';
import type { ExportOptions, ExportWatch } from '../../../lab/scripting';
import { openZip } from '../export-format';
import {
  FILM_FORMATS,
  type FilmPlan,
  type FilmWriter,
  openEncoder,
  planFilm,
  poseIn,
  type VideoFormat,
} from './film-plan';

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
    // What went wrong before is reported, not what goes wrong in the end.
    await writer.cancel().catch(() => {});
    throw error;
  } finally {
    if (plan.camera !== 'fixed') restoreCamera();
    await lab.send({ type: 'rewind', step: back });
    if (!wasPaused) lab.play();
  }
}

// Writes what a picture shows into its lower left corner.

/** Height of the letters over that of the picture. */
const LETTERS = 0.026;

function drawCaption(context: OffscreenCanvasRenderingContext2D, { status }: Frame, catalog: Catalog): void {
  const { height } = context.canvas;
  const size = Math.max(11, LETTERS * height);
  const text = [
    `t = ${status.time.toFixed(3)} s`,
    `dt = ${formatNumber(1000 * status.params.dt, 3)} ms`,
    t`energy ${formatNumber(status.energy.total, 3)} J`,
    methodLabel(catalog, status.integrator),
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

// Writes the pictures of a film in its format.

/** Colors of a picture of a GIF, at most. */
const COLORS = 256;

/** @throws Error if the browser has no encoder for the format at this size */
async function openWriter(plan: FilmPlan, canvas: OffscreenCanvas): Promise<FilmWriter> {
  const format = FILM_FORMATS[plan.format];
  if (format.codec !== null) return openVideo(format, plan, canvas);
  return plan.format === 'gif' ? openGif(plan, canvas) : openPictures(plan, canvas);
}

/** By WebCodecs and mediabunny. */
async function openVideo(format: VideoFormat, plan: FilmPlan, canvas: OffscreenCanvas): Promise<FilmWriter> {
  const { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, WebMOutputFormat } =
    await import('./muxers');
  const isMp4 = format.codec === 'avc';
  const target = new BufferTarget();
  const output = new Output({ format: isMp4 ? new Mp4OutputFormat() : new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource(format.codec);
  output.addVideoTrack(source, { frameRate: plan.fps });
  const encoder = await openEncoder(plan, canvas, (chunk, meta) =>
    source.add(EncodedPacket.fromEncodedChunk(chunk), meta),
  );
  await output.start();
  return {
    add: encoder.add,
    async finish() {
      await encoder.finish();
      await output.finalize();
      return new Blob([target.buffer as ArrayBuffer], { type: format.type });
    },
    async cancel() {
      encoder.close();
      await output.cancel();
    },
  };
}

/** An animated GIF. Each picture has a palette of its own. */
async function openGif({ width, height }: FilmPlan, canvas: OffscreenCanvas): Promise<FilmWriter> {
  const { applyPalette, GIFEncoder, quantize } = await import('gifenc');
  const encoder = GIFEncoder();
  /** ms, of the pictures so far. */
  let shown = 0;
  return {
    async add(time, duration) {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      const palette = quantize(pixels, COLORS);
      // In whole hundredths of a second, without a sum of their rounding.
      const end = 10 * Math.round(100 * (time + duration));
      encoder.writeFrame(applyPalette(pixels, palette), width, height, { palette, delay: end - shown });
      shown = end;
    },
    async finish() {
      encoder.finish();
      return new Blob([encoder.bytes()], { type: FILM_FORMATS.gif.type });
    },
    async cancel() {},
  };
}

async function openPictures({ count }: FilmPlan, canvas: OffscreenCanvas): Promise<FilmWriter> {
  const archive = await openZip('picture', 'png', count, false);
  return {
    async add() {
      const picture = await canvas.convertToBlob({ type: 'image/png' });
      archive.add(new Uint8Array(await picture.arrayBuffer()));
    },
    finish: async () => archive.finish(),
    cancel: async () => archive.cancel(),
  };
}

// Goes forward through the recording, from picture to picture of a film.

/** A time is that of a step if it differs by less than this part of dt. */
const ROUNDING = 1e-6;

type Past = Pick<Frame, 'texels' | 'structure'> & { time: number; step: number };

/** @param spacing s between two pictures */
function createPlayer(lab: Lab, spacing: number) {
  let step = Number.NaN;
  /** The step before the present one; null: it was not there. */
  let before: Past | null = null;

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
    if (status.stepCount !== step) throw new Error(t`The run was changed while its film was made.`);
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
function between(before: Past | null, after: Frame, time: number): DrawableFrame {
  const { status, structure, texels } = after;
  if (before?.structure.generation !== structure.generation || before.step !== status.stepCount - 1) return after;
  const fraction = (time - before.time) / (status.time - before.time);
  if (!(fraction > 0 && fraction < 1 - ROUNDING)) return after;
  return { ...after, texels: texels.map((value, k) => before.texels[k] + fraction * (value - before.texels[k])) };
}
