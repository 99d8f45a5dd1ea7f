/** Values that lessons read from a frame, and how they are written. */
import { t } from '../../language/translate';
import type { Vec3 } from '../../physics';
import { STRIDE } from '../../physics/model/model';
import type { Frame } from '../../runtime/frame/frame';
import { formatNumber } from '../controls/number-format';
import { lackOf, WITHOUT_LIMIT } from '../lab/limit';
import type { LiveValue } from './lesson';

/** `−12.3 N` */
export function withUnit(value: number, unit: string): string {
  return `${formatNumber(value)} ${unit}`.replace(/^-/, '−').trimEnd();
}

/** `(0.1, −2.3, 0) N` */
export function vectorWithUnit(vector: Readonly<Vec3>, unit: string): string {
  const size = Math.hypot(...vector);
  // Rounding errors of a component that is 0 are not shown.
  const parts = vector.map((x) => (Math.abs(x) < 1e-4 * size ? 0 : Number(x.toPrecision(3))));
  return `(${parts.map((x) => String(x).replace('-', '−')).join(', ')}) ${unit}`.trimEnd();
}

/** m. */
export function positionOf({ positions }: Frame, particle: number): Vec3 {
  return vectorAt(positions, particle);
}

/** m/s. */
export function velocityOf({ velocities }: Frame, particle: number): Vec3 {
  return vectorAt(velocities, particle);
}

function vectorAt(array: Frame['positions'], particle: number): Vec3 {
  const at = STRIDE * particle;
  return [array[at], array[at + 1], array[at + 2]];
}

/** Largest speed of any particle, m/s. */
function largestSpeed(frame: Frame): number {
  let largest = 0;
  for (let i = 0; i < frame.structure.particleCount; i++) {
    largest = Math.max(largest, Math.hypot(...velocityOf(frame, i)));
  }
  return largest;
}

/** kg·m/s. */
function totalMomentum(frame: Frame): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  for (let i = 0; i < frame.structure.particleCount; i++) {
    const mass = frame.structure.masses[i];
    const v = velocityOf(frame, i);
    for (let axis = 0; axis < 3; axis++) sum[axis] += mass * v[axis];
  }
  return sum;
}

/** From the same estimate as the meter in the status bar. */
export const hOmega: LiveValue = {
  label: '$h\\omega$ of the fastest mode, and its limit',
  value({ status: { params, stability } }) {
    const { dt, omegaMax, isBound, sought } = stability;
    const lack = lackOf(stability);
    if (sought && lack !== 'none') return '…';
    if (omegaMax === 0) return 'nothing oscillates';
    const present = (params.dt * omegaMax).toFixed(2);
    if (lack) return `${present}, ${t(WITHOUT_LIMIT[lack])}`;
    return `${present}, ${isBound ? '≥ ' : ''}${(dt * omegaMax).toFixed(2)}`;
  },
};

export const speed: LiveValue = {
  label: 'speed of the fastest particle',
  value: (frame) => withUnit(Number(largestSpeed(frame).toPrecision(3)), 'm/s'),
};

export const momentum: LiveValue = {
  label: 'momentum $\\sum m\\mathbf v$',
  value: (frame) => vectorWithUnit(totalMomentum(frame), 'kg·m/s'),
};

export const energy: LiveValue = {
  label: 'total energy',
  value: ({ status }) => withUnit(status.energy.total, 'J'),
};

export const strain: LiveValue = {
  label: 'largest strain $|l/L_0 - 1|$',
  value: ({ status }) => `${(100 * status.strain).toFixed(1)} %`,
};

export function position(particle: number): LiveValue {
  return {
    label: t`position of particle ${particle}`,
    value: (frame) => vectorWithUnit(positionOf(frame, particle), 'm'),
  };
}
