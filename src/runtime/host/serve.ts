/** Serves the page's requests to an engine in another thread, in order. */
import type { Status, Structure } from '../frame/frame';
import { arraysOf, type FrameMessage } from '../frame/frame-message';
import { unpackCommand } from '../jobs/packed-scene';
import { catalog } from './catalog';
import { messageOf } from './message-of';
import type { EngineReply, EngineRequest, RequestWithId, Result } from './messages';
import type { Session } from './session';
import { buildInSlices, createQueue } from './slices';

/** The other end of the messages: a worker's own scope, or a port. */
export interface EnginePort {
  postMessage(reply: EngineReply, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<EngineRequest>) => void) | null;
}

/** Posts the first frame of a session that `create` makes, and serves it. */
export function serve(port: EnginePort, create: () => Session): void {
  const fail = (error: unknown) => port.postMessage({ type: 'failed', message: messageOf(error) }, []);
  try {
    serveSession(port, create(), fail);
  } catch (error) {
    fail(error);
  }
}

function serveSession(port: EnginePort, session: Session, fail: (error: unknown) => void): void {
  let sentStructure: Structure | null = null;
  let sentEnvironment: Status['environment'] | null = null;

  function post(reply: EngineReply): void {
    const frame = 'frame' in reply ? reply.frame : null;
    port.postMessage(reply, frame ? arraysOf(frame).map(({ buffer }) => buffer as ArrayBuffer) : []);
  }

  function frameMessage(): FrameMessage {
    const frame = session.frame();
    const { status } = frame;
    const structure = frame.structure === sentStructure ? null : frame.structure;
    const environment = status.environment === sentEnvironment ? null : status.environment;
    sentStructure = frame.structure;
    sentEnvironment = status.environment;
    return { ...frame, structure, status: { ...status, environment } };
  }

  function handle(request: Exclude<EngineRequest, { type: 'cancelBuild' }>): void {
    switch (request.type) {
      case 'advance':
        session.recycle(request.recycle);
        session.advance(request.elapsed, request.steps);
        post({ type: 'frame', frame: frameMessage() });
        break;
      case 'playBlowUps':
        session.playBlowUps(request.on);
        break;
      case 'watch':
        session.watch(request.particles);
        break;
      case 'colorBy':
        session.colorBy(request.field);
        break;
      default: {
        const { result, visible } = execute(request, session);
        post({ type: 'done', id: request.id, frame: visible ? frameMessage() : null, result });
      }
    }
  }

  /** A validation error leaves the run unchanged. After any other error the engine stops. */
  function reject(request: EngineRequest, error: unknown): void {
    const { name } = error as Error;
    const isHarmless = error instanceof RangeError || name === 'SceneError' || name === 'AbortError';
    if ('id' in request && isHarmless) post({ type: 'rejected', id: request.id, name, message: messageOf(error) });
    else fail(error);
  }

  post({ type: 'ready', catalog: catalog(), frame: frameMessage() });
  const queue = createQueue();
  /** Number of times that building was ended. */
  let cancelled = 0;
  async function handlePacked(packed: Send): Promise<void> {
    const before = cancelled;
    const request = { ...packed, command: await unpackCommand(packed.command) };
    await queue.enqueueLong(async () => {
      await buildInSlices(session, request.command, (done) => {
        post({ type: 'building', done });
        return cancelled === before;
      });
      handle(request);
    });
  }
  port.onmessage = ({ data: request }: MessageEvent<EngineRequest>) => {
    const isPacked = request.type === 'send' && request.packed;
    if (request.type === 'cancelBuild') {
      cancelled++;
      return;
    }
    // The present scene runs until the packed one is there, and rests while it is built.
    const handled = isPacked ? handlePacked(request) : queue.enqueue(() => handle(request));
    handled.catch((error) => reject(request, error));
  };
}

type Send = Extract<EngineRequest, { type: 'send' }>;

/** `visible`: the page must see the change at once. A moved grab target shows with the next step. */
function execute(request: RequestWithId, session: Session): { result: Result; visible: boolean } {
  switch (request.type) {
    case 'send':
      session.runCommand(request.command, request.act);
      return { result: null, visible: request.command.type !== 'move' };
    case 'controlShow':
      session.controlShow(request.control);
      return { result: null, visible: true };
    case 'sideBySide':
      session.sideBySide(request.variants);
      return { result: null, visible: true };
    case 'ask':
      return { result: session.ask(request.name, request.args as never), visible: false };
    case 'step':
      return { result: session.step(request.count), visible: true };
    case 'save':
      return { result: session.save(), visible: false };
    case 'hash':
      return { result: session.hash(), visible: false };
  }
}
