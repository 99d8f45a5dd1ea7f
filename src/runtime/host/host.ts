/** The engine as the page sees it, in a worker or on the page's thread. */
import type { Command } from '../../physics';
import { isChecked } from '../../physics/scenes/file/checked-scene';
import { connect, type Follow, type Remote, startWorker, type WorkerPort } from '../connect';
import { createFrameReceiver } from '../frame/frame-message';
import type { Answer, Args, QueryName } from '../queries';
import type { Catalog } from './catalog';
import type { RequestedKernel, Session } from './session';
import address from './worker?worker&url';

/** The methods that the page calls. Each resolves when `latest()` shows the effect, and rejects with the validation error. */
export interface RemoteSession
  extends Omit<Remote<Session>, 'ask' | 'send' | 'advance' | 'runCommand' | 'frame' | 'recycle'> {
  ask<Name extends QueryName>(name: Name, args: Args<Name>): Promise<Answer<Name>>;
}

export type Host = ReturnType<typeof connectEngine>;

/** The kernel that the page's address requests. */
export function requestedKernel(): RequestedKernel {
  const kernel = new URLSearchParams(location.search).get('kernel');
  return kernel === 'js' || kernel === 'cpu' || kernel === 'gpu' ? kernel : 'auto';
}

/** An engine in a worker. */
export function startEngine(): WorkerPort {
  return startWorker(address, `Hooke engine, kernel ${requestedKernel()}`);
}

/** @param port of an engine that is served */
export function connectEngine(port: WorkerPort) {
  const frames = createFrameReceiver();
  const connection = connect<Session>(port, frames.receive, (message) => host.onFailure(message));
  let catalog: Catalog;
  /** True while an `advance` is under way: at most one, so that calls do not pile up on a slow machine. */
  let advancing = false;
  /** s; wall time since the last `advance` was sent. */
  let elapsedSince = 0;

  const host = {
    /** Resolves when the catalog and the first frame have arrived. Everything else may be called from then on. */
    ready: connection.greeting().then((value) => {
      catalog = value as Catalog;
    }),
    get catalog(): Catalog {
      return catalog;
    },
    /** The newest frame. */
    latest: () => frames.latest,
    session: connection.remote as RemoteSession,
    connection,
    /** @param act as in `Simulation.apply` @param follow the building of a scene that was read beside the run */
    send: (command: Command, act?: number, follow?: Follow<number>): Promise<void> =>
      connection.call('send', [command, act, isChecked((command as { scene?: unknown } | null)?.scene)], follow),
    /** Lets wall time pass, s, as the session's method; the frame arrives later. */
    advance(elapsed: number, steps: boolean): void {
      elapsedSince += elapsed;
      if (advancing) return;
      advancing = true;
      const spent = frames.takeSpent();
      const transfer = spent.map(({ buffer }) => buffer as ArrayBuffer);
      connection.call('advance', [elapsedSince, steps, spent], { transfer }).then(
        () => {
          advancing = false;
        },
        ({ message }: Error) => connection.fail(message),
      );
      elapsedSince = 0;
    },
    /** Called when the engine has stopped with an error. The host cannot be used afterwards. */
    onFailure: (_message: string): void => {},
    dispose: () => connection.close(new Error('the engine has been closed')),
  };
  return host;
}

/** Wall time between two checks whether the engine answers, ms. */
const CHECK_EVERY = 500;
/** Checks without an answer after which the page is told, and after which it is told again: 2 s and 10 s. */
const SILENT = 4;
const ASK_AGAIN = 20;

/** Reports true when the engine has answered nothing for 2 s though an answer is due, and false when it answers again. */
export function watchSilence({ connection }: Host, report: (silent: boolean) => void): void {
  let received = 0;
  /** Checks in a row without an answer that is due. Checks are counted, not time: a computer may have slept. */
  let silent = 0;
  const timer = setInterval(() => {
    if (connection.closed) return clearInterval(timer);
    const answered = connection.received !== received || connection.due === 0;
    received = connection.received;
    if (answered && silent >= SILENT) report(false);
    silent = answered ? 0 : silent + 1;
    if (silent === SILENT || silent % ASK_AGAIN === ASK_AGAIN - 1) report(true);
  }, CHECK_EVERY);
}
