/** The table of queries: what the page may ask about a run. Each takes the simulation and plain data, and returns plain data. */
import {
  type Floats,
  INTEGRATORS,
  isFiniteState,
  type ModesWanted,
  modes,
  PRECONDITIONERS,
  type Simulation,
} from '../physics';
import { fastestGrowth } from '../physics/analysis/analyze-simulation';
import { cgXRay } from '../physics/analysis/methods/cg-x-ray';
import { energyKept, scorecard } from '../physics/analysis/methods/scorecard';
import { schemeOf } from '../physics/analysis/methods/step-equation';
import { stepMatrices } from '../physics/analysis/methods/step-matrices';
import { findSlowestMode } from '../physics/analysis/modes/modes';
import { affordableSteps, findSpectrum, type SpectrumQuality } from '../physics/analysis/modes/spectrum';
import { chainSystem, sceneRun, springRun } from '../physics/analysis/separate-runs';
import { createGrowth, modeGrowth } from '../physics/analysis/stability/growth';
import { longestStep } from '../physics/analysis/stability/longest-step';
import {
  type Contour,
  LEVELS,
  type RegionView,
  regionContours,
  regionRaster,
} from '../physics/analysis/stability/region';
import { isAcross, movingAxes } from '../physics/analysis/stability/scaled-derivatives';
import { findStabilityLimit } from '../physics/analysis/stability/stability-limit';
import { exactMotion } from '../physics/analysis/state/exact-motion';
import { inspectParticle, shownStiffness, springMotion } from '../physics/analysis/state/springs';
import { ownCloth, ownClothFor, type ReadingErrors, type StripReading } from '../physics/analysis/validation/own-cloth';
import { type BenchKind, meanSpacing, testBench } from '../physics/analysis/validation/test-bench';
import { diagnose, limitOfBlowUp } from '../physics/blow-up/diagnosis/diagnose';
import { onsetOf } from '../physics/blow-up/diagnosis/evidence';
import { methodOf } from '../physics/registry';
import { classifyMechanisms } from '../physics/statics/classify-mechanisms';

/** Frequencies ω, rad/s, and damping 2ζω, 1/s, of some modes. */
interface ModeList {
  omega: number[];
  damping: number[];
}

/** Most points of a curve of the test bench. */
const MAX_POINTS = 200;
/** Most particles whose matrices fit on a page. */
const MAX_PARTICLES = 12;
/** Most recorded commands in an answer: the newest ones. */
const MAX_COMMANDS = 400;

export const QUERIES = {
  /** The linear solve of an implicit step about the present state; `took` in ms. */
  cgXRay(simulation: Simulation, _args: object) {
    const { world, state, params, integrator, preconditioner, lastChange } = simulation;
    const start = performance.now();
    const method = methodOf(integrator);
    const settings = { clamp: params.clamp === 1, tolerance: params.cgTolerance, iterations: params.cgIterations };
    const found = cgXRay(world, state, params.dt, {
      ...settings,
      scheme: schemeOf(method),
      warm: method.implicit ? lastChange : null,
      preconditioners: PRECONDITIONERS.filter((one) => one.unsupportedReason(world) === null),
    });
    const implicit = method.implicit === true;
    return { ...found, ...settings, implicit, preconditioner, took: performance.now() - start };
  },

  /** Why the run blew up; null if it did not. @param args.proposedStep s; a shorter dt that is tried first; 0: none */
  diagnosis: (simulation: Simulation, { proposedStep }: { proposedStep: number }) => diagnose(simulation, proposedStep),

  /** Where the blow-up began, and the mode that grew: a part of the diagnosis, which takes longer; null without a blow-up. */
  onset: (simulation: Simulation, _args: object) => onsetOf(simulation),

  limitOfBlowUp: (simulation: Simulation, _args: object) => limitOfBlowUp(simulation),

  fastestGrowth: (run: Simulation, args: { integrators: string[] }) => fastestGrowth(run, args.integrators),

  /** From the present state on; null: none is known. @throws RangeError for a particle out of range */
  exactMotion: (simulation: Simulation, { particle }: { particle: number }) => exactMotion(simulation, particle),

  /** @throws RangeError for a particle out of range */
  inspect: (simulation: Simulation, { particle }: { particle: number }) => inspectParticle(simulation, particle),

  /**
   * The only query with an effect: the first one opens the energy ledger. From then on every step is recorded, which costs
   * some force evaluations and changes no bit of the run, until the ledger is closed: then the answer is null.
   */
  ledger(simulation: Simulation, { action }: { action: 'read' | 'restart' | 'close' }) {
    if (action !== 'read') simulation.closeLedger();
    if (action === 'close') return null;
    const accounts = simulation.energyLedger();
    const { time, ledgerSince } = simulation;
    /** `since`, s: when the ledger was opened. */
    return { since: ledgerSince ?? time, time, accounts };
  },

  /** The longest stable dt of the present method for small motion about the present state, or a bound of it. */
  limit: ({ world, state, integrator, definitions }: Simulation, _args: object) =>
    findStabilityLimit(world, state, methodOf(integrator, definitions)),

  /** @throws RangeError for a scene of too many particles */
  matrices({ world, state }: Simulation, _args: object) {
    const n = world.model.particleCount;
    if (n > MAX_PARTICLES) {
      throw new RangeError(`matrices are shown of scenes of at most ${MAX_PARTICLES} particles, and this one has ${n}`);
    }
    return stepMatrices(world, state);
  },

  /** Zero-stiffness motions at the present state. */
  mechanisms: ({ world, state }: Simulation, _args: object) => classifyMechanisms(world, state),

  /** The growth of modes in a step of the present method and dt; `h` in s, `hDecay` = h·r for a velocity decay of r. */
  modeGrowth({ integrator, params }: Simulation, args: ModeList) {
    const h = params.dt;
    const hDecay = h * params.decay;
    return { integrator, h, hDecay, ...modeGrowth(methodOf(integrator), args, h, hDecay) };
  },

  /** The longest stable step of the present method for each mode, s; Infinity: no limit; 0: unstable at every step. */
  modeLimits({ integrator, params }: Simulation, { omega, damping }: ModeList): number[] {
    const growth = createGrowth(methodOf(integrator));
    return omega.map((frequency, i) =>
      longestStep(growth, { omega: frequency, damping: damping[i], decay: params.decay }, Number.POSITIVE_INFINITY),
    );
  },

  /**
   * Modes about the present state, its positions (4n, m) and its time, s; `across`: along an axis along which nothing moves.
   * @throws RangeError if the state is not finite
   */
  modes(simulation: Simulation, args: ModesWanted) {
    checkFinite(simulation);
    const { world, state } = simulation;
    const axes = movingAxes(world, state);
    const found = modes(simulation, args).map((mode) => ({ ...mode, across: isAcross(mode.shape, axes) }));
    return { modes: found, positions: state.positions.slice() as Floats, time: state.time };
  },

  /** A cloth from readings at a strip of it. @throws RangeError for readings that no strip can give */
  ownCloth: ({ model, params }: Simulation, { reading, errors }: { reading: StripReading; errors: ReadingErrors }) =>
    ownClothFor(model, params, ownCloth(reading, errors)),

  /** The recorded commands, oldest first, without grab moves and without long lists of numbers; `time` in s. */
  recordedCommands: ({ recorded }: Simulation, _args: object) =>
    recorded
      .filter(({ command }) => command.type !== 'move')
      .slice(-MAX_COMMANDS)
      .map(({ stepCount, time, command }) => ({
        step: stepCount,
        time,
        command: command.type === 'place' ? { ...command, positions: [], velocities: [] } : command,
      })),

  /** The stability region of the present method. @throws RangeError for an unknown view, or a bad scale */
  region({ integrator, params }: Simulation, { view, scale }: { view: RegionView; scale: number }): RegionAnswer {
    if (view !== 'z' && view !== 'zeta') throw new RangeError(`there is no view "${view}"; there are z, zeta`);
    if (!(Number.isFinite(scale) && scale > 0)) throw new RangeError(`scale must be a positive number, got ${scale}`);
    return regionOf(integrator, params.dt * params.decay, view, scale);
  },

  /** The scorecard of all methods, measured now. It does not depend on the run. */
  scorecard: (_simulation: Simulation, _args: object) => scorecard(INTEGRATORS),

  /** Runs of their own, which do not depend on the present one. */
  sceneRun: (_simulation: Simulation, args: Parameters<typeof sceneRun>[0]) => sceneRun(args),
  springRun: (_simulation: Simulation, args: Parameters<typeof springRun>[0]) => springRun(args),
  chainSystem: (_simulation: Simulation, args: Parameters<typeof chainSystem>[0]) => chainSystem(args),

  shownStiffness: (simulation: Simulation, _args: object) => shownStiffness(simulation),

  /**
   * The slowest mode that a force resists, and what a second of the present method leaves of its energy; null if nothing
   * resists the slowest motions. @param args a mode that is already known; null: find it
   */
  slowestMode(
    { world, state, params, integrator }: Simulation,
    args: { mode: { omega: number; zeta: number } | null },
  ) {
    const found = args.mode ?? findSlowestMode(world, state);
    if (!found) return null;
    const { omega, zeta } = found;
    return { omega, zeta, ...energyKept(methodOf(integrator), { omega, zeta }, params.dt, params.decay) };
  },

  /** As many modes as the time allows. @throws RangeError for an unknown quality, or if the state is not finite */
  spectrum(simulation: Simulation, { quality }: { quality: SpectrumQuality }) {
    checkFinite(simulation);
    const { world, state, particleCount } = simulation;
    return findSpectrum(world, state, affordableSteps(particleCount, quality));
  },

  /** A spring in the letters of Bender's derivation. @throws RangeError for a spring out of range */
  spring({ model, state }: Simulation, { spring: j }: { spring: number }) {
    if (!Number.isInteger(j) || j < 0 || j >= model.springCount) {
      throw new RangeError(`${j} is not a spring (0–${model.springCount - 1})`);
    }
    const { length, rate, direction } = springMotion(model, state, j);
    return {
      ends: [model.springs[2 * j], model.springs[2 * j + 1]],
      /** C = |x_a − x_b| − d, m. */
      constraint: length - model.restLengths[j],
      /** Ċ, m/s. */
      rate,
      /** ∂C/∂x_a = n; that of the other end is −n. */
      gradient: direction,
      /** d, m. */
      restLength: model.restLengths[j],
      /** k, N/m. */
      stiffness: model.stiffness[j],
      /** μ, N·s/m. */
      damping: model.damping[j],
    };
  },

  /**
   * Stretches or shears a square patch of the present springs, and one of the membrane.
   * @throws RangeError for an unknown kind of test, or a number of points out of range
   */
  testBench({ model, params }: Simulation, { kind, points = 40 }: { kind: BenchKind; points?: number }) {
    if (kind !== 'uniaxial' && kind !== 'shear') {
      throw new RangeError(`there is no test "${kind}"; there are uniaxial, shear`);
    }
    if (!Number.isInteger(points) || points < 2 || points > MAX_POINTS) {
      throw new RangeError(`points must be a whole number from 2 to ${MAX_POINTS}, got ${points}`);
    }
    return testBench(kind, params, { points, spacing: meanSpacing(model) });
  },
};

type Queries = typeof QUERIES;
export type QueryName = keyof Queries;
export type Args<Name extends QueryName> = Parameters<Queries[Name]>[1];
export type Answer<Name extends QueryName> = ReturnType<Queries[Name]>;

type RegionAnswer = { integrator: string; view: RegionView; contours: Contour[] };

function checkFinite({ state }: Simulation): void {
  if (!isFiniteState(state)) throw new RangeError('the state is not finite');
}

/** Grid points from bottom to top at which the growth is computed. */
const REGION_ROWS = 64;
const CACHED_REGIONS = 12;
const regions = new Map<string, RegionAnswer>();

/** Cached: a region takes tens of milliseconds, and depends on nothing else. @param hDecay h·r */
function regionOf(integrator: string, hDecay: number, view: RegionView, scale: number): RegionAnswer {
  const key = [integrator, hDecay, view, scale].join();
  let answer = regions.get(key);
  if (!answer) {
    const raster = regionRaster(view, scale, REGION_ROWS);
    const contours = regionContours(methodOf(integrator), view, raster, LEVELS, hDecay);
    answer = { integrator, view, contours };
    if (regions.size === CACHED_REGIONS) regions.clear();
    regions.set(key, answer);
  }
  return answer;
}
