import type { State } from '../model/model';
import type { World } from '../world/world';

/** Tells if a state has changed since it was captured, in a tenth of the time that its energy takes. */
export interface StateChangeDetector {
  capture(state: State): void;
  /** True if a position or velocity has changed, or a spring was cut or mended. */
  hasChanged(state: State): boolean;
}

export function createStateChangeDetector({ model, arena }: World): StateChangeDetector {
  const size = 4 * model.particleCount;
  const [x, v] = [0, 1].map(() => (arena.precision === 'double' ? new Float64Array(size) : new Float32Array(size)));
  let cuts = -1;

  return {
    capture({ positions, velocities }) {
      x.set(positions);
      v.set(velocities);
      cuts = model.cuts.version;
    },
    hasChanged({ positions, velocities }) {
      if (model.cuts.version !== cuts) return true;
      for (let i = 0; i < size; i++) if (positions[i] !== x[i] || velocities[i] !== v[i]) return true;
      return false;
    },
  };
}
