import type { State } from '../../model/model';
import type { IntegratorDefinition } from '../../world/integrator';
import type { World } from '../../world/world';
import { createEigenvalueTrackers } from './eigenvalue-tracker';
import { createGrowth, type Growth } from './growth';
import {
  box,
  clip,
  known,
  longestStep,
  longestStepOf,
  type Polygon,
  type PolygonLimit,
  type Resistance,
  type StabilityLimit,
  steepest,
} from './longest-step';
import {
  type Bounds,
  createScaledDerivatives,
  gershgorinBounds,
  limitedPart,
  limitOfParts,
} from './scaled-derivatives';
import { findStabilityLimit } from './stability-limit';

/** Safety factor: an estimate with its residual may be so much below the eigenvalue. */
const SAFETY = 1.004;
/** Relative change of the largest κ after which everything is updated. */
const JUMP = 0.05;
/** A limit above this part of what the vectors found so far allow needs no further cut. */
const ACCURATE = 0.997;
/** A limit below this part is a mere bound. */
const CLOSE = 0.9;
/** Times the largest κ: a vector with a larger spread is no mode but a mix of fast and slow ones, and need not grow with any of them. */
const MAX_SPREAD = 0.5;
/** Up to this many numbers, four of each particle, the limit is computed instead of estimated. */
const MAX_EXACT = 16;
/** Largest number of further directions in which the numerical range of K̂ and D̂ is cut. */
const MAX_CUTS = 4;

/** The largest a κ + b δ, tracked as the state changes. */
interface Extent {
  a: number;
  b: number;
  /** Estimated upper bound of a κ + b δ. */
  bound: number;
  /** Where a κ + b δ is largest. */
  at: Resistance;
  /** ‖K̂q − κq‖ of the unit vector q for which it is largest: 0 for a mode. */
  spread: number;
  /** The unit vector q; 4n. */
  vector: Float64Array;
  /** @param shift multiple of the unit matrix that is added, so that no eigenvalue is negative */
  update(shift: number): Generator<void, void>;
}

/** A search for the stability limit that can be paused while the simulation runs. @interface */
export type LimitSearch = ReturnType<typeof createSearch>;

/**
 * Creates `limit(state, method, changed)`: a conservative estimate of what `findStabilityLimit` finds, at a small part of its cost,
 * without pauses.
 */
export function createLiveLimit(world: World) {
  const search = createLimitSearch(world);
  return (state: State, method: IntegratorDefinition, changed: boolean): StabilityLimit => {
    search.begin(state, method, changed);
    for (;;) {
      const limit = search.advance(() => false);
      if (limit) return limit;
    }
  };
}

/**
 * Each search takes some Lanczos steps that start from the last eigenvectors of K̂, of D̂ and of the limiting directions. The latter
 * are sought anew in the first search, when K̂ has jumped, and when the caller reports a change. The bound is
 * min(Gershgorin, 1.004 (θ + ‖K̂q − θq‖)), because θ + residual alone is no upper bound; the residual is at most 0.005 θ. So the
 * limit is rarely more than 1 % short, and up to 20 % where the dampers of the springs differ. Of at most four particles it is computed.
 */
export function createLimitSearch(world: World): LimitSearch {
  const whole = createSearch(world);
  let ofPart: LimitSearch | null = null;
  let present = whole;
  let parts = 1;
  const inParts = (limit: StabilityLimit | null) => limit && limitOfParts(limit, parts);
  return {
    begin(state, method, changed) {
      const [part, integrator, count] = limitedPart(world, method);
      parts = count;
      const before = present;
      if (part === world) present = whole;
      else present = ofPart ??= createSearch(part);
      return inParts(present.begin(state, integrator, changed || present !== before));
    },
    advance: (shouldPause) => inParts(present.advance(shouldPause)),
    growthAt: (h) => present.growthAt(h / parts) ** parts,
    peak: () => present.peak(),
  };
}

function createSearch(world: World) {
  const matrices = createScaledDerivatives(world);
  const { size } = matrices;
  const createTracker = createEigenvalueTrackers(size, matrices.filter);
  const maxStiffness = createExtent(1, 0);
  let maxDamping: Extent | null = null;
  let cuts: Extent[] = [];
  /** κ at the last update of everything. */
  let lastFullKappa = 0;
  let methodId = '';
  let growth: Growth = () => 0;
  /** True if undamped motion grows at every step, as with explicit Euler. */
  let needsDamping = false;
  let fullBox: Polygon = [];
  let found: PolygonLimit = { dt: 0, at: { kappa: 0, delta: 0 } };
  /** Copy of the state that is analyzed while the simulation runs. */
  let savedState: State | null = null;
  /** True if the particles have left their line or plane, or came to rest in it, since the last search. */
  let otherAxes = false;
  let running: Generator<void, StabilityLimit> | null = null;
  let limiting: Extent | undefined;

  function createExtent(a: number, b: number): Extent {
    const track = createTracker();
    const extent: Extent = {
      a,
      b,
      bound: Number.POSITIVE_INFINITY,
      at: { kappa: 0, delta: 0 },
      spread: 0,
      vector: new Float64Array(0),
      *update(shift) {
        const { value, residual, vector } = yield* track((y, x) => {
          matrices.multiply(y, x, extent.a, extent.b);
          if (shift > 0) for (let i = 0; i < size; i++) y[i] += shift * x[i];
        });
        extent.bound = (shift > 0 ? 1 : SAFETY) * (value + residual) - shift;
        const { value: kappa, residual: spread } = matrices.quotient(vector, 1, 0);
        yield;
        extent.at = { kappa, delta: matrices.quotient(vector, 0, 1).value };
        extent.spread = spread;
        extent.vector = vector;
        yield;
      },
    };
    return extent;
  }

  function limitOf(by: readonly Extent[]): PolygonLimit {
    const polygon = by.reduce((rest, { a, b, bound }) => clip(rest, a, b, bound), fullBox);
    return longestStepOf(growth, polygon, world.params.decay);
  }

  const vectors = () => [maxStiffness, maxDamping ?? maxStiffness, ...cuts];

  /** s; the longest step that is stable for this vector. */
  const longestOf = ({ at: { kappa, delta } }: Extent, decay: number) =>
    longestStep(growth, { omega: Math.sqrt(kappa), damping: delta, decay });

  /** s; the longest step that is stable for all vectors found so far. */
  const longestOfVectors = (decay: number) => Math.min(...vectors().map((vector) => longestOf(vector, decay)));

  const without = (cut: Extent) => limitOf(cuts.filter((other) => other !== cut)).dt;

  function updateCut(cut: Extent, kappa: number, delta: number): Generator<void, void> {
    return cut.update(Math.max(0, -cut.a) * kappa + Math.max(0, -cut.b) * delta);
  }

  /** Cuts the polygon at the limiting point; of too many cuts, in place of the least useful one. */
  function* cutAtLimit(kappa: number, delta: number, decay: number): Generator<void, void> {
    const longest = longestOfVectors(decay);
    if (!(longest > 0 && Number.isFinite(longest))) return;
    const [a, b] = steepest(growth, found.at, longest, decay, { kappa, delta });
    const full = cuts.length === MAX_CUTS;
    const cut = full ? cuts.reduce((best, one) => (without(one) > without(best) ? one : best)) : createExtent(a, b);
    cuts = [...cuts.filter((other) => other !== cut), cut];
    Object.assign(cut, { a, b });
    yield* updateCut(cut, kappa, delta);
  }

  function* find(method: IntegratorDefinition, bounds: Bounds, changed: boolean): Generator<void, StabilityLimit> {
    const { decay } = world.params;
    if (size <= MAX_EXACT && savedState) return findStabilityLimit(world, savedState, method);
    yield* maxStiffness.update(0);
    const kappa = guarded(
      maxStiffness.bound,
      maxStiffness.at.kappa,
      bounds.complete ? bounds.omega ** 2 : maxStiffness.bound,
    );
    const updateAll = changed || otherAxes || Math.abs(maxStiffness.at.kappa - lastFullKappa) > JUMP * lastFullKappa;
    if (updateAll) lastFullKappa = maxStiffness.at.kappa;
    const uniform = bounds.complete && bounds.damping === bounds.leastDamping;
    if (uniform) {
      maxDamping = null;
      cuts = [];
    } else {
      maxDamping ??= createExtent(0, 1);
      yield* maxDamping.update(0);
    }
    const delta = maxDamping
      ? guarded(maxDamping.bound, maxDamping.at.delta, bounds.complete ? bounds.damping : maxDamping.bound)
      : bounds.damping;
    fullBox = box(kappa, [Math.min(bounds.leastDamping, delta), delta]);
    if (updateAll) cuts = [];
    found = limitOf(cuts);
    // With velocity decay, growth may not depend on κ and δ alone: only the full box is safe.
    if (maxDamping && decay === 0) {
      // A cut holds about the state of its last update only.
      for (const cut of cuts) yield* updateCut(cut, kappa, delta);
      found = limitOf(cuts);
      for (let i = updateAll ? 0 : MAX_CUTS - 1; i < MAX_CUTS && found.dt < ACCURATE * longestOfVectors(decay); i++) {
        yield* cutAtLimit(kappa, delta, decay);
        found = limitOf(cuts);
      }
    }
    const steps = vectors().map((vector) => longestOf(vector, decay));
    const longest = Math.min(...steps);
    limiting = vectors()[steps.indexOf(longest)];
    // The motion that is damped least mixes with others, and then it is damped more than any of these vectors.
    const mixes = (needsDamping && found.dt > 0) || (limiting?.spread ?? 0) > MAX_SPREAD * kappa;
    const isBound = !uniform && (mixes || found.dt < CLOSE * longest);
    return known({ dt: found.dt, isBound, omegaMax: Math.sqrt(kappa), decayMax: delta });
  }

  return {
    /**
     * Begins a search at a copy of the state; an unfinished search is abandoned.
     * @param changed true if more than the state may have changed since the last search
     * @returns a preliminary limit from Gershgorin's theorem; null if a force has no bounds
     */
    begin(state: State, method: IntegratorDefinition, changed: boolean): StabilityLimit | null {
      if (methodId !== method.id) {
        growth = createGrowth(method);
        needsDamping = longestStep(growth, { omega: 1 }, 1) === 0;
        methodId = method.id;
        cuts = [];
      }
      savedState = { positions: state.positions.slice(), velocities: state.velocities.slice(), time: state.time };
      const bounds = gershgorinBounds(world);
      running = find(method, bounds, changed);
      const { omega, damping, leastDamping, complete } = bounds;
      if (!complete) return null;
      const { dt } = longestStepOf(growth, box(omega ** 2, [leastDamping, damping]), world.params.decay);
      return known({ dt, isBound: true, omegaMax: omega, decayMax: damping });
    },
    /**
     * Continues the search to its end, or until `shouldPause`, called after each matrix product, returns true.
     * @returns the limit, or null if the search is unfinished
     */
    advance(shouldPause: () => boolean) {
      if (!savedState || !running) return null;
      // Implicit steps may have linearized the world about another state.
      otherAxes = matrices.linearize(savedState);
      for (;;) {
        const { done, value } = running.next();
        if (done) {
          running = null;
          return value;
        }
        if (shouldPause()) return null;
      }
    },
    /** Growth per step of h of the motion that grows most, of those found by the last search; NaN if it keeps none. */
    growthAt(h: number) {
      if (size <= MAX_EXACT) return Number.NaN;
      const factors = vectors().map(({ at }) => growth(h * Math.sqrt(at.kappa), h * at.delta, h * world.params.decay));
      return Math.max(...factors);
    },
    /** The particle that moves most in the motion that limits the step, as the last search has found it; −1: none was found. */
    peak() {
      let [peak, largest] = [-1, 0];
      const q = limiting?.vector ?? [];
      for (let i = 0; 4 * i < q.length; i++) {
        const squared = q[4 * i] ** 2 + q[4 * i + 1] ** 2 + q[4 * i + 2] ** 2;
        if (squared > largest) [peak, largest] = [i, squared];
      }
      return peak;
    },
  };
}

/** At least the value that was found. */
function guarded(estimate: number, found: number, limit: number): number {
  return Math.max(found, Math.min(limit, estimate));
}
