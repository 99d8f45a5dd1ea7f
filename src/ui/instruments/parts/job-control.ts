import type { Status } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import type { ArgsOf, JobName, ProgressOf, ResultOf } from '../../../runtime/jobs';
import { type RunningJob, startJob } from '../../../runtime/jobs/start-job';
import { element, setText } from '../../controls/element';
import type { Lab } from '../../lab/lab';

export interface JobControl {
  /** A button, a progress bar, and a line that says how it goes. */
  readonly node: HTMLElement;
  /** Takes the scene as it stands, and starts; a job that is still running is given up. */
  start(): Promise<void>;
  /** Says so where what is shown has become that of another scene. */
  update(): void;
  dispose(): void;
}

export interface JobWords<Name extends JobName> {
  name: Name;
  /** On the button. */
  start: string;
  help: string;
  /** Boxes with what can be chosen. */
  fields: HTMLElement[];
  /** What the result depends on beside the scene's structure. */
  subject?(status: Status): string;
  /** What is computed. @throws RangeError for what can't be */
  begin(): ArgsOf<Name>;
  partial(partial: ProgressOf<Name>['partial']): void;
  /** What there is to say in the end. */
  end(result: ResultOf<Name>, seconds: number): string;
}

/** Starts, shows and cancels a job in the background. */
export function createJobControl<Name extends JobName>(lab: Lab, words: JobWords<Name>): JobControl {
  const begin = element('button', { type: 'button', title: words.help, click: () => void start() }, words.start);
  const cancel = element(
    'button',
    {
      type: 'button',
      title: 'Stop computing; what is there stays',
      disabled: true,
      click: giveUp,
    },
    'Cancel',
  );
  const bar = element('progress', { max: 1, value: 0, 'aria-label': 'How far it is' });
  const note = element('p', { class: 'now', role: 'status' });
  const stale = element(
    'p',
    { class: 'stale', hidden: true },
    `The scene has become another since: “${words.start}” takes it as it is now.`,
  );
  const node = element(
    'div',
    { class: 'job' },
    element('div', { class: 'controls' }, begin, cancel, ...words.fields),
    bar,
    note,
    stale,
  );
  let job: RunningJob<ResultOf<Name>> | null = null;
  /** Counts starts, so that what an older one says later is not heard. */
  let turn = 0;
  let subject = '';

  function present(): string {
    const { status, structure } = lab.frame;
    return `${structure.generation} ${words.subject?.(status) ?? ''}`;
  }

  /** Also while the scene is still being fetched. */
  function giveUp(): void {
    if (job) job.cancel();
    else {
      turn++;
      end('Cancelled.');
    }
  }

  function end(text: string): void {
    setText(note, text);
    if (document.activeElement === cancel) begin.focus({ preventScroll: true });
    cancel.disabled = true;
  }

  async function start(): Promise<void> {
    job?.cancel();
    job = null;
    const own = ++turn;
    const heard = () => own === turn;
    const began = performance.now();
    subject = present();
    stale.hidden = true;
    setText(note, 'Computing…');
    bar.value = 0;
    cancel.disabled = false;
    try {
      const args = words.begin();
      const scene = await lab.save();
      if (!heard()) return;
      job = startJob(words.name, scene, args, ({ done, partial }) => {
        if (!heard()) return;
        bar.value = done;
        words.partial(partial);
      });
      const result = await job.result;
      if (!heard()) return;
      bar.value = 1;
      end(words.end(result, (performance.now() - began) / 1000));
    } catch (error) {
      if (heard()) end(isAbort(error) ? 'Cancelled.' : messageOf(error));
    }
  }

  return {
    node,
    start,
    update() {
      stale.hidden = subject === present();
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
