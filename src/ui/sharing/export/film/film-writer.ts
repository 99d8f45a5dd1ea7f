/** Writes the pictures of a film into a file: a video by WebCodecs and mediabunny, or a zip archive of PNG files. */

import { openEncoder } from './encoder';
import { FILM_FORMATS, type FilmPlan } from './film-plan';

type VideoFormat = (typeof FILM_FORMATS)['mp4' | 'webm'];

export interface FilmWriter {
  /** Adds what the canvas shows. @param time, duration s */
  add(time: number, duration: number): Promise<void>;
  finish(): Promise<Blob>;
  cancel(): Promise<void>;
}

/** @throws Error if the browser has no encoder for the format at this size */
export async function openWriter(plan: FilmPlan, canvas: OffscreenCanvas): Promise<FilmWriter> {
  const format = FILM_FORMATS[plan.format];
  return format.codec === null ? openZip(canvas, plan.count) : openVideo(format, plan, canvas);
}

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

/** The PNG files are stored as they are: they can't be compressed further. */
async function openZip(canvas: OffscreenCanvas, count: number): Promise<FilmWriter> {
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
