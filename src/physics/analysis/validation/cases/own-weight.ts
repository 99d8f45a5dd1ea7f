import { elastica, tipPath } from '../elastica';
import { createClamped, tipOf } from '../strip';
import type { Measured, Net, ValidationCase } from '../validation-case';

const LOADS = [0.1, 1, 2, 5, 10, 20, 50, 100];
/** Heavier strips bend within a few cells of their clamp: on a net of 40 cells, and on one of twice as many. */
const HEAVY = [
  { weight: 300, times: 1, label: 'Γ = 300' },
  { weight: 1000, times: 2, label: 'Γ = 1000, 80 cells' },
];
/** Loads on the way there: from one to the next, Newton's method finds the shape. */
const STAGES = [30, 150];
/** Cells that a net for these has at least. */
const FINE = 40;

/** The last load of a strip, after some smaller ones. @param label absent: each load is measured */
function* bend(net: Net, loads: readonly number[], label?: string): Generator<null, Measured[], void> {
  const most = loads[loads.length - 1];
  const strip = createClamped(net, most);
  const measured: Measured[] = [];
  for (const weight of loads) {
    yield* strip.settle(weight / most);
    if (label && weight < most) continue;
    const { reach, droop } = tipOf(strip);
    const exact = elastica({ weight });
    measured.push({
      label: label ?? `Γ = ${weight}`,
      value: droop / reach,
      reference: exact.droop / exact.reach,
      tip: [reach, -droop],
    });
  }
  return measured;
}

/** A clamped strip bends under its own weight. */
export const ownWeight: ValidationCase = {
  id: 'own-weight',
  label: 'Strip under its weight',
  quantity: 'droop H over reach W of the tip',
  about:
    'A clamped strip that hardly stretches bends under its weight, Γ = w g L³/D. The reference is the elastica, the exact curve.',
  tolerance: ({ mesh }) => (mesh === 'net' ? 0.03 : 0.07),
  path: () => tipPath(HEAVY[HEAVY.length - 1].weight, (weight) => ({ weight })),
  *measure(net) {
    const measured = yield* bend(net, LOADS);
    if (net.cells < FINE) return measured;
    for (const { weight, times, label } of HEAVY) {
      const finer = { ...net, cells: times * net.cells };
      measured.push(...(yield* bend(finer, [...STAGES, weight], label)));
    }
    return measured;
  },
};
