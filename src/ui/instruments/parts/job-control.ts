import { t } from '../../../language/translate';
import './studies.css';
import type { Status } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import type { JobName, JobProgress, JobResult, StudyArgs } from '../../../runtime/jobs';
import { runJob } from '../../../runtime/jobs/run-job';
import { button, choice, controlRow, element, labelled, setText } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import type { Conclusion } from './instrument';

type StudyControl = ReturnType<typeof createStudyControl>;

/**
 * Computes something. After an abort its promise and what it shows are ignored.
 * @param show the part that is done, 0 … 1, and a text for the status line
 * @returns the final status line
 */
export type JobWork = (signal: AbortSignal, show: (done: number, text?: string) => void) => Promise<string>;

interface StudyOptions {
  /** Label of the start button. */
  label: string;
  help: string;
  /** Tooltip of the button that cancels; absent: the results so far are kept. */
  cancelHelp?: string;
  /** Option fields. */
  fields: Node[];
  /** What the result depends on beside the scene's structure. */
  subject?(status: Status): string;
  run: JobWork;
}

interface JobOptions<Name extends JobName> extends Omit<StudyOptions, 'run'> {
  name: Name;
  /** Reads the arguments. @throws RangeError for invalid ones */
  readArgs(): StudyArgs<Name>;
  partial(partial: JobProgress<Name>['partial']): void;
  /** Returns the final status line. */
  end(result: JobResult<Name>, seconds: number): string;
}

/** The controls of a background job with the present scene. */
export function createJobControl<Name extends JobName>(
  lab: Lab,
  { name, readArgs, partial, end, ...options }: JobOptions<Name>,
): StudyControl {
  return createStudyControl(lab, {
    ...options,
    async run(signal, show) {
      const began = performance.now();
      const args = readArgs();
      const scene = await lab.save();
      signal.throwIfAborted();
      const onProgress = (progress: JobProgress<Name>) => {
        show(progress.done);
        partial(progress.partial);
      };
      const result = await runJob(name, [scene, args] as never, { signal, onProgress });
      return end(result, (performance.now() - began) / 1000);
    },
  });
}

/** The controls of what computes for seconds and shows its progress. */
export function createStudyControl(lab: Lab, options: StudyOptions) {
  const startButton = button(options.label, options.help, () => void start());
  const cancelHelp = options.cancelHelp ?? 'Stop the computation and keep the results so far';
  const cancel = button('Cancel', cancelHelp, abort);
  cancel.disabled = true;
  const bar = element('progress', { max: 1, value: 0, 'aria-label': 'Progress' });
  const note = element('p.now', { role: 'status' });
  const stale = element(
    'p.stale',
    { hidden: true },
    t`The scene has changed since. Press “${options.label}” to use the current scene.`,
  );
  const node = element('div.job', controlRow(startButton, cancel, ...options.fields), bar, note, stale);
  let running: AbortController | null = null;
  /** Of the last start; null: none was made. */
  let subject: string | null = null;
  /** True while the note is an error. */
  let failed = false;
  // Another entry is the user's answer to it.
  node.addEventListener('input', () => {
    if (failed) setText(note, '');
    failed = false;
  });

  function present(): string {
    const { status, structure } = lab.frame;
    return `${structure.generation} ${options.subject?.(status) ?? ''}`;
  }

  const isStale = () => subject !== null && subject !== present();

  /** At once: what runs may still wait for the scene. */
  function abort(): void {
    running?.abort();
    running = null;
    end('Cancelled.');
  }

  function end(text: string): void {
    setText(note, text);
    if (document.activeElement === cancel) startButton.focus({ preventScroll: true });
    cancel.disabled = true;
  }

  async function start(run = options.run): Promise<void> {
    running?.abort();
    const own = new AbortController();
    running = own;
    subject = present();
    stale.hidden = true;
    failed = false;
    setText(note, 'Computing…');
    bar.value = 0;
    cancel.disabled = false;
    try {
      const text = await run(own.signal, (done, line) => {
        if (own !== running) return;
        bar.value = done;
        if (line !== undefined) setText(note, line);
      });
      if (own !== running) return;
      bar.value = 1;
      end(text);
    } catch (error) {
      if (own !== running) return;
      failed = true;
      end(messageOf(error));
    }
  }

  return {
    /** Start and cancel buttons, option fields, a progress bar and a status line. */
    node,
    computing: () => !cancel.disabled,
    /** Ends what is still running. @param run in place of that of the options */
    start,
    /** Shows a warning where the result belongs to another scene. */
    update() {
      stale.hidden = !isStale();
    },
    /** @param found what the result says so far, in a sentence; null: there is none */
    conclude(found: string | null): Conclusion {
      if (subject === null) return t`No result yet: press “${options.label}”.`;
      if (failed) return t`There is no result: ${(note.textContent ?? '').replace(/\.$/, '')}.`;
      if (found === null) return cancel.disabled ? 'The computation gave no result.' : 'Computing…';
      if (isStale()) return t`Before the scene changed: ${found}`;
      return cancel.disabled ? found : t`So far: ${found}`;
    },
    dispose() {
      running?.abort();
      running = null;
    },
  };
}

// What the runs of a study begin with: a standard throw, or the present motion.

export function createMotionChoice() {
  const list = choice(
    {
      title:
        'What the runs begin with: a standard throw of the scene, the same each time, or the motion that the scene has now. The run in view is not thrown.',
    },
    [
      ['throw', 'a throw'],
      ['present', 'as it moves now'],
    ],
  );
  return {
    /** A labelled list. */
    node: labelled('Motion ', list),
    throws: () => list.value === 'throw',
  };
}

/** As in `533 ms of a throw`. */
export function motionText(throws: boolean, duration: string): string {
  return t`${duration} of ${throws ? 'a throw' : 'the present motion'}`;
}
