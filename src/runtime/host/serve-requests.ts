import type { Status, Structure } from '../frame/frame';
import { answerQuery } from '../queries/answer-query';
import type { KernelChoice } from './load-kernels';
import { messageOf } from './message-of';
import { buffersOf, type FrameMessage, type Question, type Reply, type Request } from './messages';
import { createSession, type Session } from './session';

/** The picture is drawn meanwhile, and the hand waits no longer than this, or than pictures are apart. */
const BUDGET = { least: 50, part: 0.8 };

/** Opens the engine in a worker, posts its first frame, and makes what is to be called with all that the page asks for, in order. */
export function serveRequests(
  choice: KernelChoice,
  send: (reply: Reply, transfer: Transferable[]) => void,
): (request: Request) => void {
  const session = createSession(() => performance.now(), BUDGET, choice);
  let sentStructure: Structure | null = null;
  let sentEnvironment: Status['environment'] | null = null;

  function parcel(): FrameMessage {
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

  /** A query is looked up elsewhere, later: all else is done at once, and in order. */
  async function answer(request: Question): Promise<void> {
    try {
      if (request.type === 'ask') {
        const result = await answerQuery(session.simulation, request.name, request.args as never);
        post({ type: 'done', id: request.id, frame: null, result });
        return;
      }
      if (request.type === 'sideBySide') {
        await session.sideBySide(request.variants);
        post({ type: 'done', id: request.id, frame: parcel(), result: null });
        return;
      }
      const { result, seen } = perform(request, session);
      post({ type: 'done', id: request.id, frame: seen ? parcel() : null, result });
    } catch (error) {
      if (!(error instanceof RangeError) && (error as Error).name !== 'SceneError') return fail(error);
      post({ type: 'refused', id: request.id, name: (error as Error).name, message: (error as Error).message });
    }
  }

  post({ type: 'ready', frame: parcel() });
  return (request) => {
    try {
      if (request.type === 'advance') {
        session.recycle(request.recycle);
        session.advance(request.elapsed);
        post({ type: 'frame', frame: parcel() });
      } else if (request.type === 'playBlowUps') session.playBlowUps(request.on);
      else if (request.type === 'colourBy') session.colourBy(request.field);
      else void answer(request);
    } catch (error) {
      fail(error);
    }
  };
}

/** What is done, what it gives back, and whether it can be seen at once. A pull of the hand is seen with the next step. */
function perform(request: Exclude<Question, { type: 'ask' | 'sideBySide' }>, { send, step, save, hash }: Session) {
  switch (request.type) {
    case 'send':
      send(request.command);
      return { result: null, seen: request.command.type !== 'move' };
    case 'step':
      return { result: step(request.count), seen: true };
    case 'save':
      return { result: save(), seen: false };
    case 'hash':
      return { result: hash(), seen: false };
  }
}
