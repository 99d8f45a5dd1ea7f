/** What a film is: its options, their defaults, and the pictures that follow from them. And the encoder of the browser for them. */
import { t } from '../../../../language/translate';
import type { Timeline } from '../../../../physics';
import type { ExportOptions } from '../../../lab/scripting';
import { checkOptions, number, type OptionChecks, oneOf, wholeNumber, yesOrNo } from '../export-format';

/** The formats of films; a video needs an encoder of the browser, the others none. */
export const FILM_FORMATS = {
  mp4: { type: 'video/mp4', label: 'MP4 (H.264)', ending: 'mp4', codec: 'avc' },
  webm: { type: 'video/webm', label: 'WebM (VP9)', ending: 'webm', codec: 'vp9' },
  av1: { type: 'video/webm', label: 'WebM (AV1)', ending: 'webm', codec: 'av1' },
  gif: { type: 'image/gif', label: 'GIF', ending: 'gif', codec: null },
  zip: { type: 'application/zip', label: 'PNG pictures (zip)', ending: 'zip', codec: null },
} as const;

/** GIF counts in hundredths of a second, and browsers show no picture for less than two of them. */
const GIF_FPS = 50;

/** Pictures of a film, at most. */
const MAX_PICTURES = 36_000;

const FILM_OPTIONS: OptionChecks = {
  from: number('start of the film, simulated s; absent: the start of the recording', 0, 1e9),
  to: number('end of the film, simulated s; absent: the end of the recording', 0, 1e9),
  fps: number('pictures per second of the film', 1, 240),
  width: wholeNumber('pixels; even, as the encoders need it', 16, 7680),
  height: wholeNumber('pixels; even', 16, 4320),
  format: oneOf(
    'mp4: H.264; webm: VP9; av1: WebM with AV1; gif; zip: one PNG file per picture',
    Object.keys(FILM_FORMATS),
  ),
  speed: number('simulated s per second of the film', 1e-4, 1e3),
  camera: {
    help: 'fixed: it stays where it is; recorded: it moves as it was moved; 6 numbers, as in a link: it stays there',
    must: 'be one of fixed, recorded, or 6 numbers with commas',
    accepts: (value) => value === 'fixed' || value === 'recorded' || poseIn(value) !== null,
  },
  caption: yesOrNo('writes time, dt, energy and method in a corner'),
};

export const FILM_DEFAULTS = {
  ...{ fps: 60, width: 1280, height: 720, format: 'mp4' as keyof typeof FILM_FORMATS, speed: 1 },
  ...{ camera: 'fixed', caption: false },
};

/** All options, and the number of pictures. */
export type FilmPlan = Readonly<typeof FILM_DEFAULTS & { from: number; to: number; count: number }>;

/** A pose of the camera, from `x,y,z,x,y,z`: where it is and what it looks at, m; null for another text. */
export function poseIn(text: unknown): number[] | null {
  const pose = typeof text === 'string' ? text.split(',').map(Number) : [];
  return pose.length === 6 && pose.every(Number.isFinite) ? pose : null;
}

/** @throws RangeError for an option or a time that is not recorded, with its name and value */
export function planFilm({ first, last }: Timeline, options: ExportOptions): FilmPlan {
  const given = { from: first.time, to: last.time, ...FILM_DEFAULTS, ...checkOptions('film', FILM_OPTIONS, options) };
  const plan = given as Omit<FilmPlan, 'count'>;
  const recorded = t`the recorded ${first.time} to ${last.time} s`;
  for (const key of ['from', 'to'] as const) {
    const time = plan[key];
    if (time < first.time || time > last.time)
      throw new RangeError(t`film: ${key} must be in ${recorded}, got ${time}`);
  }
  if (plan.to < plan.from) throw new RangeError(t`film: to must not be before from, ${plan.from} s, got ${plan.to}`);
  for (const key of ['width', 'height'] as const) {
    if (plan[key] % 2 === 1) throw new RangeError(t`film: ${key} must be even, got ${plan[key]}`);
  }
  if (plan.format === 'gif' && plan.fps > GIF_FPS) {
    throw new RangeError(t`film: fps must be at most ${GIF_FPS} for format gif, got ${plan.fps}`);
  }
  // A picture at each time before the end, and one at least. The rounding of (to − from) adds none.
  const count = Math.max(1, Math.ceil(((plan.to - plan.from) / plan.speed) * plan.fps - 1e-6));
  if (count > MAX_PICTURES) throw new RangeError(t`film: ${count} pictures, at most ${MAX_PICTURES}`);
  return { ...plan, count };
}

export type VideoFormat = (typeof FILM_FORMATS)['mp4' | 'webm' | 'av1'];

/** What writes the pictures of a film into a file. */
export interface FilmWriter {
  /** Adds what the canvas shows. @param time, duration s */
  add(time: number, duration: number): Promise<void>;
  finish(): Promise<Blob>;
  cancel(): Promise<void>;
}

// Encodes the pictures of a canvas by WebCodecs.

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
