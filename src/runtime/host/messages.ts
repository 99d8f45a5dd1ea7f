import type { Command, Floats, SceneFile, StepReport } from '../../physics';
import { arraysOf, type FrameMessage } from '../frame/frame-message';
import type { Answer, QueryName } from '../queries';
import type { Catalog } from './catalog-types';
import type { Variant } from './protocol';

/** The kernel that the page's address asks for. */
export type RequestedKernel = 'auto' | 'js';

/** Names of the worker. The name carries the requested kernel: a first message would wait until the page's thread is free. */
export const WORKER_NAMES: Record<RequestedKernel, string> = {
  auto: 'Hooke engine',
  js: 'Hooke engine, JavaScript kernel',
};

/** From the page to the worker; what carries an `id` is answered. */
export type Request =
  | { type: 'send'; id: number; command: Command }
  | { type: 'advance'; elapsed: number; recycle: Floats[] }
  | { type: 'step'; id: number; count: number }
  | { type: 'save'; id: number }
  | { type: 'hash'; id: number }
  | { type: 'sideBySide'; id: number; variants: readonly Variant[] | null }
  | { type: 'ask'; id: number; name: QueryName; args: unknown }
  | { type: 'colourBy'; field: string | null }
  | { type: 'playBlowUps'; on: boolean };

export type Question = Extract<Request, { id: number }>;

/** What an answer may hold: plain data. */
export type Result = StepReport | SceneFile | string | Answer<QueryName> | null;

/** From the worker to the page. */
export type Reply =
  /** The first message. */
  | { type: 'ready'; catalog: Catalog; frame: FrameMessage }
  /** Ends an `advance`. */
  | { type: 'frame'; frame: FrameMessage }
  /** `frame` is there where the deed has changed something that can be seen. */
  | { type: 'done'; id: number; frame: FrameMessage | null; result: Result }
  | { type: 'refused'; id: number; name: string; message: string }
  | { type: 'failed'; message: string };

/** The buffers of a frame, to be handed over without a copy. */
export function buffersOf(frame: FrameMessage | null): ArrayBuffer[] {
  return frame ? arraysOf(frame).map(({ buffer }) => buffer as ArrayBuffer) : [];
}
