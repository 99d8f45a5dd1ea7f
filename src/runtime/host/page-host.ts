/** The engine on the page's own thread: for browsers without module workers, and for debugging. */
import type { Command } from '../../physics';
import { isChecked } from '../../physics/scenes/file/checked-scene';
import { createFrameReceiver } from '../frame/frame-message';
import { loadLimitSearch } from '../frame/limit-watch';
import { answerQuery } from './answer-query';
import { catalog } from './catalog';
import type { Host } from './host';
import { messageOf } from './message-of';
import type { RequestedKernel } from './messages';
import { createSession } from './session';
import { buildInSlices } from './slices';

/** ms; for the steps of one frame, so that the page still draws and reacts. */
const BUDGET = { least: 20, part: 0 };

const noop = () => {};

const isPacked = (command: Command) => isChecked((command as { scene?: unknown } | null)?.scene);

async function unpacked(command: Command): Promise<Command> {
  return (await import('../jobs/packed-scene')).unpackCommand(command);
}

export function connectPage(kernel: RequestedKernel): Host {
  const session = createSession(() => performance.now(), BUDGET, kernel);
  const frames = createFrameReceiver();
  const refresh = () => frames.receive(session.frame());
  refresh();
  const { late } = session;
  /** Does it in the order of the calls, and shows the effect. */
  const inOrder = <T>(work: () => T): Promise<T> =>
    late.inOrder(() => {
      const result = work();
      refresh();
      return result;
    });

  /** Number of times that building was ended. */
  let cancelled = 0;
  const host: Host = {
    // A page that asks for the limit again and again, without a pause, would never let it load.
    ready: loadLimitSearch().then(noop, noop),
    catalog: catalog(),
    latest: () => frames.latest,
    async send(command, act) {
      if (!isPacked(command)) return inOrder(() => session.runCommand(command, act));
      const before = cancelled;
      const plain = await unpacked(command);
      await late.inTurn(async () => {
        await buildInSlices(session, plain, (done) => {
          host.onBuild(done);
          return cancelled === before;
        });
        session.runCommand(plain, act);
        refresh();
      });
    },
    controlShow: (control) => inOrder(() => session.controlShow(control)),
    step: (count) => inOrder(() => session.step(count)),
    save: () => late.inOrder(() => session.save()),
    hash: () => late.inOrder(() => session.hash()),
    advance(elapsed, steps) {
      if (late.waits()) return;
      try {
        session.recycle(frames.takeSpent());
        session.advance(elapsed, steps);
        refresh();
      } catch (error) {
        host.onFailure(messageOf(error));
      }
    },
    ask: (name, args) => late.withParts(() => answerQuery(session.simulation, name, args)),
    async sideBySide(variants) {
      await late.withParts(() => session.sideBySide(variants));
      refresh();
    },
    colorBy: (field) => session.colorBy(field),
    watch: (particles) => session.watch(particles),
    playBlowUps: (on) => session.playBlowUps(on),
    onBuild: noop,
    cancelBuild() {
      cancelled++;
    },
    onFailure: noop,
    onSilence: noop,
    dispose: noop,
  };
  return host;
}
