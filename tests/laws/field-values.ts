import type { Vec3 } from '../../src/physics';
import type { Fields } from '../../src/physics/scenery';
import { randomNumbers } from './random';

/** Values for every field of a force or a motion, away from those at which it vanishes. */
export function valuesOf(fields: Fields, seed: number): Record<string, number | Vec3> {
  const random = randomNumbers(seed);
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      if (field.kind === 'vector') return [key, field.default.map((x) => x + random() - 0.5) as Vec3];
      const [low, high] = field.range;
      if (field.accepts === 'whole') return [key, Math.round(high / 2)];
      return [key, field.default || (field.scale === 'linear' ? (low + high) / 2 : Math.sqrt(low * high))];
    }),
  );
}
