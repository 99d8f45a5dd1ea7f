import type { Command, SceneFile } from '../../physics';
import { VIEW_OPTIONS, type View, type ViewOption, type ViewOptions } from '../../render/view';
import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import type { Catalog, Host, SceneDefaults } from '../../runtime/host/protocol';
import { createHistory, deedOf } from './history';
import type { Lab, Message } from './lab';
import { hasOutrun } from './limit-follower';
import { restoreCommands, setCommand } from './set-command';

/** The lab with what only the page's own wiring needs. */
export interface LabInternals extends Lab {
  /** Cuts of one stroke (any number but 0) are undone together. */
  cut(spring: number | number[], stroke?: number): Promise<void>;
  /** Sends what the pointer does while it moves: out of date by the time it arrives, it is dropped without a word. */
  hand(command: Command): Promise<void>;
  /** Lets `elapsed` seconds of wall time pass. */
  advance(elapsed: number): void;
  /** Tells that the newest frame has been drawn. */
  drawn(): void;
  /** Resolves when the newest frame has been drawn; a hidden page draws nothing. */
  seen(): Promise<void>;
  hash(): Promise<string>;
  playBlowUps(on: boolean): void;
  /** What was loaded last, where that is the scene. */
  readonly file: SceneFile | null;
  /** Puts a new engine in the place of one that died; null: it has just died. */
  replaceHost(host: Host | null): void;
}

/** The demo whose own mouse pushes: there the page starts with that tool. */
const PUSHED = 'taichi-grid';
const STOPPED = 'the engine has stopped';

export function createLab(first: Host, view: View): LabInternals {
  let host = first;
  let dead = false;
  let paused = false;
  let messages: Message[] = [];
  /** The message of the last refusal: what is accepted next takes it away. */
  let refusal: Message | null = null;
  let file: SceneFile | null = null;
  let fileDefaults: SceneDefaults | null = null;
  /** The built-in scene whose defaults were asked for last. */
  let own: Catalog['scenes'][number] | null = null;
  let chosen: readonly number[] = [];
  let colour: string | null = null;
  /** Commands that are on their way. */
  let pending = 0;
  let instrument: string | null = null;
  let lastInstrument = 'stability-region';
  /** The scene's own, as text. */
  let furniture = JSON.stringify(host.latest().status.environment);
  let generation = host.latest().structure.generation;
  const waiting: (() => void)[] = [];
  const history = createHistory();
  const options = Object.fromEntries(Object.entries(VIEW_OPTIONS).map(([key, o]) => [key, o.default])) as ViewOptions;
  view.setOptions(options);

  function refuse(error: unknown): never {
    refusal = { kind: 'error', text: messageOf(error) };
    lab.say(refusal);
    throw error instanceof Error ? error : new Error(refusal.text);
  }

  /** For deeds that nobody waits for. */
  function tell(error: unknown): void {
    lab.say({ kind: 'error', text: messageOf(error) });
  }

  async function perform(command: Command): Promise<void> {
    if (dead) refuse(new Error(STOPPED));
    pending++;
    await host
      .send(command)
      .catch(refuse)
      .finally(() => pending--);
    if (refusal && messages.includes(refusal)) lab.unsay('error');
    refusal = null;
    if (command.type === 'scene') {
      file = typeof command.scene === 'string' ? null : command.scene;
      const { integrator, params, pinned } = lab.frame.status;
      fileDefaults = file && { integrator, params, pinned };
      furniture = JSON.stringify(lab.frame.status.environment);
      lab.tool = lab.frame.status.scene === PUSHED ? 'push' : lab.tool === 'push' ? 'grab' : lab.tool;
    }
    if (command.type === 'rewind') history.clear();
    if (command.type === 'scene' || command.type === 'reset') {
      history.clear();
      // It spoke of what was there before.
      lab.unsay('notice');
    }
    // Where the particles are others or elsewhere, the effect is there when it can be seen and pointed at.
    if (command.type === 'reset' || lab.frame.structure.generation !== generation) await lab.seen();
  }

  async function send(command: Command, stroke = 0): Promise<void> {
    const { pinned } = lab.frame.status;
    await perform(command);
    const deed = deedOf(command, pinned);
    if (deed) history.add(deed, stroke);
  }

  /** One after the other, but with no step in between: all are on their way before the first arrives. */
  const all = async (commands: Command[]) => {
    await Promise.all(commands.map(perform));
  };

  /** The panel asks for them with every frame. */
  function defaults(): SceneDefaults {
    if (fileDefaults) return fileDefaults;
    const { scene } = lab.frame.status;
    if (own?.id !== scene) own = lab.catalog.scenes.find(({ id }) => id === scene) ?? lab.catalog.scenes[0];
    return own.defaults;
  }

  const lab: LabInternals = {
    view,
    options,
    tool: 'grab',
    followsLimit: false,
    keys: true,
    panel: true,
    lesson: false,
    pose: null,
    get catalog() {
      return host.catalog;
    },
    get frame(): Frame {
      return host.latest();
    },
    get paused() {
      return paused;
    },
    get messages() {
      return messages;
    },
    get canUndo() {
      return history.canUndo;
    },
    get canRedo() {
      return history.canRedo;
    },
    get instrument() {
      return instrument;
    },
    set instrument(id) {
      instrument = id;
      lastInstrument = id ?? lastInstrument;
    },
    get chosen() {
      return chosen;
    },
    get colour() {
      return colour;
    },
    get furnished() {
      return JSON.stringify(lab.frame.status.environment) !== furniture;
    },
    get file() {
      return file;
    },

    play() {
      paused = false;
    },
    pause() {
      paused = true;
    },
    toggleInstrument() {
      lab.instrument = instrument === null ? lastInstrument : null;
    },
    async step(count = 1) {
      paused = true;
      try {
        if (dead) throw new Error(STOPPED);
        if (!Number.isInteger(count) || count < 0) {
          throw new RangeError(`the count of steps must be a whole number of at least 0, got ${String(count)}`);
        }
        await host.step(count);
      } catch (error) {
        refuse(error);
      }
      await lab.seen();
    },
    reset() {
      const { blowUp, params, stability } = lab.frame.status;
      if (blowUp && params.dt > stability.dt) paused = true;
      return send({ type: 'reset' });
    },
    send: (command) => send(command),
    set: (key, value) => send(setCommand(key, value)),
    restore(key) {
      if (key === undefined) return all(restoreCommands(lab.frame.status, defaults()));
      return send(setCommand(key, key === 'integrator' ? defaults().integrator : lab.defaultOf(key)));
    },
    defaultOf: (key) => defaults().params[key],
    async load(scene) {
      if (typeof scene !== 'object' || scene === null)
        refuse(new TypeError(`a scene file must be an object, got ${String(scene)}`));
      await send({ type: 'scene', scene: scene as SceneFile });
    },
    pin: (particle, pinned) => send({ type: 'pin', particle, pinned }),
    pinOnly: (particles) => send({ type: 'pins', particles }),
    cut: (spring, stroke) => send({ type: 'cut', spring }, stroke),
    undo: () => all(history.undo()),
    redo: () => all(history.redo()),
    async hand(command) {
      if (!dead) await host.send(command).catch(() => {});
    },

    show(option: ViewOption, on) {
      options[option] = on;
      view.setOptions(options);
    },
    choose(particles) {
      chosen = [...particles].sort((a, b) => a - b);
      view.markParticles(chosen);
    },
    colourBy(field) {
      colour = field;
      const { diverging = false } = lab.catalog.fields.find(({ id }) => id === field) ?? {};
      view.setFieldScale(diverging);
      host.colourBy(field);
      // While nothing moves no frame would come by itself.
      if (!dead) void host.step(0).catch(() => {});
    },
    ask: (name, args) => host.ask(name, args),
    sideBySide: (variants) => host.sideBySide(variants),
    findEquilibrium: () =>
      import('./equilibrium').then((equilibrium) => equilibrium.findEquilibrium(lab)).catch(refuse),
    findMechanisms: () => import('./show-mechanisms').then((found) => found.findMechanisms(lab)).catch(refuse),
    toggleWind: () => import('./environment-form').then((environment) => environment.toggleWind(lab)).catch(refuse),
    say(message) {
      messages = [...messages.filter(({ kind }) => kind !== message.kind), message];
    },
    unsay(kind) {
      if (messages.some((message) => message.kind === kind))
        messages = messages.filter((message) => message.kind !== kind);
    },

    save: () => host.save(),
    hash: () => host.hash(),
    download: (what) => import('../sharing/files').then((files) => files.download(lab, what)).catch(refuse),
    chooseFile() {
      import('../sharing/files').then((files) => files.chooseFile(lab)).catch(tell);
    },
    copyLink: () => import('../sharing/copy-link').then((link) => link.copyLink(lab)).catch(refuse),
    openHelp() {
      import('../page/help').then((help) => help.openHelp(lab)).catch(tell);
    },

    advance(elapsed) {
      // Where dt follows the limit no time passes until it has: springs that are far stiffer at once would burst first.
      const waits = lab.followsLimit && (pending > 0 || hasOutrun(lab.frame.status));
      if (!dead && !waits) host.advance(elapsed);
    },
    drawn() {
      const now = lab.frame.structure.generation;
      if (now !== generation) {
        history.clear();
        lab.choose([]);
      }
      generation = now;
      for (const resolve of waiting.splice(0)) resolve();
    },
    seen: () => new Promise((resolve) => (document.hidden ? resolve() : waiting.push(resolve))),
    async settled() {
      await host.step(0);
    },
    playBlowUps: (on) => host.playBlowUps(on),
    replaceHost(next) {
      dead = next === null;
      if (!next) {
        paused = true;
        return;
      }
      host = next;
      host.colourBy(colour);
      history.clear();
    },
  };
  return lab;
}
