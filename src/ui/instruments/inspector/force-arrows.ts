import type { Vec3 } from '../../../physics';
import type { Arrow } from '../../../render/view';
import type { Answer } from '../../../runtime/queries';
import type { Theme } from '../../controls/media';
import { roundDown, roundUp } from '../parts/numbers';

export type ParticleNow = Answer<'inspect'>;

/** One arrow and table row: a force, a reaction, or their sum. */
export interface ForcePart {
  id: string;
  label: string;
  force: Vec3;
  color: string;
}

/** Colours of Okabe and Ito, which are distinguishable with colour blindness, adjusted for contrast; labels say the same. */
const COLORS: Record<Theme, Record<'spring' | 'gravity' | 'drag' | 'grab' | 'other' | 'reaction' | 'sum', string>> = {
  light: {
    spring: '#0072b2',
    gravity: '#007a59',
    drag: '#a2437c',
    grab: '#b84f00',
    other: '#7a5c00',
    reaction: '#5c6166',
    sum: '#111111',
  },
  dark: {
    spring: '#56b4e9',
    gravity: '#35c79a',
    drag: '#e58fbd',
    grab: '#ffa04d',
    other: '#f0e442',
    reaction: '#b4bac0',
    sum: '#ffffff',
  },
};

/** Length of the longest arrow relative to the scene's size: when the scale is chosen, and the limits before it is chosen again. */
const LONGEST = 0.3;
const TOO_LONG = 0.5;
const TOO_SHORT = 0.06;
/** Arrows shorter than this share of the longest are not drawn. */
const SHORTEST = 0.01;

export const lengthOf = (v: readonly number[]): number => Math.hypot(...v);

/** All nonzero forces and reactions on the particle, then their sum. */
export function partsOf(now: ParticleNow, theme: Theme): ForcePart[] {
  const colors = COLORS[theme];
  const own = (id: string) => (id in colors ? colors[id as keyof typeof colors] : colors.other);
  const acting = [
    // Both drags have one color.
    ...now.forces.map((part) => ({ ...part, color: own(part.id.replace('air-', '')) })),
    ...now.reactions.map((part) => ({ ...part, color: colors.reaction })),
  ];
  const sum = { id: 'sum', label: 'Sum', force: now.sum, color: colors.sum };
  return [...acting.filter(({ force }) => lengthOf(force) > 0), sum];
}

/** Scale of the arrows: a length of `metres` shows a force of `newtons`. Both are round numbers. */
export interface ArrowScale {
  readonly metres: number;
  readonly newtons: number;
}

/** Keeps the present scale while it fits. @param size of the scene, m; @param largest force, N */
export function fitScale(size: number, largest: number, present: ArrowScale | null): ArrowScale | null {
  if (!(largest > 0 && size > 0)) return present;
  if (present) {
    const length = (largest * present.metres) / (present.newtons * size);
    if (length <= TOO_LONG && length >= TOO_SHORT) return present;
  }
  const metres = roundDown(size / 10);
  return { metres, newtons: roundUp((largest * metres) / (LONGEST * size)) };
}

/** The parts with one entry for each spring, labelled by the particle at its other end. */
export function splitSprings(now: ParticleNow, parts: readonly ForcePart[]): ForcePart[] {
  return parts.flatMap((part) =>
    part.id === 'spring'
      ? now.springs.map(({ neighbour, force }) => ({ ...part, label: String(neighbour), force }))
      : [part],
  );
}

export function arrowsOf(drawn: readonly ForcePart[], { metres, newtons }: ArrowScale, from: Vec3): Arrow[] {
  const longest = Math.max(...drawn.map(({ force }) => lengthOf(force)));
  return drawn
    .filter(({ force }) => lengthOf(force) > SHORTEST * longest)
    .map(({ force, color, label }) => ({
      from,
      to: from.map((x, axis) => x + (force[axis] * metres) / newtons) as Vec3,
      color,
      label,
    }));
}
