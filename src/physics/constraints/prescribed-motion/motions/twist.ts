import { sin } from '../../../model/deterministic-math';
import type { MotionDefinition } from './motion';

const FIELDS = {
  center: {
    kind: 'vector',
    label: 'center',
    unit: 'm',
    default: [0, 1, 0],
    required: true,
    accepts: 'any',
    help: 'Any point of the axis of rotation.',
  },
  axis: {
    kind: 'vector',
    label: 'axis',
    unit: '',
    default: [0, 1, 0],
    accepts: 'direction',
    help: 'Direction of the axis; seen from its tip, pins turn counter-clockwise.',
  },
  rate: {
    kind: 'number',
    label: 'rate',
    unit: 'rad/s',
    default: 1,
    required: true,
    accepts: 'any',
    range: [-10, 10],
    scale: 'linear',
    help: 'Angular velocity; 6.283 rad/s is one full turn per second.',
  },
} as const;

/** A rotation at constant rate about an axis â through c: with r = x − c and the angle θ = rate · h, exactly,
 *    x(t + h) − x(t) = sin θ (â × r) − (1 − cos θ) r⊥,   r⊥ = r − (r·â)â,
 *  with 1 − cos θ = 2 sin²½θ, which loses no digits; v = rate · â × r.
 *  Source: the rotation formula of Rodrigues. */
export const twist: MotionDefinition<typeof FIELDS> = {
  type: 'twist',
  label: 'Twist',
  summary: 'Rotates pins about an axis at a constant rate.',
  fields: FIELDS,
  displacement({ center: c, axis: a, rate }, x, _t, h, out) {
    const inverse = 1 / Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    const ax = a[0] * inverse;
    const ay = a[1] * inverse;
    const az = a[2] * inverse;
    const half = sin(0.5 * rate * h);
    const sine = sin(rate * h);
    const oneMinusCos = 2 * half * half;
    for (let i = 0; i < x.length; i += 3) {
      const rx = x[i] - c[0];
      const ry = x[i + 1] - c[1];
      const rz = x[i + 2] - c[2];
      const along = rx * ax + ry * ay + rz * az;
      out[i] = sine * (ay * rz - az * ry) - oneMinusCos * (rx - along * ax);
      out[i + 1] = sine * (az * rx - ax * rz) - oneMinusCos * (ry - along * ay);
      out[i + 2] = sine * (ax * ry - ay * rx) - oneMinusCos * (rz - along * az);
    }
  },
  velocity({ center: c, axis: a, rate }, x, _t, out) {
    const omega = rate / Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (let i = 0; i < x.length; i += 3) {
      out[i] = omega * (a[1] * (x[i + 2] - c[2]) - a[2] * (x[i + 1] - c[1]));
      out[i + 1] = omega * (a[2] * (x[i] - c[0]) - a[0] * (x[i + 2] - c[2]));
      out[i + 2] = omega * (a[0] * (x[i + 1] - c[1]) - a[1] * (x[i] - c[0]));
    }
  },
};
