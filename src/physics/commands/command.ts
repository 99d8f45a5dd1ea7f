import type { Precision } from '../model/arena';
import type { EnvironmentFile } from '../model/environment';
import type { Vec3 } from '../model/model';
import type { SceneFile } from '../scenes/file/scene-file';
import type { EquilibriumOptions } from '../statics/equilibrium';

/** Everything that a person can do, as plain data. */
export type Command =
  | { type: 'set'; key: string; value: number }
  | { type: 'integrator'; id: string }
  | { type: 'precision'; id: Precision }
  /** Of implicit methods' solves: 'auto', or the id of one that can serve the scene. */
  | { type: 'preconditioner'; id: string }
  | { type: 'pin'; particle: number; pinned: boolean }
  /** A mass, kg, which the parameter `mass` scales with the others; a velocity, m/s, of a pinned one for when it is freed. */
  | { type: 'particle'; particle: number; mass?: number; velocity?: Vec3 }
  /** Pins exactly these. */
  | { type: 'pins'; particles: number[] }
  | { type: 'grab'; particle: number; target: Vec3 }
  | { type: 'move'; target: Vec3 }
  /** N on every particle, until the next; zero ends it. */
  | { type: 'push'; force: Vec3 }
  | { type: 'release' }
  /** One spring, or several at once. */
  | { type: 'cut'; spring: number | number[] }
  /** Undoes a cut. */
  | { type: 'mend'; spring: number | number[] }
  | {
      type: 'scene';
      scene: string | SceneFile;
      integrator?: string;
      params?: Record<string, number>;
      precision?: Precision;
      preconditioner?: string;
    }
  /** Puts every particle somewhere: 4n each, as in `State`; m, m/s, s. */
  | { type: 'place'; positions: ArrayLike<number>; velocities: ArrayLike<number>; time: number }
  /** Each replaces the whole list, as it stands in a scene file. */
  | { type: 'planes'; planes: EnvironmentFile['planes'] }
  | { type: 'spheres'; spheres: EnvironmentFile['spheres'] }
  | { type: 'forces'; forces: EnvironmentFile['forces'] }
  | { type: 'motion'; motion: EnvironmentFile['motion'] }
  /** Moves the particles to where no net force is left, at rest. */
  | ({ type: 'equilibrium' } & EquilibriumOptions)
  /** To a recorded step, to the last bit; what comes after it stays recorded until the next other command. */
  | { type: 'rewind'; step: number }
  | { type: 'reset' }
  | { type: 'resume' };
