import type { Vec3 } from '../../../physics';
import type { Arrow } from '../../../render/view';
import type { Answer } from '../../../runtime/queries';
import type { Theme } from '../../controls/media';
import { roundDown, roundUp } from '../parts/numbers';

export type ParticleNow = Answer<'inspect'>;

/** What is drawn and listed: a force, a reaction, or the sum of all. */
export interface Part {
  id: string;
  label: string;
  force: Vec3;
  color: string;
}

/** Okabe and Ito's colours, which eyes of every kind tell apart, made to stand out from the ground; labels say the same. */
const COLOURS: Record<Theme, Record<'spring' | 'gravity' | 'drag' | 'grab' | 'other' | 'reaction' | 'sum', string>> = {
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

/** Of the scene's size: the longest arrow when the scale is chosen, and between what it may then come to lie. */
const LONGEST = 0.3;
const TOO_LONG = 0.5;
const TOO_SHORT = 0.06;
/** Of the longest: shorter arrows are left out. */
const SHORTEST = 0.01;

export const lengthOf = (v: readonly number[]): number => Math.hypot(...v);

/** All that acts on the particle and isn't 0, and the sum last. */
export function partsOf(now: ParticleNow, theme: Theme): Part[] {
  const colours = COLOURS[theme];
  const own = (id: string) => (id in colours ? colours[id as keyof typeof colours] : colours.other);
  const acting = [
    ...now.forces.map((part) => ({ ...part, color: own(part.id) })),
    ...now.reactions.map((part) => ({ ...part, color: colours.reaction })),
  ];
  const sum = { id: 'sum', label: 'Sum', force: now.sum, color: colours.sum };
  return [...acting.filter(({ force }) => lengthOf(force) > 0), sum];
}

/** How long an arrow is, chosen anew where it has come to be of no use. */
export interface ArrowScale {
  /** m that are told, and the N that they stand for. */
  readonly metres: number;
  readonly newtons: number;
}

/** @param size of the scene, m; @param most the largest force, N */
export function fitScale(size: number, most: number, present: ArrowScale | null): ArrowScale | null {
  if (!(most > 0 && size > 0)) return present;
  if (present) {
    const part = (most * present.metres) / (present.newtons * size);
    if (part <= TOO_LONG && part >= TOO_SHORT) return present;
  }
  const metres = roundDown(size / 10);
  return { metres, newtons: roundUp((most * metres) / (LONGEST * size)) };
}

/** The parts with each spring by itself, named by the particle at its other end. */
export function springsApart(now: ParticleNow, parts: readonly Part[]): Part[] {
  return parts.flatMap((part) =>
    part.id === 'spring'
      ? now.springs.map(({ neighbour, force }) => ({ ...part, label: String(neighbour), force }))
      : [part],
  );
}

export function arrowsOf(drawn: readonly Part[], { metres, newtons }: ArrowScale, from: Vec3): Arrow[] {
  const most = Math.max(...drawn.map(({ force }) => lengthOf(force)));
  return drawn
    .filter(({ force }) => lengthOf(force) > SHORTEST * most)
    .map(({ force, color, label }) => ({
      from,
      to: from.map((x, axis) => x + (force[axis] * metres) / newtons) as Vec3,
      color,
      label,
    }));
}
