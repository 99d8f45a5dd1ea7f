import type { Command } from '../../commands/apply-command';
import type { Params } from '../../model/params';
import { paramsOf, scenes } from '../../scenes/load-scene';
import type { Evidence } from './evidence';
import { firstThatHolds, type Trial } from './what-if';

/** What a blow-up can come from. */
export type Cause =
  | 'clamp'
  | 'zero-length'
  | 'pull'
  | 'mass'
  | 'damping'
  | 'stiffness'
  | 'method'
  | 'step'
  | 'solver'
  | 'violence';

/** One of them. */
interface Suspect {
  readonly cause: Cause;
  /** What would have to be otherwise; null: it can't be this one. @param part of dt that is safe; null where none has to be */
  change(evidence: Evidence, part: number | null): Command[] | null;
  /** Whether theory alone is enough to convict; else a trial with the change must hold. */
  certain?(evidence: Evidence): boolean;
}

/** Of the median mass, below which a particle is light; of the median stiffness, above which a spring stands out. */
const LIGHT = 0.5;
const STIFF = 4;
/** Of the limit: what is offered. */
const SHARE = 0.9;
/** How much faster springs may swing that are stretched far: a dt this near to its limit may pass it on the way. */
const STRETCHED = Math.SQRT2;
/** How much shorter steps violent motion may ask for. */
const SHORTER = 4;

/** The most particular first: what is wrong with the numbers as a whole is looked at last. */
const SUSPECTS: readonly Suspect[] = [
  {
    cause: 'clamp',
    change: ({ method, simulation }) => (method.implicit && simulation.params.clamp === 0 ? [set('clamp', 1)] : null),
  },
  {
    cause: 'zero-length',
    change: ({ short }) =>
      short.length > 0 ? [{ type: 'cut', spring: short.length === 1 ? short[0] : [...short] }] : null,
  },
  {
    cause: 'pull',
    change({ simulation: { held, push } }) {
      if (held !== null) return [{ type: 'release' }];
      return push.some((component) => component !== 0) ? [{ type: 'push', force: [0, 0, 0] }] : null;
    },
  },
  {
    cause: 'mass',
    change({ simulation: { model }, outbreak: { particle, mass } }) {
      const usual = median(model.masses);
      return mass < LIGHT * usual ? [{ type: 'particle', particle, mass: usual }] : null;
    },
  },
  {
    cause: 'damping',
    // Where hc is more than (hω)² it is the damping that the step can't follow.
    change: ({ method, dt, outbreak: { omega, damping } }) =>
      !method.implicit && damping > dt * omega * omega ? [set('damping', 0), set('drag', 0), set('decay', 0)] : null,
  },
  {
    cause: 'stiffness',
    change(evidence, part) {
      const { outbreak, simulation } = evidence;
      const { stiffness } = simulation.model;
      const single = outbreak.spring !== null && stiffness[outbreak.spring] > STIFF * median(stiffness);
      if (part === null || !(single || blamed(evidence) === 'stiffness')) return null;
      return [set('stiffness', simulation.params.stiffness * part * part)];
    },
    certain: isOver,
  },
  {
    cause: 'mass',
    change(evidence, part) {
      if (part === null || blamed(evidence) !== 'mass') return null;
      return [set('mass', evidence.simulation.params.mass / (part * part))];
    },
    certain: isOver,
  },
  {
    cause: 'method',
    change: (evidence) => (limitOf(evidence) === 0 ? [{ type: 'integrator', id: 'symplectic-euler' }] : null),
    certain: () => true,
  },
  {
    cause: 'step',
    change: ({ dt }, part) => (part === null ? null : [set('dt', dt * part)]),
    certain: isOver,
  },
  {
    cause: 'solver',
    change: ({ method, unsolved, simulation }) =>
      method.implicit && unsolved ? [set('cgIterations', 4 * simulation.params.cgIterations)] : null,
  },
  { cause: 'violence', change: ({ dt }) => [set('dt', dt / SHORTER)], certain: () => true },
];

/** The first whose change would have helped, and whether that was seen in a trial. */
export function convict(evidence: Evidence): Trial & { cause: Cause } {
  const parts = safeParts(evidence);
  for (const { cause, change, certain } of SUSPECTS) {
    const changes = (parts.length > 0 ? parts : [null])
      .map((part) => change(evidence, part))
      .filter((one) => one !== null);
    const trial = firstThatHolds(evidence, changes);
    if (trial && (trial.holds || certain?.(evidence))) return { cause, ...trial };
  }
  throw new Error('a blow-up without a cause');
}

/** s; for small motion, where it was shortest. */
export function limitOf({ limitBefore, limitThen }: Evidence): number {
  return Math.min(limitBefore.dt, limitThen.dt);
}

function isOver(evidence: Evidence): boolean {
  return evidence.dt > limitOf(evidence);
}

/** What parts of dt would have been safe, the longest first: the second if springs stretch far. None where all was safe, or nothing is. */
export function safeParts(evidence: Evidence): number[] {
  const limit = limitOf(evidence);
  const { dt } = evidence;
  if (limit === 0 || STRETCHED * dt < limit) return [];
  const part = (SHARE * limit) / dt;
  return dt > limit ? [part, part / STRETCHED] : [part / STRETCHED];
}

/** By which factor each may have made a step too long, as hω = h√(k/m). */
const FACTORS = {
  step: (own: Params, now: Params) => now.dt / own.dt,
  stiffness: (own: Params, now: Params) => Math.sqrt(stiffest(now) / stiffest(own)),
  mass: (own: Params, now: Params) => Math.sqrt(own.mass / now.mass),
};
const BLAMED = { dt: 'step', stiffness: 'stiffness', shear: 'stiffness', bend: 'stiffness', mass: 'mass' } as const;

/** What was changed last, or else what differs the most from the scene as it is made; of a file the step. */
function blamed({ simulation, commands }: Evidence): keyof typeof FACTORS {
  for (const { command } of commands) {
    if (command.type === 'set' && command.key in BLAMED) return BLAMED[command.key as keyof typeof BLAMED];
  }
  const scene = simulation.builtIn && scenes.find(({ id }) => id === simulation.scene);
  if (!scene) return 'step';
  const own = paramsOf(scene);
  let most = 1.001 * FACTORS.step(own, simulation.params);
  let cause: keyof typeof FACTORS = 'step';
  for (const other of ['stiffness', 'mass'] as const) {
    const factor = FACTORS[other](own, simulation.params);
    if (factor > most) {
      most = factor;
      cause = other;
    }
  }
  return cause;
}

function stiffest({ stiffness, shear, bend }: Params): number {
  return stiffness * Math.max(1, shear, bend);
}

function median(values: ArrayLike<number>): number {
  const sorted = Array.from(values).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** To two digits: SHARE leaves room for that. */
export function set(key: string, value: number): Command {
  return { type: 'set', key, value: Number(value.toPrecision(2)) };
}
