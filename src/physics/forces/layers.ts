import { SELF_COLLISION } from '../collision/part';
import type { ForceDefinition } from '../world/force';

/**
 * Self-collision within implicit steps: pairs of features that are closer than the thickness of the cloth push each other apart. The
 * solve balances this push with the springs. The constraint `self-collision`, which ends a step, then finds little to correct.
 * Which pairs push in a step is found at its start. Explicit steps have impacts instead: their springs are soft for the step.
 */
export const layers: ForceDefinition = {
  id: 'layers',
  label: 'Layers',
  summary: 'Layers of a cloth that are closer than its thickness push each other apart.',
  isRelative: true,
  account: 'elastic',
  create(world) {
    type Push = ReturnType<typeof createPush>;
    const createPush = () => world.parts.get(SELF_COLLISION).createPush(world);
    let push: Push | null = null;
    /** Null while self-collision is off. */
    function present(): Push | null {
      if (world.params.selfCollision !== 1) return null;
      push ??= createPush();
      return push;
    }
    return {
      implicitOnly: true,
      get isLocal() {
        return present()?.isLocal ?? true;
      },
      get contacts() {
        return present()?.contacts ?? null;
      },
      beforeStep: (state, h) => present()?.beforeStep(state, h),
      addForce: (f, state) => present()?.addForce(f, state),
      linearize: (state, clamp) => present()?.linearize(state, clamp),
      addDerivative: (y, p, a, b) => present()?.addDerivative(y, p, a, b),
      addDiagonal: (blocks, a, b) => present()?.addDiagonal(blocks, a, b),
      addBounds: (k, c, least) => present()?.addBounds(k, c, least) ?? true,
      energy: (state) => present()?.energy(state) ?? 0,
    };
  },
};
