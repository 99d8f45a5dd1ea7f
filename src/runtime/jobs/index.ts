/** The table of jobs: computations about a scene that take seconds. A new job is one generator function and one line here. What each yields is its progress. */
import type { SceneFile } from '../../physics';
import { type ConvergenceArgs, convergenceStudy } from '../../physics/analysis/studies/convergence-study';
import { type LeagueArgs, leagueStudy } from '../../physics/analysis/studies/league-study';
import { limitLine, mapRuns } from '../../physics/analysis/studies/stability-map';
import { validationPlan, validationStudy } from '../../physics/analysis/validation/validation-study';
import { experimentPlan, experimentRuns } from '../../physics/experiment/open-experiment';
import type { ArgsOf, ProgressOf, ResultOf } from '../connect';
import { readBody, readFile } from './read-file';
import { equilibrium, mechanisms } from './statics';

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
