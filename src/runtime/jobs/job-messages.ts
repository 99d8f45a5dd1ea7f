import type { SceneFile } from '../../physics';
import type { JobName, ProgressOf, ResultOf } from '.';

/** The only message from the page to a job's worker. */
export interface JobRequest {
  name: JobName;
  scene: SceneFile | null;
  args: unknown;
}

/** From the worker to the page. */
export type JobReply =
  | { type: 'progress'; progress: ProgressOf<JobName> }
  | { type: 'done'; result: ResultOf<JobName> }
  | { type: 'failed'; name: string; message: string };
