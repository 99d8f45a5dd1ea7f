import { type Clamped, createClamped, D } from '../strip';
import { endMoment } from '../strip-loads';
import type { Measured, Place, ValidationCase } from '../validation-case';

/** Angles that the strip is bent by. */
const ANGLES: readonly (readonly [name: string, angle: number])[] = [
  ['π/2', Math.PI / 2],
  ['π', Math.PI],
  ['3π/2', 1.5 * Math.PI],
  ['2π', 2 * Math.PI],
];

/** A moment at its end bends a strip to an arc, and at last to a full circle. */
export const endMomentCase: ValidationCase = {
  id: 'end-moment',
  label: 'Strip under an end moment',
  quantity: 'shift of the tip along the strip u/L, and across it v/L',
  about:
    'A moment M at the end of a strip without weight bends it to an arc of the angle t = M L/EI, at 2π to a circle. Deviations are parts of the length.',
  tolerance: ({ mesh }) => (mesh === 'net' ? 0.03 : 0.07),
  path: () =>
    Array.from({ length: 61 }, (_, k): Place => {
      const t = Math.max(1e-6, (k * Math.PI) / 30);
      return [Math.sin(t) / t, (1 - Math.cos(t)) / t];
    }),
  *measure(net) {
    const load = endMoment();
    // In its plane: a narrow strip would turn aside under a moment about a fixed axis.
    const strip = createClamped(net, 1, { forces: [load.definition], endsInCell: true, axes: [0, 1] });
    const { rowAt, meanAt, side, tip, from } = strip;
    const ends = [{ outer: rowAt(tip), inner: rowAt(tip - side), sign: 1 }];
    if (strip.ends.length > 1) ends.push({ outer: rowAt(0), inner: rowAt(side), sign: -1 });
    const measured: Measured[] = [];
    for (const [name, t] of ANGLES) {
      load.set(ends, t * D * strip.breadth);
      placeOnArc(strip, t);
      yield* strip.settle(0);
      const [last, before] = [meanAt(tip), meanAt(tip - side)];
      const u = (last[0] + before[0]) / 2 - from - 1;
      const v = (last[1] + before[1]) / 2;
      const place: Place = [1 + u, v];
      measured.push({ label: `u/L at t = ${name}`, value: u, reference: Math.sin(t) / t - 1, scale: 1, tip: place });
      measured.push({ label: `v/L at t = ${name}`, value: v, reference: (1 - Math.cos(t)) / t, scale: 1 });
    }
    return measured;
  },
};

/** The search begins on the arc, which is not its equilibrium: the strip can stretch, and has cells. */
function placeOnArc({ world, state, from }: Clamped, t: number): void {
  const { particleCount, membrane, inverseMasses } = world.model;
  const rest = membrane?.rest ?? new Float64Array();
  for (let i = 0; i < particleCount; i++) {
    if (inverseMasses[i] === 0) continue;
    const s = rest[3 * i] - from;
    state.positions[4 * i] = from + Math.sin(t * s) / t;
    state.positions[4 * i + 1] = (1 - Math.cos(t * s)) / t;
  }
}
