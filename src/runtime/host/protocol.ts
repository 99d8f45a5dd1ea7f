import type {
  BlowUp,
  Command,
  Energy,
  EnvironmentFile,
  Equilibrium,
  Fields,
  Floats,
  Grid,
  ParamSpec,
  Precision,
  SceneFile,
  StepReport,
  Timeline,
  Vec3,
} from '../../physics';
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
  forceObjects: { type: string; label: string; summary: string; particles: 'any' | 'two'; fields: Fields }[];
  motions: { type: string; label: string; summary: string; fields: Fields }[];
}

/** What a scene starts with: a permalink holds only what differs from it. */
export interface SceneDefaults {
  integrator: string;
  params: Record<string, number>;
  pinned: number[];
}

/** What changes seldom; a frame points to the same object until it does. Copies: the page may keep them. */
export interface Structure {
  particleCount: number;
  /** n; kg. */
  masses: Floats;
  pinned: Uint8Array;
  /** 2m. */
  springs: Uint32Array;
  /** m; index into SPRING_KINDS. */
  kinds: Uint8Array;
  /** m; m. */
  restLengths: Float32Array;
  /** m; 1 where the spring is cut. */
  cut: Uint8Array;
  /** m; 1 where the spring is cut or switched off: not to be drawn or picked. */
  absent: Uint8Array;
  /** 3t; triangles that are still whole. */
  surface: Uint32Array;
  /** Whether the scene has triangles that can act as a membrane. */
  membrane: boolean;
  grid: Grid | null;
  /** Grows by one whenever the particles themselves are others (scene, resolution), so that buffers are rebuilt. */
  generation: number;
}

/** What is true of the run at the frame's step. */
export interface Status {
  /** Id of a built-in scene, or the name of a loaded file. */
  scene: string;
  /** False for a loaded file. */
  builtIn: boolean;
  integrator: string;
  precision: Precision;
  /** Id of the kernel at work, and why a better one isn't. */
  kernel: string;
  kernelExcuse: string | null;
  /** Id of the preconditioner of implicit methods that is at work, and of the one that was asked for, or 'auto'. */
  preconditioner: string;
  preconditionerWish: string;
  params: Record<string, number>;
  time: number;
  stepCount: number;
  particleCount: number;
  /** Without the cut ones. */
  springCount: number;
  pinned: number[];
  held: number | null;
  /** m; where the hand pulls to. */
  target: [number, number, number] | null;
  /** N; on every particle, by the command `push`. */
  push: Vec3;
  /** As in a scene file, with every field filled in; the same object until it changes. */
  environment: EnvironmentFile;
  /** What the last search for an equilibrium of this scene came to. */
  equilibrium: Equilibrium | null;
  energy: Energy;
  /** Largest |l/L₀ − 1| over the springs. */
  strain: number;
  report: StepReport;
  blowUp: BlowUp | null;
  /** What can be gone back to by `rewind`. */
  timeline: Timeline;
  stability: Stability;
  /** ms for one step, smoothed. */
  stepTime: number;
  /** Simulated seconds per wall second, smoothed; `speed` where the machine keeps up. */
  realTimeFactor: number;
  /** While the slow motion of a blow-up plays: which step it shows. */
  replay: { step: number; time: number } | null;
}

/**
 * How far dt is from the limit of the method, for small motion about the present state: estimated on the safe side, after
 * a command and a few times a second while it runs.
 */
export interface Stability {
  /** s; limit on dt; Infinity where there is none, 0 where no dt is known to hold. */
  dt: number;
  /** rad/s; of the fastest mode. */
  omegaMax: number;
  /** 1/s; of the most damping: the largest eigenvalue of M⁻¹D, where f = −K x − D v. */
  decayMax: number;
  /** The present dt over its limit; 0 where there is none, Infinity where no dt holds. */
  fraction: number;
  /** Whether a change has it looked for, which may take some frames: a bound stands in, safe and too strict. */
  sought: boolean;
}

export interface Frame {
  structure: Structure;
  status: Status;
  /** 4n; m; of the state at rest, always finite. */
  positions: Floats;
  /** 4n; m/s. */
  velocities: Floats;
  /** 4n; m; to be drawn instead of `positions` while the slow motion of a blow-up plays. */
  picture: Floats | null;
  /** What each particle is coloured by, where that was asked for. */
  field: { id: string; values: Float32Array } | null;
  /** Those that run beside it, by `sideBySide`; as a rule none. */
  companions: readonly CompanionFrame[];
}

/** What of a frame is drawn. */
export type Picture = Omit<Frame, 'status'> & { status: Pick<Status, 'scene' | 'params' | 'environment' | 'strain'> };

/** In what a companion differs from the main run; see `createSideBySide`. */
export interface Variant {
  label: string;
  /** Absent: the main one's. */
  integrator?: string;
  params?: Record<string, number>;
}

/** A companion at the frame's step. */
export interface CompanionFrame {
  label: string;
  integrator: string;
  /** s. */
  dt: number;
  time: number;
  stepCount: number;
  energy: Energy;
  /** Largest |l/L₀ − 1| over the springs. */
  strain: number;
  blowUp: BlowUp | null;
  /** 4n; m; of the state at rest, always finite. */
  positions: Floats;
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
