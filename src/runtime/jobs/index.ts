/** The table of jobs: computations about a scene that take seconds. A new job is one generator function and one line here. */
import type { SceneFile } from '../../physics';
import { type ConvergenceArgs, convergenceStudy } from '../../physics/analysis/studies/convergence-study';
import { type LeagueArgs, leagueStudy } from '../../physics/analysis/studies/league-study';
import { stabilityMap } from '../../physics/analysis/studies/stability-map';
import { validationStudy } from '../../physics/analysis/validation/validation-study';
import { equilibrium } from './equilibrium';
import { experimentPlan, experimentRuns } from './experiment';
import { mechanisms } from './mechanisms';
import { readFile } from './read-file';

const seconds = () => performance.now() / 1000;

const JOBS = {
  convergence: (scene: SceneFile, args: ConvergenceArgs) => convergenceStudy(scene, args, seconds),
  equilibrium,
  /** The file of an experiment has its own scene. */
  experimentPlan: (_scene: unknown, args: Parameters<typeof experimentPlan>[0]) => experimentPlan(args),
  experimentRuns: (_scene: unknown, args: Parameters<typeof experimentRuns>[0]) => experimentRuns(args),
  league: (scene: SceneFile, args: LeagueArgs) => leagueStudy(scene, args, seconds),
  mechanisms,
  /** It makes a scene, and needs none. */
  readFile,
  stabilityMap,
  /** Its specimens are its own: it does not depend on the scene. */
  validation: (_scene: SceneFile, args: Parameters<typeof validationStudy>[0]) => validationStudy(args),
};

type Jobs = typeof JOBS;
export type JobName = keyof Jobs;
export type ArgsOf<Name extends JobName> = Parameters<Jobs[Name]>[1];
export type ResultOf<Name extends JobName> =
  ReturnType<Jobs[Name]> extends Generator<unknown, infer Result> ? Result : never;
export type ProgressOf<Name extends JobName> = Exclude<Yielded<ReturnType<Jobs[Name]>>, null>;
type Yielded<G> = G extends Generator<infer Report> ? Report : never;

/** @throws RangeError for an unknown job, and, at its first step, for bad arguments */
export function beginJob(
  name: JobName,
  scene: SceneFile | null,
  args: unknown,
): Generator<ProgressOf<JobName> | null, ResultOf<JobName>, void> {
  if (!Object.hasOwn(JOBS, name)) throw new RangeError(`there is no job "${name}"`);
  return JOBS[name](scene as SceneFile, args as never);
}
