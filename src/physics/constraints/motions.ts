import { cos, exp, sin } from '../model/deterministic-math';
import type { Fields, ValuesOf } from '../model/environment';
import type { Vec3 } from '../model/model';

/** A prescribed motion of selected pins: each reaches its prescribed place within the step. */
export interface MotionDefinition<F extends Fields = Fields> {
  /** Its key in a scene file. */
  type: string;
  /** Name on the panel. */
  label: string;
  /** One sentence, shown on the panel. */
  summary: string;
  /** The values of one motion in a scene file, by key; the panel shows a control for each. */
  fields: F;
  /**
   * Writes the displacements of k particles from t to t + h into `out`, 3k, m; `x`, 3k, holds their positions at t. It has no
   * state, so that a run continues alike after saving and loading. Allocates nothing.
   */
  displacement(values: ValuesOf<F>, x: Float64Array, t: number, h: number, out: Float64Array): void;
  /** Writes their velocities at time t into `out`, m/s: the rate of `displacement`; `x` holds their positions at t. */
  velocity(values: ValuesOf<F>, x: Float64Array, t: number, out: Float64Array): void;
}

const VELOCITY = {
  velocity: {
    kind: 'vector',
    label: 'velocity',
    unit: 'm/s',
    default: [0, 0, 0],
    required: true,
    help: 'Constant velocity, the same for each pin.',
  },
} as const;

/** A constant velocity: x(t + h) = x(t) + h u. */
const velocity: MotionDefinition<typeof VELOCITY> = {
  type: 'velocity',
  label: 'Constant velocity',
  summary: 'Moves pins at a constant velocity.',
  fields: VELOCITY,
  displacement({ velocity: u }, _x, _t, h, out) {
    for (let i = 0; i < out.length; i++) out[i] = h * u[i % 3];
  },
  velocity({ velocity: u }, _x, _t, out) {
    for (let i = 0; i < out.length; i++) out[i] = u[i % 3];
  },
};

const SHAKE = {
  amplitude: {
    kind: 'vector',
    label: 'amplitude',
    unit: 'm',
    default: [0, 0.05, 0],
    required: true,
    help: 'Largest displacement to each side, with its direction.',
  },
  frequency: {
    label: 'frequency',
    unit: 'Hz',
    default: 1,
    required: true,
    accepts: 'non-negative',
    range: [0.1, 20],
    help: 'Full oscillations per second.',
  },
} as const;

/** A harmonic motion about a mean position: x(t) = x̄ + A sin ωt with ω = 2πf, hence
 *    x(t + h) = x(t) + A[sin ω(t + h) − sin ωt] = x(t) + 2A sin(½ωh) cos ω(t + ½h),
 *  where the second form loses no digits to cancellation. All pins move alike; t is the time of the scene. */
const shake: MotionDefinition<typeof SHAKE> = {
  type: 'shake',
  label: 'Shake',
  summary: 'Moves pins back and forth about their positions.',
  fields: SHAKE,
  displacement({ amplitude: A, frequency: f }, _x, t, h, out) {
    const factor = 2 * sin(Math.PI * f * h) * cos(2 * Math.PI * f * (t + 0.5 * h));
    for (let i = 0; i < out.length; i++) out[i] = factor * A[i % 3];
  },
  velocity({ amplitude: A, frequency: f }, _x, t, out) {
    const omega = 2 * Math.PI * f;
    const rate = omega * cos(omega * t);
    for (let i = 0; i < out.length; i++) out[i] = rate * A[i % 3];
  },
};

const CENTER = { kind: 'vector', label: 'center', unit: 'm', default: [0, 1, 0], required: true } as const;
const AXIS = { kind: 'vector', unit: '', accepts: 'direction' } as const;
const RATE = { label: 'rate', required: true, accepts: 'any' } as const;

const STRETCH = {
  center: { ...CENTER, help: 'The point that stays fixed: pins on either side of it move apart.' },
  axis: { ...AXIS, label: 'direction', default: [1, 0, 0], help: 'Direction along which pins move.' },
  rate: {
    ...RATE,
    unit: '1/s',
    default: 0.1,
    range: [-1, 1],
    help: 'Relative growth of the distance from the center per second; negative: pins move together.',
  },
} as const;

/** A constant strain rate along â about c: with the distance s = (x − c)·â, ds/dt = rate · s, hence exactly
 *    x(t + h) − x(t) = (e^(rate·h) − 1) s â.
 *  So the true (logarithmic) strain grows at a constant rate, and positions do not depend on h. */
const stretch: MotionDefinition<typeof STRETCH> = {
  type: 'stretch',
  label: 'Stretch',
  summary: 'Moves pins apart along a direction, faster the farther they are from the center.',
  fields: STRETCH,
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

const TWIST = {
  center: { ...CENTER, help: 'Any point of the axis of rotation.' },
  axis: {
    ...AXIS,
    label: 'axis',
    default: [0, 1, 0],
    help: 'Direction of the axis; seen from its tip, pins turn counter-clockwise.',
  },
  rate: {
    ...RATE,
    unit: 'rad/s',
    default: 1,
    range: [-10, 10],
    help: 'Angular velocity; 6.283 rad/s is one full turn per second.',
  },
} as const;

/** A rotation at constant rate about an axis â through c: with r = x − c and the angle θ = rate · h, exactly,
 *    x(t + h) − x(t) = sin θ (â × r) − (1 − cos θ) r⊥,   r⊥ = r − (r·â)â,
 *  with 1 − cos θ = 2 sin²½θ, which loses no digits; v = rate · â × r.
 *  Source: the rotation formula of Rodrigues. */
const twist: MotionDefinition<typeof TWIST> = {
  type: 'twist',
  label: 'Twist',
  summary: 'Rotates pins about an axis at a constant rate.',
  fields: TWIST,
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

/** The kinds of prescribed motion. */
export const MOTIONS: readonly MotionDefinition[] = [shake, stretch, twist, velocity];
