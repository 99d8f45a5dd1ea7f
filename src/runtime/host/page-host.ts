/** The engine on the page's own thread: for browsers without module workers, and for debugging. */
import type { Command } from '../../physics';
import { isChecked } from '../../physics/scenes/file/checked-scene';
import { createFrameReceiver } from '../frame/frame-message';
import { loadLimitSearch } from '../frame/limit-watch';
import { answerQuery } from './answer-query';
import { catalog } from './catalog';
import { loadEquilibriumSearch, waitsForSearch } from './equilibrium-search';
import type { Host } from './host';
import { messageOf } from './message-of';
import type { RequestedKernel } from './messages';
import { createSession } from './session';

/** ms; for the steps of one frame, so that the page still draws and reacts. */
const BUDGET = { least: 20, part: 0 };

const noop = () => {};

async function unpacked(command: Command): Promise<Command> {
  if (!isChecked((command as { scene?: unknown } | null)?.scene)) return command;
  return (await import('../jobs/packed-scene')).unpackCommand(command);
}

export function connectPage(kernel: RequestedKernel): Host {
  const session = createSession(() => performance.now(), BUDGET, kernel);
  const frames = createFrameReceiver();
  const refresh = () => frames.receive(session.frame());
  refresh();

  const host: Host = {
    // A page that asks for the limit again and again, without a pause, would never let it load.
    ready: loadLimitSearch().then(noop, noop),
    catalog: catalog(),
    latest: () => frames.latest,
    async send(command, act) {
      if (waitsForSearch(command)) await loadEquilibriumSearch();
      session.runCommand(await unpacked(command), act);
      refresh();
    },
    async controlShow(control) {
      session.controlShow(control);
      refresh();
    },
    async step(count) {
      const report = session.step(count);
      refresh();
      return report;
    },
    save: async () => session.save(),
    hash: async () => session.hash(),
    advance(elapsed) {
      try {
        session.recycle(frames.takeSpent());
        session.advance(elapsed);
        refresh();
      } catch (error) {
        host.onFailure(messageOf(error));
      }
    },
    ask: (name, args) => answerQuery(session.simulation, name, args),
    async sideBySide(variants) {
      await session.sideBySide(variants);
      refresh();
    },
    colorBy: (field) => session.colorBy(field),
    watch: (particles) => session.watch(particles),
    playBlowUps: (on) => session.playBlowUps(on),
    onFailure: noop,
    onSilence: noop,
    dispose: noop,
  };
  return host;
}
