import { elastica, tipPath } from '../elastica';
import { createClamped, D, tipOf } from '../strip';
import { deadLoad } from '../strip-loads';
import type { Measured, ValidationCase } from '../validation-case';

const LOADS = [1, 2, 5, 10];

/** A clamped strip without weight bends under a force on its tip. */
export const tipLoad: ValidationCase = {
  id: 'tip-load',
  label: 'Strip under a tip force',
  quantity: 'droop w/L and shortening u/L of the tip',
  about:
    'A clamped strip without weight bends under a vertical force P on its tip, p = P L²/EI. The reference is the elastica, the exact curve.',
  tolerance: ({ mesh }) => (mesh === 'net' ? 0.03 : 0.07),
  path: () => tipPath(LOADS[LOADS.length - 1], (tip) => ({ tip })),
  *measure(net) {
    const load = deadLoad();
    const strip = createClamped(net, 1, { forces: [load.definition] });
    const measured: Measured[] = [];
    for (const tip of LOADS) {
      load.set(strip.ends, [0, -tip * D * strip.breadth, 0]);
      yield* strip.settle(0);
      const { reach, droop } = tipOf(strip);
      const exact = elastica({ tip });
      measured.push({ label: `w/L at p = ${tip}`, value: droop, reference: exact.droop, tip: [reach, -droop] });
      measured.push({ label: `u/L at p = ${tip}`, value: 1 - reach, reference: 1 - exact.reach });
    }
    return measured;
  },
};
