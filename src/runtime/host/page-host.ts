/** The engine on the page's own thread: for browsers without module workers, and for debugging. */
import type { Command } from '../../physics';
import { isChecked } from '../../physics/scenes/file/checked-scene';
import { createFrameReceiver } from '../frame/frame-message';
import { unpackCommand } from '../jobs/packed-scene';
import { catalog } from './catalog';
import type { Host } from './host';
import { messageOf } from './message-of';
import type { RequestedKernel } from './messages';
import { createSession } from './session';
import { buildInSlices, createQueue } from './slices';

/** ms; for the steps of one frame, so that the page still draws and reacts. */
const BUDGET = { least: 20, part: 0 };

const noop = () => {};

const isPacked = (command: Command) => isChecked((command as { scene?: unknown } | null)?.scene);

export function connectPage(kernel: RequestedKernel): Host {
  const session = createSession(() => performance.now(), BUDGET, kernel);
  const frames = createFrameReceiver();
  const refresh = () => frames.receive(session.frame());
  refresh();
  const queue = createQueue();
  /** Does it in the order of the calls, and shows the effect. */
  const inOrder = <T>(work: () => T): Promise<T> =>
    queue.enqueue(() => {
      const result = work();
      refresh();
      return result;
    });

  /** Number of times that building was ended. */
  let cancelled = 0;
  const host: Host = {
    ready: Promise.resolve(),
    catalog: catalog(),
    latest: () => frames.latest,
    async send(command, act) {
      if (!isPacked(command)) return inOrder(() => session.runCommand(command, act));
      const before = cancelled;
      const plain = await unpackCommand(command);
      await queue.enqueueLong(async () => {
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
    save: () => queue.enqueue(() => session.save()),
    hash: () => queue.enqueue(() => session.hash()),
    advance(elapsed, steps) {
      if (queue.isBusy()) return;
      try {
        session.recycle(frames.takeSpent());
        session.advance(elapsed, steps);
        refresh();
      } catch (error) {
        host.onFailure(messageOf(error));
      }
    },
    ask: async (name, args) => session.ask(name, args),
    async sideBySide(variants) {
      session.sideBySide(variants);
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
