import type { PreconditionerDefinition } from '../../world/preconditioner';

/** P = I: plain conjugate gradients. */
export const none: PreconditionerDefinition = {
  id: 'none',
  label: 'None',
  summary: 'Plain conjugate gradients: particles of different mass and stiffness are not told apart.',
  unsupportedReason: () => null,
  create: () => ({ assemble: () => {}, apply: (z, r) => z.set(r) }),
};
