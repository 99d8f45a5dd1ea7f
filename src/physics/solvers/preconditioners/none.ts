import type { PreconditionerDefinition } from '../../world/preconditioner';

/** P = I: plain conjugate gradients. */
export const none: PreconditionerDefinition = {
  id: 'none',
  label: 'None',
  summary: 'Plain conjugate gradients, without regard to differences in mass and stiffness between particles.',
  rank: 0,
  unsupportedReason: () => null,
  create: () => ({ assemble: () => {}, apply: (z, r) => z.set(r) }),
};
