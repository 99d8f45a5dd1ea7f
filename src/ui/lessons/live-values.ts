import type { Vec3 } from '../../physics';
import { STRIDE } from '../../physics/model/model';
import type { Frame } from '../../runtime/frame/frame';
import type { Reading } from './lesson';
import { vectorWithUnit, withUnit } from './vector-format';

export function positionOf({ positions }: Frame, particle: number): Vec3 {
  return vectorAt(positions, particle);
}

export function velocityOf({ velocities }: Frame, particle: number): Vec3 {
  return vectorAt(velocities, particle);
}

function vectorAt(array: Frame['positions'], particle: number): Vec3 {
  const at = STRIDE * particle;
  return [array[at], array[at + 1], array[at + 2]];
}

/** m/s; of all particles. */
export function fastest(frame: Frame): number {
  let largest = 0;
  for (let i = 0; i < frame.structure.particleCount; i++) {
    largest = Math.max(largest, Math.hypot(...velocityOf(frame, i)));
  }
  return largest;
}

/** kg·m/s. */
export function momentum(frame: Frame): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  for (let i = 0; i < frame.structure.particleCount; i++) {
    const mass = frame.structure.masses[i];
    const v = velocityOf(frame, i);
    for (let axis = 0; axis < 3; axis++) sum[axis] += mass * v[axis];
  }
  return sum;
}

/** Of the fastest mode: what the meter at the foot of the page goes by. */
export const hOmegaReading: Reading = {
  label: '$h\\omega$ of the fastest mode, and its limit',
  value({ status: { params, stability } }) {
    const { dt, omegaMax } = stability;
    const holds = Number.isFinite(dt) ? (dt * omegaMax).toFixed(2) : 'none';
    return `${(params.dt * omegaMax).toFixed(2)}, ${holds}`;
  },
};

export const speedReading: Reading = {
  label: 'fastest particle',
  value: (frame) => withUnit(Number(fastest(frame).toPrecision(3)), 'm/s'),
};

export const momentumReading: Reading = {
  label: 'momentum $\\sum m\\mathbf v$',
  value: (frame) => vectorWithUnit(momentum(frame), 'kg·m/s'),
};

export const energyReading: Reading = {
  label: 'total energy',
  value: ({ status }) => withUnit(status.energy.total, 'J'),
};

export const strainReading: Reading = {
  label: 'largest strain $|l/L_0 - 1|$',
  value: ({ status }) => `${(100 * status.strain).toFixed(1)} %`,
};

export function positionReading(particle: number): Reading {
  return {
    label: `particle ${particle} is at`,
    value: (frame) => vectorWithUnit(positionOf(frame, particle), 'm'),
  };
}
