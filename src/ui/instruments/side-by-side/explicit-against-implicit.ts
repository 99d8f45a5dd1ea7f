/** What “Explicit against implicit” compares: an explicit method beyond its limit on dt, and an implicit one at the same step. */
import type { Status } from '../../../runtime/frame/frame';
import { formatQuantity } from '../../controls/number-format';
import type { Choice } from './variant-row';

const EXPLICIT = 'symplectic-euler';
const IMPLICIT = 'implicit-euler';
/** The step of both over the limit of the explicit one. */
const BEYOND = 4;
/** An implicit main run with a step of so many limits keeps it: its run is the implicit one. */
const ENOUGH = 2;
/** Steps until a blow-up is found, and the simulated time that this may take, s. */
const STEPS = 16;
const SOON = 5;

interface Comparison {
  choices: Choice[];
  /** Why no run blows up; empty if the explicit one does. */
  note: string;
}

/**
 * Limit on dt of symplectic Euler, s: h < 2 (√(1 + ζ²) − ζ)/ω with c = 2ζω is h < 4/(√(4ω² + c²) + c). Infinite where nothing
 * oscillates and nothing damps.
 */
export function explicitLimit({ omegaMax: omega, decayMax: c }: Status['stability']): number {
  return 4 / (Math.sqrt(4 * omega * omega + c * c) + c);
}

/** @param status once its limit is known */
export function explicitAgainstImplicit({
  params,
  stability,
  integrator,
}: Pick<Status, 'params' | 'stability' | 'integrator'>): Comparison {
  const limit = explicitLimit(stability);
  if (stability.dt === Number.POSITIVE_INFINITY && params.dt >= ENOUGH * limit && params.dt * STEPS <= SOON)
    return { choices: [{ method: EXPLICIT }], note: '' };
  const step = Number((BEYOND * limit).toPrecision(2));
  if (step * STEPS <= SOON)
    return { choices: [EXPLICIT, IMPLICIT].map((method) => ({ method, key: 'dt', value: step })), note: '' };
  const reason = Number.isFinite(limit)
    ? `Symplectic Euler is stable here up to dt = ${formatQuantity(limit, 's')}: a longer step would blow up too, but late.`
    : 'Nothing here limits dt: there are no springs and there is no damping.';
  return {
    choices: [EXPLICIT, IMPLICIT].filter((method) => method !== integrator).map((method) => ({ method })),
    note: `${reason} All runs have the same dt.`,
  };
}
