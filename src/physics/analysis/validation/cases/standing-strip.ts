import { createClamped } from '../strip';
import type { ValidationCase } from '../validation-case';

/** The load at which the curve straight up ceases to be stable: 9/4 of the square of the first zero of the Bessel function J₋⅓. */
const CRITICAL = 7.83735;
/** Γ at which the search begins, stable and not. */
const [STABLE, BUCKLED] = [5, 11];
const HALVINGS = 12;

/** A strip that stands on its clamped end buckles under its weight. */
export const standingStrip: ValidationCase = {
  id: 'standing-strip',
  label: 'Standing strip',
  quantity: 'q L³/EI at which it buckles',
  about:
    'A strip stands upright on its clamped end. Above a critical length its own weight bends it over. The reference is by Greenhill.',
  tolerance: ({ mesh }) => (mesh === 'net' ? 0.03 : 0.07),
  *measure(net) {
    const strip = createClamped(net, BUCKLED, { isStanding: true });
    let [low, high] = [STABLE, BUCKLED];
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = (low + high) / 2;
      yield* strip.settle(middle / BUCKLED);
      if (strip.isStable()) low = middle;
      else high = middle;
    }
    return [{ label: 'q L³/EI', value: (low + high) / 2, reference: CRITICAL }];
  },
};
