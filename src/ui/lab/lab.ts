import type { Command, Floats, SceneFile } from '../../physics';
import type { View, ViewOption, ViewOptions } from '../../render/view';
import type { Frame } from '../../runtime/frame/frame';
import type { Catalog, Host } from '../../runtime/host/protocol';

export type Tool = 'grab' | 'pin' | 'cut' | 'choose' | 'push';

/** A line in the message area, with buttons that act. One of a kind at a time: a newer one replaces it. */
export interface Message {
  kind: 'blow-up' | 'error' | 'notice' | 'solver' | 'failure';
  text: string;
  /** Why, in a second line. */
  reason?: string;
  actions?: { label: string; help: string; act(): void }[];
}

/**
 * The page's own state, and everything that a person can do. Panel, pointer, keys, permalink and `window.hooke` all act
 * through it, so that each deed has one implementation. Deeds that can be refused show the refusal as a message and
 * reject with it.
 */
export interface Lab {
  readonly catalog: Catalog;
  readonly view: View;
  /** The newest frame. */
  readonly frame: Frame;
  readonly paused: boolean;
  readonly options: ViewOptions;
  readonly messages: readonly Message[];
  /** Particles that are chosen, ascending: to act on them, or to have forces act on them. */
  readonly chosen: readonly number[];
  /** What the particles are coloured by; null: nothing. */
  readonly colour: string | null;
  /** Whether planes, spheres, forces or moving pins are others than the scene's own: no link holds them. */
  readonly furnished: boolean;
  tool: Tool;
  /**
   * Where particles are drawn instead of where they are, 4n, m, while an instrument plays something in the picture (a
   * mode, say); null: nothing does. Called once a frame.
   */
  pose: ((frame: Frame) => Floats | null) | null;
  /** Whether dt is kept near its limit while that changes; ends where dt is set by hand. */
  followsLimit: boolean;
  /** Whether keys act. */
  keys: boolean;
  /** Whether the panel is shown. */
  panel: boolean;
  /** Whether the lesson about the scene is shown. */
  lesson: boolean;
  /** Id of the instrument that is open. */
  instrument: string | null;
  /** Opens the instrument that was open last, or closes the one that is. */
  toggleInstrument(): void;

  play(): void;
  pause(): void;
  step(count?: number): Promise<void>;
  /** After a blow-up whose dt is still too long it waits, paused: it would burst again before anybody could act. */
  reset(): Promise<void>;
  send(command: Command): Promise<void>;
  /** Any PARAMS key, 'integrator', 'preconditioner', 'scene' or 'precision'. */
  set(key: string, value: number | string): Promise<void>;
  /** Back to the scene's own value; without a key, all of them, the integrator and the preconditioner. */
  restore(key?: string): Promise<void>;
  /** What `restore` would set. */
  defaultOf(key: string): number;
  load(file: unknown): Promise<void>;
  /** Pins and cuts go through these, so that they can be undone. */
  pin(particle: number, pinned: boolean): Promise<void>;
  pinOnly(particles: number[]): Promise<void>;
  cut(spring: number | number[]): Promise<void>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  undo(): Promise<void>;
  redo(): Promise<void>;
  show(option: ViewOption, on: boolean): void;
  choose(particles: readonly number[]): void;
  colourBy(field: string | null): void;
  /** Looks something up in the run; a refusal is for who asked. */
  readonly ask: Host['ask'];
  /** Runs others beside the run, or none; a refusal is for who asked. */
  readonly sideBySide: Host['sideBySide'];
  /** Pauses, brings the particles to where no net force is left, and says how that went. */
  findEquilibrium(): Promise<void>;
  /** Pauses, and names the motions that nothing resists here. */
  findMechanisms(): Promise<void>;
  /** Adds a wind as the tables have it, or takes every wind away. */
  toggleWind(): Promise<void>;
  say(message: Message): void;
  unsay(kind: Message['kind']): void;
  save(): Promise<SceneFile>;
  /** Writes the scene file, or a picture, to the user's disk; opens a file chooser. */
  download(what: 'scene' | 'picture'): Promise<void>;
  chooseFile(): void;
  copyLink(): Promise<void>;
  openHelp(): void;
  /** Resolves when all that was asked for is visible. */
  settled(): Promise<void>;
}
