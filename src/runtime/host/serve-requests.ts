import type { Status, Structure } from '../frame/frame';
import type { FrameMessage } from '../frame/frame-message';
import { answerQuery } from './answer-query';
import { catalog } from './catalog';
import { messageOf } from './message-of';
import { buffersOf, type Question, type Reply, type Request, type RequestedKernel, type Result } from './messages';
import { createSession, type Session } from './session';

/** The picture is drawn meanwhile, and the hand waits no longer than this, or than pictures are apart. */
const BUDGET = { least: 50, part: 0.8 };

/** Opens the engine in a worker, posts its first frame, and makes what is to be called with all that the page asks for, in order. */
export function serveRequests(
  kernel: RequestedKernel,
  send: (reply: Reply, transfer: Transferable[]) => void,
): (request: Request) => void {
  const session = createSession(() => performance.now(), BUDGET, kernel);
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

  const post = (reply: Reply) => send(reply, 'frame' in reply ? buffersOf(reply.frame) : []);
  const fail = (error: unknown) => post({ type: 'failed', message: messageOf(error) });

  /** Queries are loaded with the first one and answered later; everything else is done at once and in order. */
  async function answer(request: Question): Promise<void> {
    try {
      if (request.type === 'ask') {
        const result = await answerQuery(session.simulation, request.name, request.args as never);
        return post({ type: 'done', id: request.id, frame: null, result });
      }
      const { result, visible } = execute(request, session);
      post({ type: 'done', id: request.id, frame: visible ? frameMessage() : null, result });
    } catch (error) {
      if (!(error instanceof RangeError) && (error as Error).name !== 'SceneError') return fail(error);
      post({ type: 'refused', id: request.id, name: (error as Error).name, message: (error as Error).message });
    }
  }

  post({ type: 'ready', catalog: catalog(), frame: frameMessage() });
  return (request) => {
    try {
      if (request.type === 'advance') {
        session.recycle(request.recycle);
        session.advance(request.elapsed);
        post({ type: 'frame', frame: frameMessage() });
      } else if (request.type === 'playBlowUps') session.playBlowUps(request.on);
      else if (request.type === 'colourBy') session.colourBy(request.field);
      else void answer(request);
    } catch (error) {
      fail(error);
    }
  };
}

/** The result, and whether the page sees a change at once: a moved grab target is seen only with the next step. */
function execute(request: Exclude<Question, { type: 'ask' }>, session: Session): { result: Result; visible: boolean } {
  switch (request.type) {
    case 'send':
      session.send(request.command);
      return { result: null, visible: request.command.type !== 'move' };
    case 'sideBySide':
      session.sideBySide(request.variants);
      return { result: null, visible: true };
    case 'step':
      return { result: session.step(request.count), visible: true };
    case 'save':
      return { result: session.save(), visible: false };
    case 'hash':
      return { result: session.hash(), visible: false };
  }
}
