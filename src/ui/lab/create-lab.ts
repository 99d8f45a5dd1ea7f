import { t } from '../../language/translate';
import type { Command, SceneFile } from '../../physics';
import { defaultViewOptions, type View, type ViewOption } from '../../render/view';
import type { Follow } from '../../runtime/connect';
import { type OwnDefinitions, ownDefinitionsInUse } from '../../runtime/definitions/definitions';
import type { Frame, SlowReplay } from '../../runtime/frame/frame';
import type { Host } from '../../runtime/host/host';
import { lazy } from '../controls/pending';
import { actName, sceneOf } from './catalog-labels';
import { createEngineClient, type EngineClient, setCommand } from './engine-client';
import { createSelection, createUndoGroups, type Lab, type UndoGroups } from './lab';
import { continueRun, exceedsLimit, isAboveLimit, limitFound } from './limit';
import { createMessageList, ignoreShownError } from './message-list';
import { createPageState } from './page-state';
import { createSceneStart, restoreCommands } from './scene-defaults';

/** The lab with what only the page's setup, the pointer and scripts need. */
export interface LabInternals extends Lab {
  readonly engine: EngineClient;
  readonly undoGroups: UndoGroups;
  /** @param along as in the command `slit` */
  cut(spring: number | number[], along?: { at: number[]; after: number[] }): Promise<void>;
  /** Lets `elapsed` seconds of wall time pass; while the lab is paused, for shows of blow-ups only. */
  advance(elapsed: number): void;
  /** Replaces the engine after a crash; null: it has just stopped. */
  replaceHost(host: Host | null): void;
}

/**
 * @param target sends the events of presses of pointers and keys
 * @param openDefinitions loads what handles definitions from source
 */
export function createLab(
  host: Host,
  view: View,
  target?: EventTarget,
  openDefinitions: (lab: LabInternals) => Promise<OwnDefinitions> = () =>
    Promise.reject(new Error('there are no definitions from source here')),
): LabInternals {
  let paused = false;
  let color: string | null = null;
  const messages = createMessageList();
  const page = createPageState();
  const undoGroups = createUndoGroups(target);
  const selection = createSelection((particles) => view.markParticles(particles));
  const start = createSceneStart(host.latest().status);
  const options = defaultViewOptions();
  view.setOptions(options);

  function onAccepted(command: Command): void {
    const { type } = command;
    if (type === 'scene') {
      const { status } = engine.frame;
      start.load(command.scene, status);
      page.tool = sceneOf(engine.catalog, status)?.pushArea ? 'push' : page.tool === 'push' ? 'grab' : page.tool;
    }
    if (type === 'collapse') {
      const { status } = engine.frame;
      // A stopped engine is reported elsewhere.
      ignoreShownError(engine.save().then((file) => start.load(file, status)));
    }
    // A notice is about the old state.
    if (type === 'scene' || type === 'collapse' || type === 'reset') messages.hide('notice');
  }

  function onNewParticles(isSlit: boolean): void {
    const { particleCount } = engine.frame.structure;
    selection.select(isSlit ? selection.particles.filter((i) => i < particleCount) : []);
  }

  const engine = createEngineClient(host, messages, onAccepted, onNewParticles);

  const send = (command: Command, follow?: Follow<number>) => engine.submit(command, undoGroups.of(command), follow);

  /** Sends all before the first arrives: no step comes in between. */
  const sendAll = (commands: Command[]) =>
    undoGroups.together(async () => {
      await Promise.all(commands.map((command) => send(command)));
    });

  /** After a blow-up time waits until the new limit is known, and longer if dt is above it. */
  async function takeAct(type: 'undo' | 'redo'): Promise<void> {
    if (engine.frame.status.history[type] === null) return;
    const wasPaused = paused;
    const { blowUp } = engine.frame.status;
    if (blowUp) paused = true;
    await engine.submit({ type });
    if (!blowUp) return;
    await limitFound(engine);
    paused = wasPaused || exceedsLimit(engine.frame.status);
  }

  const defaults = () => start.defaults(engine.catalog, engine.frame.status);

  const lab: LabInternals = {
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
    set: (key, value) => send(setCommand(key, value)),
    async save() {
      const file = await engine.save();
      const definitions = ownDefinitionsInUse(lab.own, engine.frame.status.integrator).map(({ source }) => source);
      return definitions.length > 0 ? { ...file, definitions } : file;
    },
    ask: engine.ask,
    get host() {
      return engine.host;
    },
    watch: engine.watch,
    computeOn: engine.computeOn,
    controlReplay: engine.controlReplay,
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
    get playing() {
      return isReplaying(engine.frame) || (!paused && !engine.stopped && !isBlownUp(engine.frame));
    },
    play() {
      if (engine.stopped) return messages.reopen('failure');
      const isReplayPaused =
        !isReplaying(engine.frame) && replaysOf(engine.frame).some(({ position }) => position > 0 && position < 1);
      paused = false;
      engine.endSteps();
      if (isReplayPaused) void engine.controlReplay({ type: 'play' });
      else if (isBlownUp(engine.frame) && !isReplaying(engine.frame)) ignoreShownError(continueRun(lab, 'Play'));
    },
    pause() {
      paused = true;
      engine.endSteps();
      if (isReplaying(engine.frame)) void engine.controlReplay({ type: 'pause' });
    },
    async step(count = 1) {
      paused = true;
      // A step also ends the replay of a blow-up.
      if (!isBlownUp(engine.frame) || (await continueRun(lab, 'Step'))) await engine.step(count);
    },
    advance(elapsed) {
      // Stiffer springs may lower the limit far below dt. While dt follows the limit, time waits until dt is lowered too.
      const waits = page.followsLimit && (engine.busy || isAboveLimit(engine.frame.status));
      if (!waits) engine.advance(elapsed, !paused);
    },

    async reset() {
      if (engine.frame.status.blowUp) {
        await limitFound(engine);
        if (exceedsLimit(engine.frame.status)) paused = true;
      }
      await send({ type: 'reset' });
    },
    send,
    async load(scene, follow) {
      if (typeof scene !== 'object' || scene === null)
        messages.rethrow(new TypeError(t`a scene file must be an object, got ${String(scene)}`));
      const { definitions, ...file } = scene as SceneFile;
      if (!definitions) return send({ type: 'scene', scene: scene as SceneFile }, follow);
      const agreed = await (await lab.definitions()).adopt(definitions, 'The scene file').catch(messages.rethrow);
      if (!agreed) messages.rethrow(new Error(t`The scene needs code of its own, which was not run.`));
      await send({ type: 'scene', scene: file });
    },
    get file() {
      return start.file(engine.frame.status);
    },
    restore(key) {
      if (key === undefined) return sendAll(restoreCommands(engine.frame.status, defaults()));
      return send(setCommand(key, key === 'integrator' ? defaults().integrator : defaults().params[key]));
    },
    defaultOf: (key) => defaults().params[key],
    get changedLists() {
      return start.changedLists(engine.frame.status);
    },

    pin: (particle, pinned) => send({ type: 'pin', particle, pinned }),
    pinOnly: (particles) => send({ type: 'pins', particles }),
    cut: (spring, along) => send({ type: 'slit', springs: [spring].flat(), ...along }),
    own: [],
    definitions: () => definitions.load(),
    get undoable() {
      return actName(engine.catalog, engine.frame.status.history.undo);
    },
    get redoable() {
      return actName(engine.catalog, engine.frame.status.history.redo);
    },
    undo: () => takeAct('undo'),
    redo: () => takeAct('redo'),
    undoGroups,
    get pressed() {
      return undoGroups.pressed;
    },
    together: undoGroups.together,

    replaceHost(next) {
      engine.replaceHost(next);
      if (!next) {
        paused = true;
        return;
      }
      // One that has stopped is reported elsewhere.
      next.session.colorBy(color).catch(() => {});
    },
  };
  const definitions = lazy(() => openDefinitions(lab));
  return lab;
}

/** True if a blow-up has stopped the run, and those beside it too. */
function isBlownUp({ status, companions }: Frame): boolean {
  return status.blowUp !== null && companions.every(({ blowUp }) => blowUp !== null);
}

/** The slow replays of blow-ups: of the main run, and of those beside it. */
export function replaysOf({ status, companions }: Frame): SlowReplay[] {
  return [status.replay, ...companions.map(({ show }) => show)].filter((replay) => replay !== null);
}

function isReplaying(frame: Frame): boolean {
  return replaysOf(frame).some(({ playing }) => playing);
}
