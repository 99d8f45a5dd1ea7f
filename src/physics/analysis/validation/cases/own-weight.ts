import { elastica, tipPath } from '../elastica';
import { createClamped, tipOf } from '../strip';
import type { Measured, ValidationCase } from '../validation-case';

const LOADS = [0.1, 1, 2, 5, 10, 20, 50, 100];

/** A clamped strip bends under its own weight. */
export const ownWeight: ValidationCase = {
  id: 'own-weight',
  label: 'Strip under its weight',
  quantity: 'droop H over reach W of the tip',
  about:
    'A clamped strip that hardly stretches bends under its weight, Γ = w g L³/D. The reference is the elastica, the exact curve.',
  tolerance: ({ mesh }) => (mesh === 'net' ? 0.03 : 0.07),
  path: () => tipPath(LOADS[LOADS.length - 1], (weight) => ({ weight })),
  *measure(net) {
    const most = LOADS[LOADS.length - 1];
    const strip = createClamped(net, most);
    const measured: Measured[] = [];
    for (const weight of LOADS) {
      yield* strip.settle(weight / most);
      const { reach, droop } = tipOf(strip);
      const exact = elastica({ weight });
      measured.push({
        label: `Γ = ${weight}`,
        value: droop / reach,
        reference: exact.droop / exact.reach,
        tip: [reach, -droop],
      });
    }
    return measured;
  },
};
