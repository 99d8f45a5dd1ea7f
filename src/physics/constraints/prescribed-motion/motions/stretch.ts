import { exp } from '../../../model/deterministic-math';
import type { Vec3 } from '../../../model/model';
import type { MotionDefinition } from './motion';

const FIELDS = {
  center: {
    kind: 'vector',
    label: 'center',
    unit: 'm',
    default: [0, 1, 0],
    required: true,
    accepts: 'any',
    help: 'What stays where it is: pins on either side of it move apart.',
  },
  axis: {
    kind: 'vector',
    label: 'direction',
    unit: '',
    default: [1, 0, 0],
    accepts: 'direction',
    help: 'Along which pins move.',
  },
  rate: {
    kind: 'number',
    label: 'rate',
    unit: '1/s',
    default: 0.1,
    required: true,
    accepts: 'any',
    range: [-1, 1],
    scale: 'linear',
    help: 'Growth of the distance from the center, in parts of it a second; negative: pins move together.',
  },
} as const;

/** A steady rate of strain along â about c: of the distance s = (x − c)·â, ds/dt = rate · s, hence exactly
 *    x(t + h) − x(t) = (e^(rate·h) − 1) s â.
 *  So the true (logarithmic) strain grows evenly, and what h is does not matter to where pins come to stand. */
export const stretch: MotionDefinition<typeof FIELDS> = {
  type: 'stretch',
  label: 'Stretch',
  summary: 'Moves pins apart along a direction, the faster the farther they are from the center.',
  fields: FIELDS,
  displacement(values, x, _t, h, out) {
    along(values, x, exp(values.rate * h) - 1, out);
  },
  velocity(values, x, _t, out) {
    along(values, x, values.rate, out);
  },
};

interface Line {
  readonly center: Vec3;
  readonly axis: Vec3;
}

/** out := factor · s â. */
function along({ center: c, axis: a }: Line, x: Float64Array, factor: number, out: Float64Array): void {
  const part = factor / (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  for (let i = 0; i < x.length; i += 3) {
    const s = (x[i] - c[0]) * a[0] + (x[i + 1] - c[1]) * a[1] + (x[i + 2] - c[2]) * a[2];
    for (let axis = 0; axis < 3; axis++) out[i + axis] = part * s * a[axis];
  }
}
