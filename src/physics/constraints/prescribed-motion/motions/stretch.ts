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
    help: 'The point that stays fixed: pins on either side of it move apart.',
  },
  axis: {
    kind: 'vector',
    label: 'direction',
    unit: '',
    default: [1, 0, 0],
    accepts: 'direction',
    help: 'Direction along which pins move.',
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
    help: 'Relative growth of the distance from the center per second; negative: pins move together.',
  },
} as const;

/** A constant strain rate along â about c: with the distance s = (x − c)·â, ds/dt = rate · s, hence exactly
 *    x(t + h) − x(t) = (e^(rate·h) − 1) s â.
 *  So the true (logarithmic) strain grows at a constant rate, and positions do not depend on h. */
export const stretch: MotionDefinition<typeof FIELDS> = {
  type: 'stretch',
  label: 'Stretch',
  summary: 'Moves pins apart along a direction, faster the farther they are from the center.',
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
  const scale = factor / (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  for (let i = 0; i < x.length; i += 3) {
    const s = (x[i] - c[0]) * a[0] + (x[i + 1] - c[1]) * a[1] + (x[i + 2] - c[2]) * a[2];
    for (let axis = 0; axis < 3; axis++) out[i + axis] = scale * s * a[axis];
  }
}
