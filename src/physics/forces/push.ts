import type { ForceDefinition } from '../world/force';

/** A uniform push of the hand: the same F on each particle, from the command `push` until the next; ∂f/∂x = ∂f/∂v = 0.
 *  Source: the mass–spring demo for Taichi, 物理模拟学习01 (Mass-Spring Systems), whose mouse pushes all particles alike. */
export const push: ForceDefinition = {
  id: 'push',
  label: 'Push of the hand',
  summary: 'Pushes every particle alike while the hand pushes.',
  create: ({ control: { push: F }, kernel }) => ({
    addForce(f) {
      if (F[0] !== 0 || F[1] !== 0 || F[2] !== 0) kernel.addEverywhere(f, F[0], F[1], F[2]);
    },
  }),
};
