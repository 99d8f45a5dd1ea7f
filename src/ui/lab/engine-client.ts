import { t } from '../../language/translate';
import type { Command, Vec3 } from '../../physics';
import type { Follow } from '../../runtime/connect';
import type { Frame, Processor } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog';
import type { Host, RemoteSession } from '../../runtime/host/host';
import type { ReplayControl } from '../../runtime/slow-replay';
import { formatCount } from '../controls/number-format';
import type { MessageList } from './message-list';

/** What is chosen by an id, as the commands of these names do. */
const CHOICES = ['material', 'integrator', 'precision', 'preconditioner'];

/** The command that `set` sends. @param key of PARAMS, or 'scene', 'material', 'integrator', 'precision' or 'preconditioner' */
export function setCommand(key: string, value: number | string): Command {
  if (key === 'scene') return { type: 'scene', scene: value as string };
  if (CHOICES.includes(key)) return { type: key, id: value } as Command;
  return { type: 'set', key, value: value as number };
}

/** The engine with what only the lab and the page's setup need. */
export type EngineClient = ReturnType<typeof createEngineClient>;

/** The engine as all parts of the page see it. */
export type Engine = Pick<
  EngineClient,
  'host' | 'catalog' | 'frame' | 'set' | 'save' | 'ask' | 'watch' | 'computeOn' | 'controlReplay' | 'settled'
>;

/** Commands that move the particles at once. */
const JUMPS: readonly Command['type'][] = ['reset', 'undo', 'redo'];

/** Commands that end steps that are under way: those would be steps of another run. */
const ENDS_STEPS: readonly Command['type'][] = [...JUMPS, 'scene', 'rewind', 'place'];

/** Wall time after which the progress of steps is shown, ms. */
const PROGRESS_TIMEOUT = 1000;

const STOPPED = 'the engine has stopped';

/** For calls whose errors are ignored: an engine that has stopped is reported elsewhere. */
const unheard = (call: Promise<unknown>) => call.catch(() => {}) as Promise<void>;

/**
 * @param onAccepted called when the engine has carried out a command
 * @param onNewParticles called when a frame with other particles is drawn; `isSlit`: a slit or tear has only added some, or was closed
 */
export function createEngineClient(
  first: Host,
  messages: MessageList,
  onAccepted: (command: Command) => void,
  onNewParticles: (isSlit: boolean) => void,
) {
  let host = first;
  let stopped = false;
  let missedPush: Vec3 | null = null;
  /** Commands on their way. */
  let pending = 0;
  let { generation, sceneNumber } = host.latest().structure;
  const waiting: (() => void)[] = [];
  const watched = new Map<object, number>();
  const watchAll = () => unheard(host.session.watch([...new Set(watched.values())]));

  const endSteps = () => unheard(host.session.endSteps());

  /** After a while a message has the progress. */
  async function runSteps(count: number): Promise<void> {
    const patience = performance.now() + PROGRESS_TIMEOUT;
    let shown = false;
    const actions = [{ label: 'Cancel', help: 'Stop after the steps that are done', act: endSteps }];
    const onProgress = (made: number) => {
      host.advance(0, false);
      shown ||= performance.now() > patience;
      const text = t`${formatCount(made)} of ${formatCount(count)} steps.`;
      if (shown) messages.show({ kind: 'notice', text, actions });
    };
    const done = await host.connection.call('stepBeside', [count], { onProgress }).finally(() => {
      if (shown) messages.hide('notice');
    });
    if (done < count) throw new Error(t`stopped after ${done} of ${count} steps`);
  }

  const drawn = () => new Promise<void>((resolve) => (document.hidden ? resolve() : waiting.push(resolve)));

  /**
   * Sends a command. Resolves when the page shows the effect. Shows a validation error as a message and rejects with it.
   * @param act as in `Simulation.apply` @param follow as in `Host.send`
   */
  async function submit(command: Command, act?: number, follow?: Follow<number>): Promise<void> {
    if (stopped) messages.rethrow(new Error(STOPPED));
    // A script may send anything, which the engine then rejects.
    if (ENDS_STEPS.includes(command?.type)) void endSteps();
    pending++;
    await host
      .send(command, act, follow)
      .catch((error) => {
        if ((error as Error).name === 'AbortError') throw error;
        messages.rethrow(error);
      })
      .finally(() => pending--);
    // For the pointer, which sends many, a moved target has no frame of its own.
    if (command.type === 'move') await host.session.step(0);
    messages.clearRethrown();
    onAccepted(command);
    // The pointer can only reach particles at their new places once these are drawn.
    if (JUMPS.includes(command.type) || host.latest().structure.generation !== generation) await drawn();
  }

  return {
    /** The present engine; after a crash another one. The caller handles an error. */
    get host(): Host {
      return host;
    },
    get catalog(): Catalog {
      return host.catalog;
    },
    /** The newest frame. */
    get frame(): Frame {
      return host.latest();
    },
    /** True after a crash, until the engine is replaced. */
    get stopped() {
      return stopped;
    },
    /** N; the push that was set while the engine was stopped; null: none. */
    get missedPush() {
      return missedPush;
    },
    /** True while commands are on their way to the engine. */
    get busy() {
      return pending > 0;
    },
    submit,
    /**
     * Sets a parameter by its key in PARAMS, or 'integrator', 'preconditioner', 'scene' or 'precision', as `submit`. Undo leaves it
     * alone.
     */
    set: (key: string, value: number | string) => submit(setCommand(key, value)),
    /** Sends what a moving pointer does. Errors are ignored: the scene may have changed meanwhile. */
    async submitFromPointer(command: Command, act?: number) {
      if (!stopped) await unheard(host.send(command, act));
      else if (command.type === 'push') missedPush = command.force;
    },
    /** Runs steps in slices: other commands get through. Rejects if they end before `count`, but not at a blow-up. */
    async step(count: number) {
      try {
        if (stopped) throw new Error(STOPPED);
        if (!Number.isSafeInteger(count) || count < 0) {
          throw new RangeError(t`the number of steps must be an integer of at least 0, got ${String(count)}`);
        }
        await runSteps(count);
      } catch (error) {
        messages.rethrow(error);
      }
      await drawn();
    },
    /** Ends the steps that are under way. */
    endSteps,
    /** Lets `elapsed` seconds of wall time pass. @param steps as in `Session.advance` */
    advance(elapsed: number, steps: boolean) {
      if (!stopped) host.advance(elapsed, steps);
    },
    save: () => host.session.save(),
    /** Answers a query about the run. The caller handles an error. */
    ask: ((name, args) => host.session.ask(name, args)) as RemoteSession['ask'],
    /**
     * Samples the motion of a particle and the energies of the run at fixed steps; see `Frame.samples`.
     * @param owner of the request; a later one of the same owner replaces it @param particle −1: none
     */
    watch(owner: object, particle: number) {
      if ((watched.get(owner) ?? -1) === particle) return;
      if (particle < 0) watched.delete(owner);
      else watched.set(owner, particle);
      if (!stopped) void watchAll();
    },
    /** Lets the CPU or the GPU compute the steps. Resolves when the frame says which one does. */
    async computeOn(processor: Processor) {
      if (!stopped) await unheard(host.session.computeOn(processor));
    },
    /** Plays, pauses, seeks or ends the slow replay of a blow-up. */
    async controlReplay(control: ReplayControl) {
      if (!stopped) await unheard(host.session.controlReplay(control));
    },
    /** Resolves when `frame` shows everything that was requested. */
    async settled() {
      await host.session.step(0);
    },
    /** Tells the client that the newest frame is drawn. */
    onDrawn() {
      const now = host.latest().structure;
      if (now.generation !== generation) onNewParticles(now.sceneNumber === sceneNumber);
      ({ generation, sceneNumber } = now);
      for (const resolve of waiting.splice(0)) resolve();
    },
    /** Resolves when the next frame is drawn, at once on a hidden page. */
    drawn,
    colorBy(field: string | null) {
      void unheard(host.session.colorBy(field));
      // A paused engine sends no frame by itself.
      if (!stopped) void unheard(host.session.step(0));
    },
    /** Replaces the engine after a crash; null: it has just stopped. */
    replaceHost(next: Host | null) {
      stopped = next === null;
      if (stopped) missedPush = null;
      if (!next) return;
      host.dispose();
      host = next;
      void watchAll();
    },
  };
}
