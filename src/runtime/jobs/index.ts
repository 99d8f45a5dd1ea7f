import type { SceneFile } from '../../physics';
import { convergence } from './convergence';
import { stabilityMap } from './stability-map';

/** What can be computed in the background. A new job is a file and an entry here. */
const JOBS = { convergence, stabilityMap };

type Jobs = typeof JOBS;
export type JobName = keyof Jobs;
export type ArgsOf<Name extends JobName> = Parameters<Jobs[Name]>[1];
export type ResultOf<Name extends JobName> =
  ReturnType<Jobs[Name]> extends Generator<unknown, infer Result> ? Result : never;
export type ProgressOf<Name extends JobName> = Exclude<Yielded<ReturnType<Jobs[Name]>>, null>;
type Yielded<G> = G extends Generator<infer News> ? News : never;

/** @throws RangeError for a job that there isn't, and, at its first step, for arguments that can't be */
export function beginJob(
  name: JobName,
  scene: SceneFile,
  args: unknown,
): Generator<ProgressOf<JobName> | null, ResultOf<JobName>, void> {
  if (!Object.hasOwn(JOBS, name)) throw new RangeError(`there is no job "${name}"`);
  return JOBS[name](scene, args as never);
}
