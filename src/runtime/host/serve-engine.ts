/** Serves an engine to the page: the methods of a session, and a frame after each call with a visible effect. */
import type { Command } from '../../physics';
import { GREETING, type Port, type Reply } from '../connect';
import { createFrameSender } from '../frame/frame-message';
import { serve } from '../serve';
import { catalog } from './catalog';
import { isNotFetched } from './message-of';
import type { Budget } from './pacing';
import { createSession, type RequestedKernel, type Session } from './session';

/** In a worker the page draws meanwhile: a command waits no longer than 50 ms, or than 0.8 of the time between frames. */
const BUDGETS = { worker: { least: 50, part: 0.8 }, page: { least: 20, part: 0 } } as const satisfies Record<
  string,
  Budget
>;

/** Long readings of the run, which continues in between. */
const READINGS: readonly (keyof Session)[] = ['recordedTable', 'recordedPoses', 'limitingTriangles'];

/** Methods after which the page shows nothing new. */
const WITHOUT_FRAME: readonly (keyof Session)[] = [
  'ask',
  'save',
  'hash',
  'colorBy',
  'watch',
  'playBlowUps',
  'endSteps',
  ...READINGS,
];

/** The greeting is the catalog, with the first frame. @param clock in ms */
export function serveEngine(
  port: Port,
  where: keyof typeof BUDGETS,
  kernel: RequestedKernel,
  clock = () => performance.now(),
): void {
  const post = (reply: Reply, transfer: Transferable[] = []) => port.postMessage(reply, transfer);
  try {
    const session = createSession(clock, BUDGETS[where], kernel);
    const nextFrame = createFrameSender(session.frame);
    serve(port, session, {
      // A GPU takes a while until it can compute.
      beside: [...READINGS, 'computeOn', 'stepBeside'],
      // The present scene goes on until a large one is built.
      between: ['advance'],
      frameOf(method, [command]) {
        // A moved grab target shows with the next step.
        const isMove = method === 'send' && (command as Command).type === 'move';
        return isMove || WITHOUT_FRAME.includes(method as keyof Session) ? null : nextFrame();
      },
      // A validation error leaves the run unchanged, and so does an analysis that could not be loaded.
      isHarmless: (error) => ['RangeError', 'SceneError', 'AbortError'].includes(error.name) || isNotFetched(error),
    });
    const { frame, transfer } = nextFrame();
    post({ id: GREETING, value: catalog(), frame }, transfer);
  } catch (error) {
    post({ failed: (error as Error).message });
  }
}
