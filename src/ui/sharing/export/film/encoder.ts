/** Encodes the pictures of a canvas by WebCodecs. */

import { t } from '../../../../language/translate';
import { FILM_FORMATS, type FilmPlan } from './film-plan';

/** bit per pixel and picture; cloth moves little from picture to picture. */
const BITS_PER_PIXEL = 0.15;
/** bit/s, at least: small films are cheap. */
const MIN_BITRATE = 4e6;
/** s between two pictures from which a player can start. */
const KEY_INTERVAL = 2;
/** Pictures that may wait for the encoder. */
const WAITING = 4;

/** Levels of H.264 (ITU-T H.264, table A-1): macroblocks of 16 × 16 pixels per picture and per second, at most. */
const LEVELS = [
  { code: '28', picture: 8192, second: 245_760 },
  { code: '2a', picture: 8704, second: 522_240 },
  { code: '33', picture: 36_864, second: 983_040 },
  { code: '34', picture: 36_864, second: 2_073_600 },
  { code: '3e', picture: 139_264, second: 16_711_680 },
];

/** bit/s. */
export function bitrateOf({ width, height, fps }: Pick<FilmPlan, 'width' | 'height' | 'fps'>): number {
  return Math.max(MIN_BITRATE, Math.round(BITS_PER_PIXEL * width * height * fps));
}

function codecOf({ format, width, height, fps }: FilmPlan): string {
  if (format === 'webm') return 'vp09.00.51.08';
  if (format === 'av1') return 'av01.0.13M.08';
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const level = LEVELS.find(({ picture, second }) => blocks <= picture && blocks * fps <= second) ?? LEVELS[4];
  return `avc1.6400${level.code}`;
}

type Receive = (chunk: EncodedVideoChunk, meta?: EncodedVideoChunkMetadata) => Promise<void>;

/** @throws Error if the browser has no encoder for the format at this size */
export async function openEncoder(plan: FilmPlan, canvas: OffscreenCanvas, receive: Receive) {
  const { width, height, fps: framerate } = plan;
  const config = { codec: codecOf(plan), width, height, framerate, bitrate: bitrateOf(plan) };
  const isSupported =
    'VideoEncoder' in globalThis && (await VideoEncoder.isConfigSupported(config).catch(() => null))?.supported;
  if (!isSupported) {
    const { label } = FILM_FORMATS[plan.format];
    const reason = t`This browser has no encoder for ${label} of ${width} × ${height} pixels.`;
    throw new Error(t`${reason} Take format 'zip': a PNG file per picture.`);
  }
  let failure: Error | null = null;
  let received = Promise.resolve();
  let description: EncodedVideoChunkMetadata | undefined;
  let count = 0;
  const fail = (error: Error) => {
    failure ??= error;
  };
  const encoder = new VideoEncoder({
    output(chunk, meta) {
      // The first picture of an encoder is coarse, since it does not yet know what fits: it is encoded twice, and left out once.
      if (count++ === 0) description = meta;
      else received = received.then(() => receive(chunk, { ...description, ...meta })).catch(fail);
    },
    error: fail,
  });
  encoder.configure(config);

  function encode(time: number, duration: number, keyFrame: boolean): void {
    const picture = new VideoFrame(canvas, { timestamp: 1e6 * time, duration: 1e6 * duration });
    encoder.encode(picture, { keyFrame });
    picture.close();
  }

  let nextKey = 0;
  return {
    /** Encodes what the canvas shows. @param time, duration s */
    async add(time: number, duration: number) {
      if (time === 0) encode(time, duration, true);
      const keyFrame = time >= nextKey;
      if (keyFrame) nextKey += KEY_INTERVAL;
      encode(time, duration, keyFrame);
      while (encoder.encodeQueueSize > WAITING && !failure) await new Promise((resolve) => setTimeout(resolve));
      await received;
      if (failure) throw failure;
    },
    async finish() {
      await encoder.flush();
      await received;
      if (failure) throw failure;
      encoder.close();
    },
    close() {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}
