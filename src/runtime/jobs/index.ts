/** The table of jobs: computations about a scene that take seconds. A new job is one generator function and one line here. What each yields is its progress. */
import { type Command, createSimulation, type SceneFile, type Simulation } from '../../physics';
import { type ConvergenceArgs, convergenceStudy } from '../../physics/analysis/studies/convergence-study';
import { type LeagueArgs, leagueStudy } from '../../physics/analysis/studies/league-study';
import { limitLine, mapRuns } from '../../physics/analysis/studies/stability-map';
import { validationPlan, validationStudy } from '../../physics/analysis/validation/validation-study';
import { experimentPlan, experimentRuns } from '../../physics/experiment/open-experiment';
import type { Precision } from '../../physics/model/arena';
import { mapSlices, type Progress } from '../../physics/slices';
import { type Mechanisms, mechanismsInSlices } from '../../physics/statics/classify-mechanisms';
import { roundingOf, searchEquilibrium } from '../../physics/statics/equilibrium/equilibrium';
import { createSearch } from '../../physics/statics/equilibrium/search';
import type { Settling } from '../../physics/statics/equilibrium/settle-search';
import type { ArgsOf, ProgressOf, ResultOf } from '../connect';
import { readBody, readFile } from './read-file';

/** What a scene file does not have. */
interface HeldArgs {
  precision: Precision;
  /** Commands of the grab and of the push. */
  hand: readonly Command[];
}

/** @throws SceneError for a bad scene, RangeError for a bad command */
function openHeld(scene: SceneFile, { precision, hand }: HeldArgs): Simulation {
  const simulation = createSimulation({ scene, precision });
  for (const command of hand) simulation.apply(command);
  return simulation;
}

/** Result of a search for equilibrium. */
export interface EquilibriumFound extends Settling {
  /** 4n; m; the place of every particle at rest; null if none was found. */
  positions: Float64Array | null;
  /** N; net force that rounding of the positions in the precision of the run may leave. */
  rounding: number;
  /** As in `Equilibrium`. */
  unstable: number;
}

/** Searches for the equilibrium of a scene. How much is left is not known: `done` is always 0. */
export function* equilibrium(scene: SceneFile, args: HeldArgs): Generator<Progress<Settling>, EquilibriumFound, void> {
  const { world, state } = openHeld(scene, args);
  const search = createSearch(world, state);
  const work = mapSlices(searchEquilibrium(world, search), (partial) => ({ done: 0, partial: { ...partial } }));
  const { counts, found, unstable } = yield* work;
  world.linearize(search.net.still);
  const rounding = roundingOf(search, args.precision === 'single');
  return { ...counts, positions: found ? search.x : null, rounding, unstable };
}

/** Finds the zero-stiffness motions of a scene. */
export function mechanisms(scene: SceneFile, args: HeldArgs): Generator<Progress<null>, Mechanisms, void> {
  const { world, state } = openHeld(scene, args);
  return mapSlices(mechanismsInSlices(world, state), (done) => ({ done, partial: null }));
}

const seconds = () => performance.now() / 1000;

export const JOBS = {
  convergence: (scene: SceneFile, args: ConvergenceArgs) => convergenceStudy(scene, args, seconds),
  equilibrium,
  experimentPlan,
  experimentRuns,
  league: (scene: SceneFile, args: LeagueArgs) => leagueStudy(scene, args, seconds),
  limitLine,
  mapRuns,
  mechanisms,
  readBody,
  readFile,
  validationPlan,
  validation: validationStudy,
};

export type Jobs = typeof JOBS;
export type JobName = keyof Jobs;
export type JobProgress<Name extends JobName> = ProgressOf<Jobs[Name]>;
export type JobResult<Name extends JobName> = ResultOf<Jobs[Name]>;
/** Of a job about a scene: what it takes beside the scene. */
export type StudyArgs<Name extends JobName> = ArgsOf<Jobs[Name]> extends [SceneFile, infer Args] ? Args : never;
