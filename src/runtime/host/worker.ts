/// <reference lib="webworker" />
/** The engine's worker: creates a session, posts its first frame, and serves the page's requests in order. */

// First in the chunk: it is longer than the 32 kB that gzip looks back, and code behind it would find nothing that it repeats.
import '../../physics/kernels/simd/module';
import type { Status, Structure } from '../frame/frame';
import { arraysOf, type FrameMessage } from '../frame/frame-message';
import { answerQuery } from './answer-query';
import { catalog } from './catalog';
import { loadEquilibriumSearch, waitsForSearch } from './equilibrium-search';
import { isNotFetched, messageOf } from './message-of';
import { type EngineReply, type EngineRequest, type RequestWithId, type Result, WORKER_NAMES } from './messages';
import { createSession, type Session } from './session';

declare const self: DedicatedWorkerGlobalScope;

/** The page draws meanwhile. A command waits no longer than 50 ms, or than 0.8 of the time between frames. */
const BUDGET = { least: 50, part: 0.8 };

function post(reply: EngineReply): void {
  const frame = 'frame' in reply ? reply.frame : null;
  self.postMessage(reply, frame ? arraysOf(frame).map(({ buffer }) => buffer as ArrayBuffer) : []);
}

const fail = (error: unknown) => post({ type: 'failed', message: messageOf(error) });

function serve(session: Session): void {
  let sentStructure: Structure | null = null;
  let sentEnvironment: Status['environment'] | null = null;

  function frameMessage(): FrameMessage {
    const frame = session.frame();
    const { status } = frame;
    const structure = frame.structure === sentStructure ? null : frame.structure;
    const environment = status.environment === sentEnvironment ? null : status.environment;
    sentStructure = frame.structure;
    sentEnvironment = status.environment;
    return { ...frame, structure, status: { ...status, environment } };
  }

  /** Queries and companions wait for their code, which the first one loads, and a packed scene for its memory. Everything else is executed at once, in order. */
  async function answer(request: RequestWithId): Promise<void> {
    const { id } = request;
    try {
      if (request.type === 'ask') {
        const result = await answerQuery(session.simulation, request.name, request.args as never);
        post({ type: 'done', id, frame: null, result });
      } else if (request.type === 'sideBySide') {
        await session.sideBySide(request.variants);
        post({ type: 'done', id, frame: frameMessage(), result: null });
      } else {
        // The present scene goes on until it is there.
        if (request.type === 'send' && request.packed)
          request.command = await (await import('../jobs/packed-scene')).unpackCommand(request.command);
        const { result, visible } = execute(request, session);
        post({ type: 'done', id, frame: visible ? frameMessage() : null, result });
      }
    } catch (error) {
      const { name } = error as Error;
      if (!(error instanceof RangeError || name === 'SceneError' || isNotFetched(error))) return fail(error);
      post({ type: 'rejected', id, name, message: messageOf(error) });
    }
  }

  post({ type: 'ready', catalog: catalog(), frame: frameMessage() });
  function handle(request: EngineRequest): void {
    try {
      if (request.type === 'advance') {
        session.recycle(request.recycle);
        session.advance(request.elapsed);
        post({ type: 'frame', frame: frameMessage() });
      } else if (request.type === 'playBlowUps') session.playBlowUps(request.on);
      else if (request.type === 'watch') session.watch(request.particles);
      else if (request.type === 'colorBy') session.colorBy(request.field);
      else void answer(request);
    } catch (error) {
      fail(error);
    }
  }

  /** Set while the first search for equilibrium is loaded: all requests wait, so that they stay in order. */
  let loading: Promise<void> | null = null;
  self.onmessage = ({ data: request }: MessageEvent<EngineRequest>) => {
    if (request.type === 'send' && waitsForSearch(request.command)) {
      loading ??= loadEquilibriumSearch()
        .catch(() => {})
        .then(() => {
          loading = null;
        });
    }
    if (loading) void loading.then(() => handle(request));
    else handle(request);
  };
}

/** `visible`: the page must see the change at once. A moved grab target shows with the next step. */
function execute(
  request: Exclude<RequestWithId, { type: 'ask' | 'sideBySide' }>,
  session: Session,
): { result: Result; visible: boolean } {
  switch (request.type) {
    case 'send':
      session.runCommand(request.command, request.act);
      return { result: null, visible: request.command.type !== 'move' };
    case 'controlShow':
      session.controlShow(request.control);
      return { result: null, visible: true };
    case 'step':
      return { result: session.step(request.count), visible: true };
    case 'save':
      return { result: session.save(), visible: false };
    case 'hash':
      return { result: session.hash(), visible: false };
  }
}

try {
  serve(createSession(() => performance.now(), BUDGET, self.name === WORKER_NAMES.js ? 'js' : 'auto'));
} catch (error) {
  fail(error);
}
