/** The interface between the page and the engine. */
import type { Command, SceneFile, StepReport, Variant } from '../../physics';
import type { ShowControl } from '../blow-up-show/show';
import type { Frame } from '../frame/frame';
import type { Answer, Args, QueryName } from '../queries';
import type { Catalog } from './catalog-types';

/** The engine as the page sees it, in a worker or on the page's thread. */
export interface Host {
  /** Resolves when the catalog and the first frame have arrived. Everything else may be called from then on. */
  readonly ready: Promise<void>;
  readonly catalog: Catalog;
  /** The newest frame. */
  latest(): Frame;
  /** Resolves when `latest()` shows the effect; rejects with the validation error. @param act as in `Simulation.apply` */
  send(command: Command, act?: number): Promise<void>;
  /**
   * Runs as many whole steps as fit into `elapsed` seconds of wall time, and plays the shows of blow-ups; the frame arrives later.
   * @param steps false: only the shows
   */
  advance(elapsed: number, steps: boolean): void;
  /** Plays, pauses, seeks or ends the show of a blow-up; resolves when `latest()` shows the effect. */
  controlShow(control: ShowControl): Promise<void>;
  /** Runs exactly `count` steps; resolves with the report of the last one when `latest()` shows it. */
  step(count: number): Promise<StepReport>;
  save(): Promise<SceneFile>;
  hash(): Promise<string>;
  /** Answers a query about the run; rejects with a RangeError for bad arguments. */
  ask<Name extends QueryName>(name: Name, args: Args<Name>): Promise<Answer<Name>>;
  /** Id of the field that colors the particles from the next frame on; null: none. */
  colorBy(field: string | null): void;
  /** Particles whose motion is sampled from the next step on, with the energies of the run; see `Frame.samples`. */
  watch(particles: readonly number[]): void;
  /**
   * Runs companions of the main run, from its present state; null ends that. Resolves when they are in `latest()`, rejects with
   * the validation error.
   */
  sideBySide(variants: readonly Variant[] | null): Promise<void>;
  /** False: the show of a blow-up rests at its onset until it is told to play, as under reduced motion. */
  playBlowUps(on: boolean): void;
  /** Called while a scene that was read beside the run is built, with what is done, 0 … 1. */
  onBuild: (done: number) => void;
  /** Ends that: the `send` of the scene rejects with an AbortError, and nothing has changed. */
  cancelBuild(): void;
  /** Called when the engine has stopped with an error. The host cannot be used afterwards. */
  onFailure: (message: string) => void;
  /** Called with true when the engine has answered nothing for 2 s though an answer is due, and with false when it answers again. */
  onSilence: (silent: boolean) => void;
  dispose(): void;
}
