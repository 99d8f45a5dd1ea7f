import type { Model, State } from '../model/model';
import type { FieldDefinition } from '../world/field';

/** Length of spring j, m. */
export function lengthOf({ springs }: Model, { positions: x }: State, j: number): number {
  const a = 4 * springs[2 * j];
  const b = 4 * springs[2 * j + 1];
  const dx = x[a] - x[b];
  const dy = x[a + 1] - x[b + 1];
  const dz = x[a + 2] - x[b + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/**
 * A number of each spring, given to particles; springs that are cut or switched off don't count.
 * @param share what a particle gets: the mean over its springs, or half of each of them
 */
export function springField(
  about: Omit<FieldDefinition, 'create'>,
  share: 'mean' | 'half',
  measure: (model: Model, state: State, j: number) => number,
): FieldDefinition {
  return {
    ...about,
    create({ model }) {
      const sums = new Float64Array(model.particleCount);
      const counts = new Float64Array(model.particleCount);
      return (state, out) => {
        sums.fill(0);
        counts.fill(0);
        for (let j = 0; j < model.springCount; j++) {
          if (model.stiffness[j] === 0) continue;
          const value = measure(model, state, j);
          for (let end = 2 * j; end < 2 * j + 2; end++) {
            sums[model.springs[end]] += value;
            counts[model.springs[end]]++;
          }
        }
        for (let i = 0; i < out.length; i++) {
          out[i] = share === 'half' ? sums[i] / 2 : counts[i] === 0 ? 0 : sums[i] / counts[i];
        }
      };
    },
  };
}
