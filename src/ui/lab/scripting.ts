import { t } from '../../language/translate';
import type { Command, Vec3 } from '../../physics';
import type { OwnDefinitions } from '../../runtime/definitions/definitions';
import type { CompanionFrame, DrawnPositions, Stability, Status } from '../../runtime/frame/frame';
import type { LabInternals } from './create-lab';
import { vectorAt } from './extent';
import { limitFound } from './limit';

/** Entries of a frame's status that `hooke.state()` returns. */
const STATE_KEYS = [
  'scene',
  'integrator',
  'precision',
  'kernel',
  'preconditioner',
  'params',
  'material',
  'time',
  'stepCount',
  'particleCount',
  'springCount',
  'pinned',
  'report',
  'blowUp',
  'energy',
  'held',
  'grabs',
  'push',
  'environment',
  'equilibrium',
] as const satisfies readonly (keyof Status)[];

/** A run beside the main one: all but what is drawn of it. */
type CompanionState = Omit<CompanionFrame, keyof DrawnPositions>;

/** What an export may be asked for; each format says which of them it has. */
export type ExportOptions = Readonly<Record<string, unknown>>;

/** What a caller of an export follows it with. */
export interface ExportWatch {
  /** Ends the work: its promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called now and then. @param done part of the work that is done, 0–1 */
  onProgress?(done: number): void;
}

export interface Exporting {
  /**
   * Writes the present state, or a part of the recording, as a file of this format: meshes, tables, charts, pictures, reports.
   * docs/export.md has the formats and their options.
   * @throws RangeError for a format, an option or a time that is not there, with its name and value
   */
  export(format: string, options?: ExportOptions, watch?: ExportWatch): Promise<Blob>;
  /**
   * Writes a part of the recording as a film, a picture at each of its times however long that takes. docs/export.md#films has the options.
   * @throws RangeError as above @throws Error if the browser has no encoder for the format
   */
  film(options?: ExportOptions, watch?: ExportWatch): Promise<Blob>;
}

/** The page's scripting interface, for teachers and tests. Promises reject with the message of an error. */
export interface Hooke extends Exporting {
  /** Resolves when the first scene is shown. */
  readonly ready: Promise<void>;
  /** Pauses, runs exactly n steps, and resolves when the frame after them is drawn. */
  step(n?: number): Promise<void>;
  play(): Promise<void>;
  pause(): Promise<void>;
  reset(): Promise<void>;
  send(command: Command): Promise<void>;
  /** Any parameter, 'material', 'integrator', 'preconditioner', 'scene' or 'precision'. */
  set(key: string, value: number | string): Promise<void>;
  load(sceneFile: unknown): Promise<void>;
  /** A scene file of the state after all steps that were asked for before. */
  save(): Promise<unknown>;
  /** Of positions and velocities, bit for bit, after all steps that were asked for before. */
  hash(): Promise<string>;
  /** `companions`: the runs beside the main one, in their order. `course`: its open chapter, or null, and those that are passed. */
  state(): Pick<Status, (typeof STATE_KEYS)[number]> & {
    paused: boolean;
    companions: CompanionState[];
    course: { chapter: number | null; passed: readonly number[] };
  };
  /**
   * Lets an integrator or a force join the registry: `source` is the text of a module whose default export is the definition. Resolves
   * with its kind and id; rejects with the message and the line.
   */
  define: OwnDefinitions['define'];
  /** Measures how a definition does on the laws of its kind. */
  grade: OwnDefinitions['grade'];
  /**
   * The limit as the meter shows it: the longest stable dt, s (Infinity: no limit; 0: unstable at every dt), the fastest mode,
   * rad/s, the largest damping rate, 1/s, the present dt over the limit, and whether small motion grows visibly. docs/engine.md#analyse
   */
  limit(): Stability;
  /** x, y and z of every particle as drawn, m. @param run 0: the main run; 1, 2, 3: those beside it, by `companions` */
  positions(run?: number): Vec3[];
  /** m, m/s, kg, and CSS pixels of the window. */
  particle(i: number): { position: Vec3; velocity: Vec3; mass: number; pinned: boolean; screen: [number, number] };
}

declare global {
  interface Window {
    hooke: Hooke;
  }
}

/** @param openExporting loads what writes files of other programs */
export function scripting(
  opening: Promise<LabInternals>,
  openExporting: (lab: LabInternals) => Promise<Exporting>,
): Hooke {
  let opened: LabInternals | null = null;
  const ready = opening.then((lab) => {
    opened = lab;
  });
  // A caller that waits for it gets the error.
  ready.catch(() => {});

  function now(): LabInternals {
    if (!opened) throw new Error('the page is still loading: await hooke.ready');
    return opened;
  }

  /** Also waits for the new limit, which a script may read next. */
  async function change(act: (lab: LabInternals) => Promise<void>): Promise<void> {
    const lab = await opening;
    await act(lab);
    await limitFound(lab);
  }

  /** Ends with the steps that were asked for last, also when they fail. */
  let steps: Promise<unknown> = opening;
  const afterSteps = async () => {
    await steps.catch(() => {});
    return opening;
  };

  return {
    ready,
    step(n = 1) {
      const made = opening.then((lab) => lab.step(n));
      steps = made;
      return made;
    },
    async play() {
      (await opening).play();
    },
    pause: () =>
      change(async (lab) => {
        lab.pause();
        await lab.settled();
      }),
    reset: () => change((lab) => lab.send({ type: 'reset' })),
    send: (command) => change((lab) => lab.send(command)),
    set: (key, value) => change((lab) => lab.set(key, value)),
    load: (sceneFile) => change((lab) => lab.load(sceneFile)),
    save: async () => (await afterSteps()).save(),
    hash: async () => (await afterSteps()).host.session.hash(),
    state() {
      const { frame, paused, page } = now();
      const state = Object.fromEntries(STATE_KEYS.map((key) => [key, frame.status[key]])) as Pick<
        Status,
        (typeof STATE_KEYS)[number]
      >;
      const companions = frame.companions.map(({ positions: _, texels: __, ...companion }) => companion);
      const { chapter, passed } = page.course;
      return structuredClone({ ...state, paused, companions, course: { chapter, passed } });
    },
    async define(source) {
      const lab = await opening;
      const joined = await (await lab.definitions()).define(source).catch(lab.messages.rethrow);
      const kind = joined.kind === 'force' ? 'acts as a force' : 'is one of the methods';
      lab.messages.show({ kind: 'notice', text: t`“${joined.id}” is defined: it ${kind} now.` });
      return joined;
    },
    grade: async (id) => (await (await opening).definitions()).grade(id),
    export: async (...request) => (await openExporting(await afterSteps())).export(...request),
    film: async (...request) => (await openExporting(await afterSteps())).film(...request),
    limit: () => ({ ...now().frame.status.stability }),
    positions(run = 0) {
      const { companions, status, structure, ...main } = now().frame;
      const runs = [{ ...main, show: status.replay }, ...companions];
      if (!runs[run]) throw new RangeError(t`${String(run)} is not a run (0–${companions.length})`);
      const { texels, positions, show } = runs[run];
      const drawn = show ? texels : positions;
      return Array.from({ length: structure.particleCount }, (_, i) => vectorAt(drawn, i));
    },
    particle(i) {
      const { frame, view } = now();
      const { masses, pinned, particleCount } = frame.structure;
      if (!Number.isInteger(i) || i < 0 || i >= particleCount) {
        throw new RangeError(t`${String(i)} is not a particle (0–${particleCount - 1})`);
      }
      return {
        // As drawn: during the slow replay of a blow-up not as in the state.
        position: vectorAt(frame.status.replay ? frame.texels : frame.positions, i),
        velocity: vectorAt(frame.velocities, i),
        mass: masses[i],
        pinned: pinned[i] === 1,
        screen: view.screenOf(i),
      };
    },
  };
}
