import type { Command, SceneFile, StepReport } from '../../physics';
import type { Frame } from '../frame/frame';
import type { Answer, Args, QueryName } from '../queries';
import type { Catalog } from './catalog-types';

/** In what a companion differs from the main run; see `createSideBySide`. */
export interface Variant {
  label: string;
  /** Absent: the main one's. */
  integrator?: string;
  params?: Record<string, number>;
}

/** Where the engine runs. The page can't tell which it has. */
export interface Host {
  /** Resolves when catalog and first frame have arrived; everything else may be called from then on. */
  readonly ready: Promise<void>;
  readonly catalog: Catalog;
  /** Resolves when the effect is visible in `latest()`; rejects with the message of a refusal. */
  send(command: Command): Promise<void>;
  /** Runs as many whole steps as fit into `elapsed` seconds of wall time; the frame comes later. */
  advance(elapsed: number): void;
  /** Runs exactly `count` steps; resolves with the step's report when `latest()` shows them. */
  step(count: number): Promise<StepReport>;
  latest(): Frame;
  save(): Promise<SceneFile>;
  hash(): Promise<string>;
  /** Looks something up in the run as it stands, or computes it: see `queries`. Rejects with the message of a refusal. */
  ask<Name extends QueryName>(name: Name, args: Args<Name>): Promise<Answer<Name>>;
  /** What particles are coloured by from the next frame on; null: nothing. */
  colourBy(field: string | null): void;
  /**
   * Runs others beside the main one from its present state on; null ends that. Resolves when they are in `latest()`,
   * rejects with the message of a refusal.
   */
  sideBySide(variants: readonly Variant[] | null): Promise<void>;
  /** Whether a blow-up is played in slow motion (off under reduced motion). */
  playBlowUps(on: boolean): void;
  /** Called when the engine died; the host is of no use afterwards. */
  onFailure: (message: string) => void;
  dispose(): void;
}
