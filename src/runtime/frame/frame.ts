/** What the engine sends to the page for one step: the types of a frame and of its parts. */
import type {
  BlowUp,
  Energy,
  EnvironmentFile,
  Equilibrium,
  Floats,
  Grid,
  Precision,
  StepReport,
  Timeline,
  Vec3,
} from '../../physics';

/** Texels in a row of the particle texture; a power of two, so that shaders find a particle with a mask and a shift. */
export const TEXELS_PER_ROW = 1024;

/** How many floats `texels` has for that many particles: four each, in whole rows. */
export function texelLength(particleCount: number): number {
  return 4 * TEXELS_PER_ROW * Math.max(1, Math.ceil(particleCount / TEXELS_PER_ROW));
}

/** Positions as the page reads them, and as the GPU does. */
export interface DrawnPositions {
  /**
   * 4n; m; of the state at rest, always finite, in the engine's precision. The fourth number of a particle is undefined: in single
   * precision this is the beginning of `texels`, where they show the state.
   */
  positions: Floats;
  /** The particle texture, whole rows: x, y, z, m, and the value of the field or 0. The view uploads this very array. */
  texels: Float32Array;
}

export interface Frame extends DrawnPositions {
  structure: Structure;
  status: Status;
  /** 4n; m/s. */
  velocities: Floats;
  /** False while `texels` show other positions than the state's, as during the slow motion of a blow-up. */
  showsState: boolean;
  /** The field that colors the particles, if any; n values. */
  field: { id: string; values: Float32Array } | null;
  /** Runs compared with the main one, by `sideBySide`. */
  companions: readonly CompanionFrame[];
}

/** The parts of a frame that the view draws. */
export type DrawableFrame = Omit<Frame, 'status'> & {
  status: Pick<Status, 'scene' | 'params' | 'environment' | 'strain'>;
};

/** A companion at the frame's step. */
export interface CompanionFrame extends DrawnPositions {
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
  /** Pinned particles of the built-in scene at its own parameters; empty for a loaded file. */
  scenePins: number[];
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
