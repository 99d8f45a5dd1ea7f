/** Writes the pictures of a film as a video, by WebCodecs and mediabunny. */
import { openEncoder } from './encoder';
import type { FilmPlan, FilmWriter, VideoFormat } from './film-plan';

/** @throws Error if the browser has no encoder for the format at this size */
export async function openVideo(format: VideoFormat, plan: FilmPlan, canvas: OffscreenCanvas): Promise<FilmWriter> {
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
