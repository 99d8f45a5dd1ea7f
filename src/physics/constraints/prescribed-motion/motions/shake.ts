import { cos, sin } from '../../../model/deterministic-math';
import type { MotionDefinition } from './motion';

const FIELDS = {
  amplitude: {
    kind: 'vector',
    label: 'amplitude',
    unit: 'm',
    default: [0, 0.05, 0],
    required: true,
    accepts: 'any',
    help: 'Largest displacement to each side, with its direction.',
  },
  frequency: {
    kind: 'number',
    label: 'frequency',
    unit: 'Hz',
    default: 1,
    required: true,
    accepts: 'non-negative',
    range: [0.1, 20],
    scale: 'logarithmic',
    help: 'Full oscillations per second.',
  },
} as const;

/** A harmonic motion about a mean position: x(t) = x̄ + A sin ωt with ω = 2πf, hence
 *    x(t + h) = x(t) + A[sin ω(t + h) − sin ωt] = x(t) + 2A sin(½ωh) cos ω(t + ½h),
 *  where the second form loses no digits to cancellation. All pins move alike; t is the time of the scene. */
export const shake: MotionDefinition<typeof FIELDS> = {
  type: 'shake',
  label: 'Shake',
  summary: 'Moves pins back and forth about their positions.',
  fields: FIELDS,
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
