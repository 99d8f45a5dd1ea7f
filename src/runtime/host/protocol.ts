import type { Command, Fields, ParamSpec, SceneFile, StepReport } from '../../physics';
import type { Frame } from '../frame/frame';
import type { Answer, Args, QueryName } from '../queries';

/** What the engine has to offer: the page builds its panel from it and needs no engine code of its own. */
export interface Catalog {
  params: Record<string, ParamSpec>;
  integrators: { id: string; label: string; order: number; summary: string; implicit: boolean; newton: boolean }[];
  /** The best ones last. */
  preconditioners: { id: string; label: string; summary: string }[];
  kernels: { id: string; label: string; summary: string }[];
  /** In the order in which they are listed: by what they teach. */
  scenes: { id: string; label: string; group: string; summary: string; grid: boolean; defaults: SceneDefaults }[];
  /** What the picture can be coloured by. */
  fields: { id: string; label: string; unit: string; summary: string; diverging: boolean; membrane: boolean }[];
}

/** What can stand around, and the fields of each; the answer to the query `kinds`. */
export interface Kinds {
  obstacles: { list: 'planes' | 'spheres'; label: string; summary: string; fields: Fields }[];
  forces: { type: string; label: string; summary: string; particles: 'any' | 'two'; fields: Fields }[];
  motions: { type: string; label: string; summary: string; fields: Fields }[];
}

/** What a scene starts with: a permalink holds only what differs from it. */
export interface SceneDefaults {
  integrator: string;
  params: Record<string, number>;
  pinned: number[];
}

/** In what a companion differs from the main run; see `createSideBySide`. */
export interface Variant {
  label: string;
  /** Absent: the main one's. */
  integrator?: string;
  params?: Record<string, number>;
}

/** Where the engine runs. The page can't tell which it has. */
export interface Host {
  /** Resolves when a frame is there: from now on time may pass. */
  readonly ready: Promise<void>;
  /** Resolves when all the engine is loaded and the catalog is there, after `ready`: from now on anything may be asked of it. */
  readonly complete: Promise<void>;
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
