import type { FieldDefinition } from '../world/field';

/** |v| of each particle. */
export const speed: FieldDefinition = {
  id: 'speed',
  label: 'speed',
  unit: 'm/s',
  summary: 'Speed of each particle.',
  diverging: false,
  create:
    ({ model }) =>
    ({ velocities: v }, out) => {
      for (let i = 0; i < model.particleCount; i++) {
        const o = 4 * i;
        out[i] = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
      }
    },
};
