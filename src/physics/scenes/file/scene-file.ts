/** The format of scene files, and the error of an invalid one. */

import { COEFFICIENT_KEYS } from '../../model/coefficients';
import type { EnvironmentFile } from '../../model/environment';
import type { SpringKind, Vec3 } from '../../model/model';

/** The only version of the format so far. */
export const FORMAT = 1;

/** A scene as JSON: what is saved, imported and exchanged. n particles, m springs, SI units. */
export interface SceneFile {
  /** Version of the format. */
  hooke: typeof FORMAT;
  /** Title of the scene; absent: the reader's choice. */
  name?: string;
  /** The particles, in the order of their indices. */
  particles: {
    /** n; m. */
    positions: Vec3[];
    /** n; m/s; absent: at rest. */
    velocities?: Vec3[];
    /** kg; one number for all, or n. */
    masses: number | number[];
    /** Indices; absent: none. */
    pinned?: number[];
  };
  /** The springs; absent: none. */
  springs?: {
    /** m; indices of the two ends. */
    pairs: [number, number][];
    /** m; m; absent: the distances in `positions`. */
    restLengths?: number[];
    /** N/m, in force; one number for all, or m. */
    stiffness: number | number[];
    /** N·s/m, in force; one number for all, or m; absent: 0. */
    damping?: number | number[];
    /** One for all, or m; absent: structural. */
    kinds?: SpringKind | SpringKind[];
  };
  /** Triangles to draw, indices of their corners. */
  surface?: [number, number, number][];
  /**
   * n; m; the particles in the surface at rest, for bending and for a membrane without rest positions of its own; absent:
   * `positions`. A file with `membrane.rest` must not give it.
   */
  rest?: Vec3[];
  /** For each of the last particles, the particle of the whole surface that a slit split it from; absent: there are no slits. */
  slits?: number[];
  /** A continuum in addition to the springs, or instead of them; plane stress. */
  membrane?: {
    /** Indices of corners. */
    triangles: [number, number, number][];
    /** n; m; positions of the particles at rest; absent: `rest` of the file, or else `positions`. */
    rest?: Vec3[];
    /** Pa. */
    lambda: number;
    /** Pa. */
    mu: number;
    /** Pa·s; absent: 0. */
    phi?: number;
    /** Pa·s; absent: 0. */
    psi?: number;
    /** m. */
    thickness: number;
  };
  /**
   * Id of the material that the surface is made of. It names masses, springs and parameters that the file gives themselves: the page
   * shows it, and another resolution takes it up; absent: of none.
   */
  material?: string;
  /** Shapes of bodies that are not built in; absent: none. */
  meshes?: EnvironmentFile['meshes'];
  /** Planes that particles stay above; absent: none. */
  planes?: EnvironmentFile['planes'];
  /** Spheres that particles stay outside of; absent: none. */
  spheres?: EnvironmentFile['spheres'];
  /** Solid bodies that particles stay outside of; absent: none. */
  bodies?: EnvironmentFile['bodies'];
  /** Forces on selected particles; absent: none. */
  forces?: EnvironmentFile['forces'];
  /** Prescribed motion of pinned particles; absent: none. */
  motion?: EnvironmentFile['motion'];
  /** s; absent: 0. */
  time?: number;
  /**
   * The source of methods and forces that the scene needs beside the built-in ones. The page asks before it runs them; the engine
   * itself runs none; absent: none.
   */
  definitions?: string[];
  /** Id; absent: the reader's choice. */
  integrator?: string;
  /** Values by key of PARAMS; absent: the defaults. Not those that follow from springs, masses and membrane. */
  params?: Record<string, number>;
}

/** The material constants of a file's membrane, and the parameter that each one gives. */
export const MEMBRANE_PARAMS = {
  lambda: 'membraneLambda',
  mu: 'membraneMu',
  phi: 'membranePhi',
  psi: 'membranePsi',
  thickness: 'membraneThickness',
} as const;

/** The part of a file that a parameter follows from, so that `params` must not give it; null: none. */
export function sourceOfParam(key: string): 'the masses' | 'the springs' | 'the membrane' | null {
  if (key === 'mass') return 'the masses';
  if ((COEFFICIENT_KEYS as readonly string[]).includes(key)) return 'the springs';
  return (Object.values(MEMBRANE_PARAMS) as string[]).includes(key) ? 'the membrane' : null;
}

/** An invalid scene file. The message begins with the path of the invalid value: `springs.pairs[12][1]: …`. */
export class SceneError extends Error {
  /** Tells it from a RangeError. */
  override name = 'SceneError';

  /** @param path in the file, as in `springs.pairs[12][1]`; empty for the file as a whole */
  constructor(path: string, message: string) {
    super(`${path === '' ? 'scene file' : path}: ${message}`);
  }
}
