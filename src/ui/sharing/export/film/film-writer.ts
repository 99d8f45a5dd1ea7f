/** Writes the pictures of a film in its format. */
import { openEncoder } from './encoder';
import { FILM_FORMATS, type FilmPlan, type FilmWriter, type VideoFormat } from './film-plan';

/** Colors of a picture of a GIF, at most. */
const COLORS = 256;

/** @throws Error if the browser has no encoder for the format at this size */
export async function openWriter(plan: FilmPlan, canvas: OffscreenCanvas): Promise<FilmWriter> {
  const format = FILM_FORMATS[plan.format];
  if (format.codec !== null) return openVideo(format, plan, canvas);
  return plan.format === 'gif' ? openGif(plan, canvas) : openZip(plan, canvas);
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

/** PNG files in a zip archive. They are stored as they are: they can't be compressed further. */
async function openZip({ count }: FilmPlan, canvas: OffscreenCanvas): Promise<FilmWriter> {
  const { Zip, ZipPassThrough } = await import('fflate');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | null = null;
  const archive = new Zip((error, data) => {
    failure ??= error;
    parts.push(data as Uint8Array<ArrayBuffer>);
  });
  const digits = String(count).length;
  let added = 0;
  return {
    async add() {
      const picture = await canvas.convertToBlob({ type: 'image/png' });
      const file = new ZipPassThrough(`picture-${String(++added).padStart(digits, '0')}.png`);
      archive.add(file);
      file.push(new Uint8Array(await picture.arrayBuffer()), true);
      if (failure) throw failure;
    },
    async finish() {
      archive.end();
      return new Blob(parts, { type: FILM_FORMATS.zip.type });
    },
    async cancel() {
      archive.terminate();
    },
  };
}
