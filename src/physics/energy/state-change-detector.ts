import type { State } from '../model/model';
import type { World } from '../world/world';

/** What a world looked like at a moment: enough to tell, in a tenth of the time that its energy takes, that nobody has moved since. */
export interface StateChangeDetector {
  take(state: State): void;
  /** Whether a particle has another place or velocity now, or a spring has torn. */
  differs(state: State): boolean;
}

export function createStateChangeDetector({ model, arena }: World): StateChangeDetector {
  const size = 4 * model.particleCount;
  const [x, v] = [0, 1].map(() => (arena.precision === 'double' ? new Float64Array(size) : new Float32Array(size)));
  let cuts = -1;

  return {
    take({ positions, velocities }) {
      x.set(positions);
      v.set(velocities);
      cuts = model.cuts.version;
    },
    differs({ positions, velocities }) {
      if (model.cuts.version !== cuts) return true;
      for (let i = 0; i < size; i++) if (positions[i] !== x[i] || velocities[i] !== v[i]) return true;
      return false;
    },
  };
}
