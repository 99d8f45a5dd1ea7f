import type { ArgsOf, JobName, ProgressOf, ResultOf } from '../../runtime/jobs';
import { type RunningJob, startJob } from '../../runtime/jobs/start-job';
import type { Lab } from '../lab/lab';
import type { Message } from '../lab/message-list';

/** What the message about a job says. */
interface Texts<Name extends JobName> {
  /** What is being done. */
  text: string;
  /** Where it stands; null at the start. */
  progress(progress: ProgressOf<Name> | null): string;
  cancelHelp: string;
  /** After a cancel; absent: nothing. */
  cancelled?: string;
}

/** The job beside the run. */
let running: RunningJob<unknown> | null = null;

/** Ends the job beside the run, if there is one. */
export function cancelBeside(): void {
  running?.cancel();
  running = null;
}

/**
 * Computes something about the present scene beside the run, while a message shows the progress and can cancel. A second job ends the
 * first one.
 * @returns null after a cancel, or if the run has gone on meanwhile
 */
export async function runBeside<Name extends JobName>(
  lab: Lab,
  name: Name,
  args: ArgsOf<Name>,
  { text, progress, cancelHelp, cancelled }: Texts<Name>,
): Promise<ResultOf<Name> | null> {
  const before = lab.frame.status;
  const scene = await lab.save();
  cancelBeside();
  const message = (at: ProgressOf<Name> | null): Message => ({
    kind: 'solver',
    text,
    reason: progress(at),
    actions: [{ label: 'Cancel', help: cancelHelp, act: () => job.cancel() }],
  });
  const job = startJob(name, scene, args, (at) => {
    if (running === job) lab.messages.replace(message(at));
  });
  running = job;
  lab.messages.show(message(null));
  try {
    const result = await job.result;
    if (running === job) lab.messages.hide('solver');
    const { stepCount, loadNumber, particleCount } = lab.frame.status;
    if (stepCount === before.stepCount && loadNumber === before.loadNumber && particleCount === before.particleCount)
      return result;
    lab.messages.show({ kind: 'notice', text: 'The run went on during the search: its result is not shown.' });
  } catch (error) {
    if (running === job) lab.messages.hide('solver');
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    if (running === job && cancelled) lab.messages.show({ kind: 'notice', text: cancelled });
  } finally {
    if (running === job) running = null;
  }
  return null;
}
