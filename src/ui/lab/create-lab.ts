import type { Command, SceneFile } from '../../physics';
import { defaultViewOptions, type View, type ViewOption } from '../../render/view';
import type { Host } from '../../runtime/host/host';
import { createEngineClient, type EngineClient } from './engine-client';
import { createHistory, entryOf } from './history';
import type { Lab } from './lab';
import { isAboveLimit } from './limit-follower';
import { createMessageList } from './message-list';
import { createPageState } from './page-state';
import { createSceneStart, restoreCommands, setCommand } from './scene-defaults';
import { createSelection } from './selection';

/** The lab with what only the page's setup, the pointer and scripts need. */
export interface LabInternals extends Lab {
  readonly engine: EngineClient;
  /** Cuts of one stroke (any number but 0) are undone together. */
  cut(spring: number | number[], stroke?: number): Promise<void>;
  /** Lets `elapsed` seconds of wall time pass. */
  advance(elapsed: number): void;
  /** The loaded scene file; null for a built-in scene. */
  readonly file: SceneFile | null;
  /** Replaces the engine after a crash; null: it has just stopped. */
  replaceHost(host: Host | null): void;
}

/** The scene that copies the Taichi demo, whose mouse pushes: there the page starts with that tool. */
const PUSH_SCENE = 'taichi-grid';

export function createLab(host: Host, view: View): LabInternals {
  let paused = false;
  let color: string | null = null;
  const messages = createMessageList();
  const page = createPageState();
  const history = createHistory();
  const selection = createSelection((particles) => view.markParticles(particles));
  const start = createSceneStart(host.latest().status);
  const options = defaultViewOptions();
  view.setOptions(options);

  function onAccepted(command: Command): void {
    const { type } = command;
    if (type === 'scene') {
      const { status } = engine.frame;
      start.load(command.scene, status);
      page.tool = status.scene === PUSH_SCENE ? 'push' : page.tool === 'push' ? 'grab' : page.tool;
    }
    if (type === 'scene' || type === 'reset' || type === 'rewind') history.clear();
    // A notice is about the old state.
    if (type === 'scene' || type === 'reset') messages.hide('notice');
  }

  function onNewParticles(): void {
    history.clear();
    selection.select([]);
  }

  const engine = createEngineClient(host, messages, onAccepted, onNewParticles);

  async function send(command: Command, stroke = 0): Promise<void> {
    const { pinned } = engine.frame.status;
    await engine.submit(command);
    const entry = entryOf(command, pinned);
    if (entry) history.add(entry, stroke);
  }

  /** Sends all before the first arrives: no step comes in between. */
  const sendAll = async (commands: Command[]) => {
    await Promise.all(commands.map(engine.submit));
  };

  const defaults = () => start.defaults(engine.catalog, engine.frame.status.scene);

  return {
    messages,
    selection,
    page,
    engine,
    view,
    options,
    get catalog() {
      return engine.catalog;
    },
    get frame() {
      return engine.frame;
    },
    set: engine.set,
    save: engine.save,
    ask: engine.ask,
    sideBySide: engine.sideBySide,
    watch: engine.watch,
    settled: engine.settled,

    show(option: ViewOption, on) {
      options[option] = on;
      view.setOptions(options);
    },
    get color() {
      return color;
    },
    colorBy(field) {
      color = field;
      const { diverging = false } = engine.catalog.fields.find(({ id }) => id === field) ?? {};
      view.setFieldScale(diverging);
      engine.colorBy(field);
    },

    get paused() {
      return paused;
    },
    play() {
      paused = false;
    },
    pause() {
      paused = true;
    },
    step(count = 1) {
      paused = true;
      return engine.step(count);
    },
    advance(elapsed) {
      // Stiffer springs may lower the limit far below dt. While dt follows the limit, time waits until dt is lowered too.
      const waits = page.followsLimit && (engine.busy || isAboveLimit(engine.frame.status));
      if (!waits) engine.advance(elapsed);
    },

    reset() {
      const { blowUp, params, stability } = engine.frame.status;
      if (blowUp && params.dt > stability.dt) paused = true;
      return send({ type: 'reset' });
    },
    send: (command) => send(command),
    async load(scene) {
      if (typeof scene !== 'object' || scene === null)
        messages.rethrow(new TypeError(`a scene file must be an object, got ${String(scene)}`));
      await send({ type: 'scene', scene: scene as SceneFile });
    },
    get file() {
      return start.file;
    },
    restore(key) {
      if (key === undefined) return sendAll(restoreCommands(engine.frame.status, defaults()));
      return send(setCommand(key, key === 'integrator' ? defaults().integrator : defaults().params[key]));
    },
    defaultOf: (key) => defaults().params[key],
    get environmentChanged() {
      return start.environmentChanged(engine.frame.status);
    },

    pin: (particle, pinned) => send({ type: 'pin', particle, pinned }),
    pinOnly: (particles) => send({ type: 'pins', particles }),
    cut: (spring, stroke) => send({ type: 'cut', spring }, stroke),
    get canUndo() {
      return history.canUndo;
    },
    get canRedo() {
      return history.canRedo;
    },
    undo: () => sendAll(history.undo()),
    redo: () => sendAll(history.redo()),

    replaceHost(next) {
      engine.replaceHost(next);
      if (!next) {
        paused = true;
        return;
      }
      next.colorBy(color);
      history.clear();
    },
  };
}
