import type { ForceDefinition } from '../world/force';

const FIELDS = {
  force: {
    kind: 'vector',
    label: 'force',
    unit: 'N',
    default: [0, 0, 0],
    required: true,
    accepts: 'any',
    help: 'Force on each particle.',
  },
} as const;

/** A uniform push: the same force F on each particle; ∂f/∂x = ∂f/∂v = 0. On all particles by the command `push`, until the next
 *  one; on selected ones where it is listed.
 *  Source: the mass–spring demo for Taichi, 物理模拟学习01 (Mass-Spring Systems), whose mouse pushes all particles. */
export const push: ForceDefinition<typeof FIELDS> = {
  id: 'push',
  label: 'Push on all particles',
  summary: 'The same force on every particle while the user pushes.',
  isRelative: true,
  create: ({ control: { push: F }, kernel }) => {
    const acts = () => F[0] !== 0 || F[1] !== 0 || F[2] !== 0;
    return {
      acts,
      addForce(f) {
        if (acts()) kernel.addEverywhere(f, F[0], F[1], F[2]);
      },
    };
  },
  listed: {
    label: 'Push',
    summary: 'The same force on each particle.',
    particles: 'any',
    fields: FIELDS,
    create: (_world, { force }, particles) => ({
      addForce(f) {
        for (let k = 0; k < particles.length; k++) {
          for (let axis = 0; axis < 3; axis++) f[4 * particles[k] + axis] += force[axis];
        }
      },
    }),
  },
};
