import type { ConstraintDefinition } from '../contracts';

/** Pins that move. */
export const motion: ConstraintDefinition = {
  id: 'motion',
  label: 'Moving pins',
  summary: 'Carries pins along a prescribed way.',
  create: () => ({}),
};
