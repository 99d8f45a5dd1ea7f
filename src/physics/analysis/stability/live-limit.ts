import type { State } from '../../model/model';
import type { IntegratorDefinition } from '../../world/integrator';
import type { World } from '../../world/world';
import { createEigenvalueTrackers } from './eigenvalue-tracker';
import { type Bounds, gershgorinBounds } from './gershgorin';
import { createGrowth, type Growth } from './growth';
import { longestStep } from './longest-step';
import { createScaledDerivatives } from './scaled-derivatives';
import type { StabilityLimit } from './stability-limit';
import { box, clip, longestStepOf, type Polygon, type PolygonLimit, type Resistance, steepest } from './stable-polygon';

/** What an estimate is taken times for: it may be below the eigenvalue by so much. */
const GUARD = 1.05;
/** Of the largest κ: a change after which everything is looked at anew. */
const JUMP = 0.05;
/** Directions beside those of K̂ and D̂ in which their numerical range is cut. */
const CUTS = 4;

/** The largest of a κ + b δ, followed as the state changes. */
interface Extent {
  a: number;
  b: number;
  /** No a κ + b δ is larger, as far as can be told. */
  most: number;
  /** Where it is the largest. */
  at: Resistance;
  /** @param up times the unit matrix is added, so that no eigenvalue is negative */
  follow(up: number): Generator<void, void>;
}

/** A look for the limit that may be spread over pauses in which the run goes on. */
export interface LimitSearch {
  /**
   * Begins a look at a state as it is now; one that is under way is given up.
   * @param changed whether more than the state may have changed since the last look
   * @returns what holds until more is known, by Gershgorin's circles; null where these tell nothing
   */
  begin(state: State, method: IntegratorDefinition, changed: boolean): StabilityLimit | null;
  /**
   * Goes on with it: to its end, or until there has been enough, which is asked after each product with a matrix.
   * @returns the limit, or null while it is not found
   */
  goOn(enough: () => boolean): StabilityLimit | null;
}

/**
 * Makes `limit(state, method, changed)`: what `findStabilityLimit` finds, estimated at a small part of its cost and on the
 * safe side, all at once.
 */
export function createLiveLimit(world: World) {
  const search = createLimitSearch(world);
  return (state: State, method: IntegratorDefinition, changed: boolean): StabilityLimit => {
    search.begin(state, method, changed);
    for (;;) {
      const limit = search.goOn(() => false);
      if (limit) return limit;
    }
  };
}

/**
 * Finds it by ten Lanczos steps that go on from those of the last look. In a look K̂ is looked at, and in turn D̂ and
 * the directions that decide; all of them at the first, where K̂ has jumped, and where the caller knows of a change.
 * The guard is min(Gershgorin, 1.05 (θ + ‖K̂q − θq‖)): θ + residual alone is an estimate and no bound.
 */
export function createLimitSearch(world: World): LimitSearch {
  const matrices = createScaledDerivatives(world);
  const { size } = matrices;
  const createFollower = createEigenvalueTrackers(size, matrices.filter);
  const stiffest = createExtent(1, 0);
  let dampest: Extent | null = null;
  let cuts: Extent[] = [];
  let turn = 0;
  /** κ when everything was looked at last. */
  let settled = 0;
  let present = '';
  let growth: Growth = () => 0;
  let whole: Polygon = [];
  let found: PolygonLimit = { dt: 0, at: { kappa: 0, delta: 0 } };
  /** The state that is looked at, while the run goes on. */
  let kept: State | null = null;
  let finding: Generator<void, StabilityLimit> | null = null;

  function createExtent(a: number, b: number): Extent {
    const look = createFollower();
    const extent: Extent = {
      a,
      b,
      most: Number.POSITIVE_INFINITY,
      at: { kappa: 0, delta: 0 },
      *follow(up) {
        const { value, residual, vector } = yield* look((y, x) => {
          matrices.multiply(y, x, extent.a, extent.b);
          if (up > 0) for (let i = 0; i < size; i++) y[i] += up * x[i];
        });
        extent.most = (up > 0 ? 1 : GUARD) * (value + residual) - up;
        const kappa = matrices.along(vector, 1, 0);
        yield;
        extent.at = { kappa, delta: matrices.along(vector, 0, 1) };
        yield;
      },
    };
    return extent;
  }

  function limitOf(by: readonly Extent[]): PolygonLimit {
    const left = by.reduce((polygon, { a, b, most }) => clip(polygon, a, b, most), whole);
    return longestStepOf(growth, left, world.params.decay);
  }

  /** Cuts the range where it decides, in place of the cut that matters least; or looks at the oldest cut again. */
  function* cutWhereItDecides(again: boolean, kappa: number, delta: number, decay: number): Generator<void, void> {
    const longest = Math.min(
      ...[stiffest, dampest ?? stiffest, ...cuts].map(({ at }) =>
        longestStep(growth, { omega: Math.sqrt(at.kappa), damping: at.delta, decay }, Number.POSITIVE_INFINITY),
      ),
    );
    if (!(longest > 0 && Number.isFinite(longest))) return;
    const [a, b] = steepest(growth, found.at, longest, decay, { kappa, delta });
    const full = cuts.length === CUTS;
    const without = (cut: Extent) => limitOf(cuts.filter((other) => other !== cut)).dt;
    const spare = full && !again ? cuts.reduce((least, cut) => (without(cut) > without(least) ? cut : least)) : cuts[0];
    const cut = full ? spare : createExtent(a, b);
    cuts = [...cuts.filter((other) => other !== cut), cut];
    if (!again || !full) {
      cut.a = a;
      cut.b = b;
    }
    yield* cut.follow(Math.max(0, -cut.a) * kappa + Math.max(0, -cut.b) * delta);
  }

  function* find(bounds: Bounds, changed: boolean): Generator<void, StabilityLimit> {
    const { decay } = world.params;
    yield* stiffest.follow(0);
    const kappa = guarded(stiffest.most, stiffest.at.kappa, bounds.complete ? bounds.omega ** 2 : stiffest.most);
    const all = changed || Math.abs(stiffest.at.kappa - settled) > JUMP * settled;
    if (all) settled = stiffest.at.kappa;
    const uniform = bounds.complete && bounds.damping === bounds.leastDamping;
    if (uniform) {
      dampest = null;
      cuts = [];
    } else if (!dampest || all || turn % 2 === 0) {
      dampest ??= createExtent(0, 1);
      yield* dampest.follow(0);
    }
    const delta = dampest
      ? guarded(dampest.most, dampest.at.delta, bounds.complete ? bounds.damping : dampest.most)
      : bounds.damping;
    whole = box(kappa, [Math.min(bounds.leastDamping, delta), delta]);
    if (all) cuts = [];
    found = limitOf(cuts);
    // Under decay modes may see more than the two: only the whole box is safe then.
    for (let i = all ? 0 : CUTS - 1; dampest && decay === 0 && i < CUTS && (all || turn % 2 === 1); i++) {
      yield* cutWhereItDecides(!all && turn % 4 === 1, kappa, delta, decay);
      found = limitOf(cuts);
    }
    turn++;
    return { dt: found.dt, omegaMax: Math.sqrt(kappa), decayMax: delta };
  }

  return {
    begin(state, method, changed) {
      if (present !== method.id) {
        growth = createGrowth(method);
        present = method.id;
        cuts = [];
      }
      kept = { positions: state.positions.slice(), velocities: state.velocities.slice(), time: state.time };
      const bounds = gershgorinBounds(world);
      finding = find(bounds, changed);
      const { omega, damping, leastDamping, complete } = bounds;
      if (!complete) return null;
      const { dt } = longestStepOf(growth, box(omega ** 2, [leastDamping, damping]), world.params.decay);
      return { dt, omegaMax: omega, decayMax: damping };
    },
    goOn(enough) {
      if (!kept || !finding) return null;
      // Implicit steps have been linearized elsewhere meanwhile.
      matrices.linearize(kept);
      for (;;) {
        const { done, value } = finding.next();
        if (done) {
          finding = null;
          return value;
        }
        if (enough()) return null;
      }
    },
  };
}

/** Never below what has been seen. */
function guarded(estimate: number, seen: number, bound: number): number {
  return Math.max(seen, Math.min(bound, estimate));
}
