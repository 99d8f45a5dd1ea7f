import type { Model, State } from '../model/model';
import type { FieldDefinition } from '../world/field';

/** Length of spring j, m. */
function lengthOf({ springs }: Model, { positions: x }: State, j: number): number {
  const a = 4 * springs[2 * j];
  const b = 4 * springs[2 * j + 1];
  const dx = x[a] - x[b];
  const dy = x[a + 1] - x[b + 1];
  const dz = x[a + 2] - x[b + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/**
 * A field from a number of each spring; springs that are cut or switched off do not count.
 * @param share the value of a particle: the mean over its springs, or half of their sum
 */
function springField(
  about: Omit<FieldDefinition, 'create' | 'springs'>,
  share: 'mean' | 'half',
  measure: (model: Model, state: State, j: number) => number,
): FieldDefinition {
  return {
    ...about,
    springs: true,
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

/** l/L₀ − 1; 0 for a spring without a rest length. */
export const springStrain: FieldDefinition = springField(
  {
    id: 'spring-strain',
    label: 'strain of the springs',
    unit: '%',
    summary: 'Mean strain of each particle’s springs; negative where they are shorter than at rest.',
    diverging: true,
  },
  'mean',
  (model, state, j) => (model.restLengths[j] === 0 ? 0 : 100 * (lengthOf(model, state, j) / model.restLengths[j] - 1)),
);

/** ½k(l − L₀)², half of it at either end: the sum over all particles is the springs' energy. */
export const springEnergy: FieldDefinition = springField(
  {
    id: 'spring-energy',
    label: 'energy of the springs',
    unit: 'J',
    summary: 'Elastic energy of each particle’s springs, half of every spring at either end.',
    diverging: false,
  },
  'half',
  (model, state, j) => {
    const stretch = lengthOf(model, state, j) - model.restLengths[j];
    return 0.5 * model.stiffness[j] * stretch * stretch;
  },
);
