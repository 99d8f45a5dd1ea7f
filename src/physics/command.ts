import type { Precision } from './memory';
import type { Vec3 } from './model';
import type { SceneFile } from './scenes/scene-file';

/** Everything that a person can do, as plain data. */
export type Command =
  | { type: 'set'; key: string; value: number }
  | { type: 'integrator'; id: string }
  | { type: 'precision'; id: Precision }
  | { type: 'pin'; particle: number; pinned: boolean }
  /** Pins exactly these. */
  | { type: 'pins'; particles: number[] }
  | { type: 'grab'; particle: number; target: Vec3 }
  | { type: 'move'; target: Vec3 }
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
    }
  /** Puts every particle somewhere: 4n each, as in `State`; m, m/s, s. */
  | { type: 'place'; positions: ArrayLike<number>; velocities: ArrayLike<number>; time: number }
  | { type: 'reset' }
  | { type: 'resume' };
