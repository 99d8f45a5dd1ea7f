import type { Command, LoggedCommand } from '../../commands/apply-command';
import type { Params } from '../../model/params';
import { isFiniteState } from '../../model/state';
import { paramsOf, scenes } from '../../scenes/load-scene';
import type { Simulation } from '../../simulation';
import { CHECK_EVERY } from '../blow-up-detector';
import type { Evidence } from './evidence';
import { jitters } from './instability-onset';

/** The possible causes of a blow-up. */
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

/** A cause to try. */
interface Candidate {
  readonly cause: Cause;
  /** The commands that remove this cause; null if it is impossible. @param part the stable fraction of dt; null if dt is stable, or no dt is */
  change(evidence: Evidence, part: number | null): Command[] | null;
  /** The parts of dt to try; absent: the stable ones. */
  parts?(evidence: Evidence): number[];
  /** True if theory alone proves the cause; else a rerun with the change must stay stable. */
  certain?(evidence: Evidence): boolean;
}

/** Times the median mass: a particle below it is light. */
const LIGHT_MASS = 0.5;
/** Times the median stiffness: a spring above it is stiff. */
const HIGH_STIFFNESS = 4;
/** The suggested dt, relative to the limit. */
const SAFETY = 0.9;
/** Far stretched springs oscillate faster by up to this factor: a dt this near to the limit may exceed it. */
const STRETCH_FACTOR = Math.SQRT2;
/** The suggested reduction of dt for very fast motion. */
const STEP_DIVISOR = 4;

/** In the order of trial: local causes first, global ones last. */
const CANDIDATES: readonly Candidate[] = [
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
    change({ simulation: { grabs, push } }) {
      if (grabs.length > 0) return grabs.map(({ hand }) => ({ type: 'release', hand }));
      return push.some((component) => component !== 0) ? [{ type: 'push', force: [0, 0, 0] }] : null;
    },
  },
  {
    cause: 'mass',
    change({ simulation: { model }, onset: { particle, mass } }) {
      const usual = median(model.masses);
      return mass < LIGHT_MASS * usual ? [{ type: 'particle', particle, mass: usual }] : null;
    },
  },
  {
    cause: 'damping',
    // If hc exceeds (hω)², the damping limits the step.
    change: ({ method, dt, onset: { omega, damping } }) =>
      !method.implicit && damping > dt * omega * omega
        ? [set('damping', 0), set('drag', 0), set('airDrag', 0), set('decay', 0)]
        : null,
  },
  {
    cause: 'stiffness',
    change(evidence, fraction) {
      const { onset, simulation } = evidence;
      const { stiffness } = simulation.model;
      const single = onset.spring !== null && stiffness[onset.spring] > HIGH_STIFFNESS * median(stiffness);
      if (fraction === null || !(single || changedQuantity(evidence) === 'stiffness')) return null;
      return [set('stiffness', simulation.params.stiffness * fraction * fraction)];
    },
    certain: isOver,
  },
  {
    cause: 'mass',
    change(evidence, fraction) {
      if (fraction === null || changedQuantity(evidence) !== 'mass') return null;
      return [set('mass', evidence.simulation.params.mass / (fraction * fraction))];
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
    change: ({ dt }, fraction) => (fraction === null ? null : [set('dt', dt * fraction)]),
    certain: isOver,
  },
  {
    cause: 'solver',
    change: ({ method, unsolved, simulation }) =>
      method.implicit && unsolved ? [set('cgIterations', 4 * simulation.params.cgIterations)] : null,
  },
  {
    cause: 'violence',
    parts: ({ dt, proposedStep }) => [...(proposedStep > 0 ? [proposedStep / dt] : []), 1 / STEP_DIVISOR],
    change: ({ dt }, fraction) => [set('dt', dt * (fraction ?? 1))],
    certain: () => true,
  },
];

/** The first cause whose change helps in a rerun, or is proven by theory. */
export function findCause(evidence: Evidence): Trial & { cause: Cause } {
  const stable = safeParts(evidence);
  for (const { cause, parts, change, certain } of CANDIDATES) {
    const tried = parts?.(evidence) ?? stable;
    const changes = (tried.length > 0 ? tried : [null])
      .map((fraction) => change(evidence, fraction))
      .filter((one) => one !== null);
    const trial = firstThatHolds(evidence, changes);
    if (trial && (trial.holds || certain?.(evidence))) return { cause, ...trial };
  }
  throw new Error('a blow-up without a cause');
}

/** s; the shorter one of the two stability limits for small motion. */
function limitOf({ limitBefore, limitAtOnset }: Evidence): number {
  return Math.min(limitBefore.dt, limitAtOnset.dt);
}

function isOver(evidence: Evidence): boolean {
  return evidence.dt > limitOf(evidence);
}

/** Stable fractions of dt, in the order of trial; the last one for far stretched springs. Empty if dt is stable, or no dt is. */
export function safeParts(evidence: Evidence): number[] {
  const limit = limitOf(evidence);
  const { dt, proposedStep } = evidence;
  if (limit === 0 || STRETCH_FACTOR * dt < limit) return [];
  const fraction = (SAFETY * limit) / dt;
  if (proposedStep > 0) return [proposedStep / dt, Math.min(fraction, proposedStep / dt) / STRETCH_FACTOR];
  return dt > limit ? [fraction, fraction / STRETCH_FACTOR] : [fraction / STRETCH_FACTOR];
}

/** The factor by which each parameter has increased hω = h√(k/m). */
const FACTORS = {
  step: (own: Params, now: Params) => now.dt / own.dt,
  stiffness: (own: Params, now: Params) => Math.sqrt(stiffest(now) / stiffest(own)),
  mass: (own: Params, now: Params) => Math.sqrt(own.mass / now.mass),
};
const QUANTITY_OF = {
  dt: 'step',
  stiffness: 'stiffness',
  shear: 'stiffness',
  bend: 'stiffness',
  mass: 'mass',
} as const;

/** The parameter that changed last, else the one that differs most from the scene's own; for a file the step. */
function changedQuantity({ simulation, commands }: Evidence): keyof typeof FACTORS {
  for (const { command } of commands) {
    if (command.type === 'set' && command.key in QUANTITY_OF)
      return QUANTITY_OF[command.key as keyof typeof QUANTITY_OF];
  }
  const scene = simulation.builtIn && scenes.find(({ id }) => id === simulation.scene);
  if (!scene) return 'step';
  const own = paramsOf(scene);
  let largest = 1.001 * FACTORS.step(own, simulation.params);
  let cause: keyof typeof FACTORS = 'step';
  for (const other of ['stiffness', 'mass'] as const) {
    const factor = FACTORS[other](own, simulation.params);
    if (factor > largest) {
      largest = factor;
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

/** A command with the value rounded to two digits, which SAFETY allows for. */
export function set(key: string, value: number): Command {
  return { type: 'set', key, value: Number(value.toPrecision(2)) };
}

/** Commands of the pointer: during a trial, grab and push stay as they were. */
const POINTER_COMMANDS: readonly LoggedCommand['command']['type'][] = ['grab', 'move', 'release', 'push'];
/** Largest energy of a stable trial, relative to the energy at the onset. */
const STABLE_RATIO = 10;
/** Largest number of steps of a trial, and its duration relative to that of the blow-up. */
const MAX_STEPS = 600;
const DURATION_FACTOR = 1.5;
/** Additional steps: jitter takes longer to show. */
const EXTRA_STEPS = 8 * CHECK_EVERY;

/** A change that was tried in a rerun. */
export interface Trial {
  /** The change, applied at the last command before the onset. */
  readonly commands: readonly Command[];
  /** True if the rerun stayed stable. */
  readonly holds: boolean;
}

/** The first of several changes that keeps the run stable, else the last; null without changes. */
export function firstThatHolds(evidence: Evidence, changes: readonly (readonly Command[])[]): Trial | null {
  let tried = '';
  let trial: Trial | null = null;
  for (const commands of changes) {
    const now = JSON.stringify(commands);
    if (now !== tried) trial = { commands, holds: isStable(evidence, commands) };
    if (trial?.holds) break;
    tried = now;
  }
  return trial;
}

/**
 * True if a rerun stays stable with a change, which is made at the last command before the onset. It lasts 1.5 times as
 * long as the blow-up took.
 */
function isStable(evidence: Evidence, change: readonly Command[]): boolean {
  const { blowUp, energy } = evidence;
  const trial = trialOf(evidence);
  const end = trial.time + DURATION_FACTOR * (blowUp.time - trial.time) + EXTRA_STEPS * trial.params.dt;
  try {
    for (const command of change) trial.apply(command);
  } catch {
    return false;
  }
  const { kinetic, elastic, gravity } = trial.energy();
  const largest = STABLE_RATIO * Math.max(energy, kinetic + elastic);
  for (let i = 0; i < MAX_STEPS && trial.time < end; i++) {
    trial.step();
    const now = trial.energy();
    // Energy gained by falling does not count.
    const isLow = now.kinetic + now.elastic + Math.min(0, now.gravity - gravity) <= largest;
    if (!isLow || !isFiniteState(trial.state)) return false;
  }
  return !jitters(trial);
}

function trialOf({ simulation, from, onsetStep, commands }: Evidence): Simulation {
  const last = commands.find(({ command }) => !POINTER_COMMANDS.includes(command.type));
  return simulation.rerun(Math.max(from, Math.min(last?.stepCount ?? from, onsetStep - 1)));
}
