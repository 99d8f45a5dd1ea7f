/** The messages between the page and the engine's worker. */
import type { Command, Floats, SceneFile, StepReport, Variant } from '../../physics';
import type { ShowControl } from '../blow-up-show/show';
import type { FrameMessage } from '../frame/frame-message';
import type { Answer, QueryName } from '../queries';
import type { Catalog } from './catalog-types';

/** The kernel that the page's address requests. */
export type RequestedKernel = 'auto' | 'js';

/** Names of the worker. The name carries the requested kernel: a first message would wait until the page's thread is free. */
export const WORKER_NAMES: Record<RequestedKernel, string> = {
  auto: 'Hooke engine',
  js: 'Hooke engine, JavaScript kernel',
};

/** From the page to the worker. A request with an `id` gets a reply with the same `id`. */
export type EngineRequest =
  | { type: 'advance'; elapsed: number; steps: boolean; recycle: Floats[] }
  | { type: 'colorBy'; field: string | null }
  | { type: 'watch'; particles: readonly number[] }
  /** Ends the building of a packed scene. It is not done in order. */
  | { type: 'cancelBuild' }
  | { type: 'playBlowUps'; on: boolean }
  /** `packed`: the scene of the command is a `PackedScene` that has been checked. */
  | { type: 'send'; id: number; command: Command; act?: number; packed?: boolean }
  | { type: 'controlShow'; id: number; control: ShowControl }
  | { type: 'sideBySide'; id: number; variants: readonly Variant[] | null }
  | { type: 'step'; id: number; count: number }
  | { type: 'save'; id: number }
  | { type: 'hash'; id: number }
  | { type: 'ask'; id: number; name: QueryName; args: unknown };

export type RequestWithId = Extract<EngineRequest, { id: number }>;

/** The result of a request, plain data. */
export type Result = StepReport | SceneFile | string | Answer<QueryName> | null;

/** From the worker to the page. */
export type EngineReply =
  /** The first message. */
  | { type: 'ready'; catalog: Catalog; frame: FrameMessage }
  /** Ends an `advance`. */
  | { type: 'frame'; frame: FrameMessage }
  /** `frame` is null if the request changed nothing visible. */
  | { type: 'done'; id: number; frame: FrameMessage | null; result: Result }
  /** What is done of the building of a packed scene, 0 … 1. */
  | { type: 'building'; done: number }
  /** A validation error, or an AbortError after `cancelBuild`; the run is unchanged. */
  | { type: 'rejected'; id: number; name: string; message: string }
  /** The engine has stopped. */
  | { type: 'failed'; message: string };
