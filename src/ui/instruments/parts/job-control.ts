import './job-control.css';
import type { Status } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import type { ArgsOf, JobName, ProgressOf, ResultOf } from '../../../runtime/jobs';
import { type RunningJob, startJob } from '../../../runtime/jobs/start-job';
import { element, setText } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import type { Conclusion } from '../conclusion/conclusion';

export interface JobControl {
  /** Start and cancel buttons, option fields, a progress bar and a status line. */
  readonly node: HTMLElement;
  /** Starts the job with the present scene; cancels one that is still running. */
  start(): Promise<void>;
  /** Shows a warning where the result belongs to another scene. */
  update(): void;
  /** @param found what the result says so far, in a sentence; null: there is none */
  conclude(found: string | null): Conclusion;
  dispose(): void;
}

export interface JobOptions<Name extends JobName> {
  name: Name;
  /** Label of the start button. */
  label: string;
  help: string;
  /** Option fields. */
  fields: HTMLElement[];
  /** What the result depends on beside the scene's structure. */
  subject?(status: Status): string;
  /** Reads the arguments. @throws RangeError for invalid ones */
  readArgs(): ArgsOf<Name>;
  partial(partial: ProgressOf<Name>['partial']): void;
  /** Returns the final status line. */
  end(result: ResultOf<Name>, seconds: number): string;
}

/** The controls of a background job. */
export function createJobControl<Name extends JobName>(lab: Lab, options: JobOptions<Name>): JobControl {
  const startButton = element(
    'button',
    { type: 'button', title: options.help, click: () => void start() },
    options.label,
  );
  const cancel = element(
    'button',
    {
      type: 'button',
      title: 'Stop the computation and keep the results so far',
      disabled: true,
      click: abort,
    },
    'Cancel',
  );
  const bar = element('progress', { max: 1, value: 0, 'aria-label': 'Progress' });
  const note = element('p', { class: 'now', role: 'status' });
  const stale = element(
    'p',
    { class: 'stale', hidden: true },
    `The scene has changed since. Press “${options.label}” to use the current scene.`,
  );
  const node = element(
    'div',
    { class: 'job' },
    element('div', { class: 'controls' }, startButton, cancel, ...options.fields),
    bar,
    note,
    stale,
  );
  let job: RunningJob<ResultOf<Name>> | null = null;
  /** Counts starts: messages of an earlier job are ignored. */
  let turn = 0;
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

  /** Also works while `lab.save` is still pending. */
  function abort(): void {
    if (job) job.cancel();
    else {
      turn++;
      end('Cancelled.');
    }
  }

  function end(text: string): void {
    setText(note, text);
    if (document.activeElement === cancel) startButton.focus({ preventScroll: true });
    cancel.disabled = true;
  }

  async function start(): Promise<void> {
    job?.cancel();
    job = null;
    const own = ++turn;
    const isCurrent = () => own === turn;
    const began = performance.now();
    subject = present();
    stale.hidden = true;
    failed = false;
    setText(note, 'Computing…');
    bar.value = 0;
    cancel.disabled = false;
    try {
      const args = options.readArgs();
      const scene = await lab.save();
      if (!isCurrent()) return;
      job = startJob(options.name, scene, args, ({ done, partial }) => {
        if (!isCurrent()) return;
        bar.value = done;
        options.partial(partial);
      });
      const result = await job.result;
      if (!isCurrent()) return;
      bar.value = 1;
      end(options.end(result, (performance.now() - began) / 1000));
    } catch (error) {
      if (!isCurrent()) return;
      failed = !isAbort(error);
      end(failed ? messageOf(error) : 'Cancelled.');
    }
  }

  return {
    node,
    start,
    update() {
      stale.hidden = !isStale();
    },
    conclude(found) {
      if (subject === null) return { text: `No result yet: press “${options.label}”.` };
      if (failed) return { text: `There is no result: ${(note.textContent ?? '').replace(/\.$/, '')}.` };
      if (found === null) return { text: cancel.disabled ? 'The computation gave no result.' : 'Computing…' };
      if (isStale()) return { text: `Before the scene changed: ${found}` };
      return { text: cancel.disabled ? found : `So far: ${found}` };
    },
    dispose() {
      turn++;
      job?.cancel();
    },
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
