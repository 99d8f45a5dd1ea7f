import { t } from '../../language/translate';
import type { Command } from '../../physics';
import type { Frame, Status } from '../../runtime/frame/frame';
import type { JobName, JobProgress, JobResult } from '../../runtime/jobs';
import { runJob } from '../../runtime/jobs/run-job';
import type { Lab } from '../lab/lab';
import type { Message } from '../lab/message-list';

/** What the message about a job says. */
interface Texts<Name extends JobName> {
  /** What is being done. */
  text: string;
  /** Where it stands; null at the start. */
  progress(progress: JobProgress<Name> | null): string;
  cancelHelp: string;
  /** After a cancel; absent: nothing. */
  cancelled?: string;
  /** s; a longer job is ended; absent: it is not. */
  longest?: number;
}

/** Why a job was ended that had taken too long. */
const LATE = 'late';

/** The job beside the run. */
let running: AbortController | null = null;

/** Ends the job beside the run, if there is one. */
export function cancelBeside(): void {
  running?.abort();
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
  { text, progress, cancelHelp, cancelled, longest }: Texts<Name>,
): Promise<JobResult<Name> | null> {
  const scene = await lab.save();
  // Steps that were under way are in the file, and in this frame.
  const before = lab.frame;
  const { precision } = before.status;
  const args = { precision, hand: handOf(before.status) };
  cancelBeside();
  const message = (at: JobProgress<Name> | null): Message => ({
    kind: 'solver',
    text,
    reason: progress(at),
    actions: [{ label: 'Cancel', help: cancelHelp, act: () => own.abort() }],
  });
  const own = new AbortController();
  running = own;
  const timer = longest && setTimeout(() => own.abort(LATE), 1000 * longest);
  lab.messages.show(message(null));
  try {
    const result = await runJob(name, [scene, args] as never, {
      signal: own.signal,
      onProgress(at) {
        if (running === own) lab.messages.replace(message(at));
      },
    });
    if (running === own) lab.messages.hide('solver');
    if (isSame(before, lab.frame)) return result;
    lab.messages.show({ kind: 'notice', text: 'The scene has changed during the search: its result is not shown.' });
  } catch (error) {
    if (running === own) lab.messages.hide('solver');
    if (!own.signal.aborted) throw error;
    const said = own.signal.reason === LATE ? t`Nothing found within ${longest} s: nothing has moved.` : cancelled;
    if (running === own && said) lab.messages.show({ kind: 'notice', text: said });
  } finally {
    clearTimeout(timer);
    if (running === own) running = null;
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
