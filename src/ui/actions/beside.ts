import type { Command } from '../../physics';
import type { Frame, Status } from '../../runtime/frame/frame';
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

/** The jobs about a run as it is held. */
type BesideName = 'equilibrium' | 'mechanisms';

/**
 * Computes something about the present scene beside the run, while a message shows the progress and can cancel. A second job ends the
 * first one.
 * @returns null after a cancel, or if the run has changed meanwhile
 */
export async function runBeside<Name extends BesideName>(
  lab: Lab,
  name: Name,
  { text, progress, cancelHelp, cancelled }: Texts<Name>,
): Promise<ResultOf<Name> | null> {
  const scene = await lab.save();
  // Steps that were under way are in the file, and in this frame.
  const before = lab.frame;
  const { precision } = before.status;
  const args = { precision, hand: handOf(before.status) } as ArgsOf<Name>;
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
    if (isSame(before, lab.frame)) return result;
    lab.messages.show({ kind: 'notice', text: 'The scene has changed during the search: its result is not shown.' });
  } catch (error) {
    if (running === job) lab.messages.hide('solver');
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    if (running === job && cancelled) lab.messages.show({ kind: 'notice', text: cancelled });
  } finally {
    if (running === job) running = null;
  }
  return null;
}

/** The grabs and the push of a run as commands: a scene file has neither. */
function handOf({ grabs, push }: Status): Command[] {
  return [...grabs.map((grab): Command => ({ type: 'grab', ...grab })), { type: 'push', force: push }];
}

/** True if the forces at rest are the same. The target of a grab may have moved. */
function isSame(a: Frame, b: Frame): boolean {
  const numbers = ({ stepCount, loadNumber, grabs, push, params }: Status) =>
    JSON.stringify([stepCount, loadNumber, grabs.map(({ particle }) => particle), push, params]);
  return (
    a.structure === b.structure &&
    a.status.environment === b.status.environment &&
    numbers(a.status) === numbers(b.status)
  );
}
