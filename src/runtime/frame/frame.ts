/** What the engine sends to the page for one step: the types of a frame and of its parts. */
import type {
  Energy,
  EnvironmentFile,
  Floats,
  Grid,
  Simulation,
  StabilityLimit,
  TriangleMesh,
  Vec3,
} from '../../physics';
import type { SampleLog } from './samples';

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
  /** False while `texels` show other positions than the state's, as during the slow replay of a blow-up. */
  showsState: boolean;
  /** The field that colors the particles, if any; n values. */
  field: { id: string; values: Float32Array } | null;
  /** What was sampled so far, at fixed steps; shared by all frames. */
  samples: SampleLog;
  /** The bodies of the environment as triangles, before they move; the same array until one changes. */
  bodies: readonly TriangleMesh[];
  /** Where the obstacles are; null while none moves: then they are where the environment has them. */
  moved: MovedObstacles | null;
  /** Runs compared with the main one, by `sideBySide`. */
  companions: readonly CompanionFrame[];
}

/** The obstacles of the environment at the frame's time: an equal motion that begins now. */
export interface MovedObstacles extends Pick<EnvironmentFile, 'planes' | 'spheres' | 'bodies'> {
  /** For each body: 12 numbers, the rotation row by row and the translation, m, from where `bodies` of the frame has it. */
  poses: readonly (readonly number[])[];
}

/** The parts of a frame that the view draws. */
export type DrawableFrame = Omit<Frame, 'status'> & {
  status: Pick<Status, 'scene' | 'material' | 'params' | 'environment' | 'strain' | 'stepCount' | 'held' | 'replay'>;
};

/** A companion at the frame's step. */
export interface CompanionFrame extends DrawnPositions, OfRun<'integrator' | 'time' | 'stepCount' | 'blowUp'> {
  label: string;
  /** s. */
  dt: number;
  energy: Energy;
  /** Largest |l/L₀ − 1| over the springs. */
  strain: number;
  /** Its slow replay of the blow-up, which `texels` hold; null while there is none. */
  show: SlowReplay | null;
}

/** Changes seldom: frames share one object until then. Its arrays are copies, which the page may keep. */
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
  /** m; 1 for a cut spring. */
  cut: Uint8Array;
  /** m; 1 for a spring that is cut or switched off: it is neither drawn nor picked. */
  absent: Uint8Array;
  /** 3t; the triangles that are not torn. */
  surface: Uint32Array;
  /** True if the scene has triangles that can act as a membrane. */
  membrane: boolean;
  grid: Grid | null;
  /** The particle that each of the last ones was split from by a slit. */
  origins: Uint32Array;
  /** Id of the look that the scene gives its cloth; absent: none. */
  look?: string;
  /** Increases by one when there are other particles (another scene or resolution, or a slit): buffers must be created again. */
  generation: number;
  /** Increases by one with another scene or resolution. A slit leaves it: particles keep their indices, and others follow. */
  sceneNumber: number;
}

/** What computes the steps; 'auto': the GPU where it is faster, if the net is large. */
export type Processor = 'auto' | 'cpu' | 'gpu';

/** What a status has of the run as it is: see `Simulation`. */
export const OF_RUN = [
  ...(['scene', 'builtIn', 'loadNumber', 'history', 'time', 'stepCount', 'particleCount', 'springCount'] as const),
  ...(['integrator', 'precision', 'preconditioner', 'material', 'environment', 'equilibrium'] as const),
  ...(['held', 'grabs', 'push', 'report', 'blowUp', 'timeline'] as const),
] as const;

type OfRun<Key extends keyof Simulation> = { -readonly [K in Key]: Simulation[K] };

/** The run at the frame's step. */
export interface Status extends OfRun<(typeof OF_RUN)[number]> {
  params: Record<string, number>;
  /** What is requested to compute the steps. */
  processor: Processor;
  /** Id of the kernel at present; 'gpu' on the GPU. */
  kernel: string;
  /** Why a faster kernel, or the requested GPU, is not used; null: this is the fastest. */
  kernelFallbackReason: string | null;
  /** How many times as fast as the CPU the GPU was on trial; null: there was no trial. */
  gain: number | null;
  /** Id of the requested preconditioner, or 'auto'. */
  requestedPreconditioner: string;
  /** Why a better one does not support the scene; null: it is the best, or was requested. */
  preconditionerFallbackReason: string | null;
  pinned: number[];
  /** Pinned particles of the built-in scene at its own parameters; empty for a loaded file. */
  scenePins: number[];
  /** m; of the first grab; null while nothing is held. */
  target: Vec3 | null;
  energy: Energy;
  /** Largest |l/L₀ − 1| over the springs. */
  strain: number;
  /** m; the distance of neighbouring positions in single precision, where it is coarse for the springs; else 0. */
  coarseRounding: number;
  stability: Stability;
  /** ms for one step, smoothed. */
  stepTime: number;
  /** Simulated seconds per wall second, smoothed; equals `speed` unless the machine is too slow. */
  realTimeFactor: number;
  /** The slow replay of a blow-up; null while there is none. */
  replay: SlowReplay | null;
}

/** The moment of a blow-up that is shown in place of the state. Between two steps its numbers are interpolated. */
export interface SlowReplay {
  step: number;
  /** s. */
  time: number;
  /** J; kinetic + elastic + gravity. */
  energy: number;
  /** hω and hc of the motion that grows, of its ω, rad/s, and its damping rate c, 1/s. */
  hOmega: number;
  hDamping: number;
  /** 0 at the onset, 1 at the end. */
  position: number;
  /** False while it rests, as at its end. */
  playing: boolean;
  /** Speed; 1: as at first. */
  rate: number;
  /** m; null while the slow replay is prepared. */
  boxes: ShownBoxes | null;
}

/** What is shown of a blow-up from the onset to a moment. */
export interface ShownBoxes {
  /** The box around the onset. */
  first: Box;
  /** The box around all particles. */
  all: Box;
  /** The box around most of them. */
  most: Box;
}

/** Corners of a box, m. */
export interface Box {
  min: Vec3;
  max: Vec3;
}

/**
 * The limit on dt of the method, for small motion about the present state: a safe estimate, updated after commands and a few
 * times per second. While the run advances it may be a lower bound only, as with unlike dampers under a method that needs damping:
 * at rest the limit itself follows after some seconds.
 */
export interface Stability extends StabilityLimit {
  /** dt over its limit. */
  fraction: number;
  /**
   * True if dt is above its limit, and not for so short a time that what grows decays again before it can be seen, as in a part of a
   * swing.
   */
  grows: boolean;
  /** True while a new limit is computed after a change, which may take some frames; until then `dt` is a lower bound of it. */
  sought: boolean;
  /** True if further frames will bring the limit of this state, or turn a bound into it, while the run rests. */
  refinable: boolean;
}

/** The box around points, m. @param positions `stride` numbers for each point @param points indices; absent: all */
export function boxOf(positions: ArrayLike<number>, stride = 4, points?: readonly number[]): Box {
  const min: Vec3 = [Infinity, Infinity, Infinity];
  const max: Vec3 = [-Infinity, -Infinity, -Infinity];
  const count = points?.length ?? positions.length / stride;
  for (let k = 0; k < count; k++) {
    const o = stride * (points?.[k] ?? k);
    for (let c = 0; c < 3; c++) {
      min[c] = Math.min(min[c], positions[o + c]);
      max[c] = Math.max(max[c], positions[o + c]);
    }
  }
  return { min, max };
}

/** The box around two boxes. */
export function union(a: Box, b: Box): Box {
  return {
    min: a.min.map((x, c) => Math.min(x, b.min[c])) as Vec3,
    max: a.max.map((x, c) => Math.max(x, b.max[c])) as Vec3,
  };
}

export const centerOf = ({ min, max }: Box): Vec3 => min.map((low, c) => (low + max[c]) / 2) as Vec3;

/** Length of its diagonal. */
export const diagonalOf = ({ min, max }: Box): number => Math.hypot(...max.map((high, c) => high - min[c]));
