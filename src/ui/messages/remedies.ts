import type { Status } from '../../runtime/frame/frame';
import { formatQuantity } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { safeStep } from '../lab/limit-follower';
import type { Message } from '../lab/message-list';
import { ignoreShownError } from '../lab/message-list';
import { solverWords } from './solver-words';

type Action = NonNullable<Message['actions']>[number];

/** Whether dt is beyond the limit of the method with the springs as they are. */
export function isOver({ params, stability }: Status): boolean {
  return params.dt > stability.dt;
}

/**
 * Ways back from a blow-up, as buttons that act; each goes on from the last good state, but for the reset.
 * @param mended the dt that was too long isn't so any more, by a change made since
 */
export function remedies(lab: Lab, mended: boolean): Action[] {
  const { status } = lab.frame;
  const { params, stability, integrator, report } = status;
  const limitless = stability.dt === Number.POSITIVE_INFINITY;
  const order = lab.catalog.integrators.find(({ id }) => id === integrator)?.order ?? 1;
  const goOn = (label: string, help: string, key?: string, value: number | string = 0): Action => ({
    label,
    help,
    act: () =>
      ignoreShownError(
        (key ? lab.set(key, value) : Promise.resolve()).then(() => lab.send({ type: 'resume' })).then(() => lab.play()),
      ),
  });
  const reset: Action = {
    label: 'Reset',
    help: 'Start the scene again with the same parameters (R)',
    act: () => ignoreShownError(lab.reset()),
  };
  const why: Action = {
    label: 'Why?',
    help: 'Open the diagnosis: where the blow-up began, its cause, and tested remedies',
    act() {
      lab.page.instrument = 'diagnosis';
    },
  };
  if (mended) return [goOn('Go on', 'From the last good state, with what has been changed'), reset, why];

  const actions: Action[] = [];
  const dt = safeStep(status);
  if (dt > 0)
    actions.push(
      goOn(`dt to ${formatQuantity(dt, 's')}`, 'Shorten the step and go on from the last good state', 'dt', dt),
    );
  if (limitless && params.clamp === 0) {
    actions.push(goOn('Clamp stiffness', 'Make the matrix definite again and go on', 'clamp', 1));
  } else if (limitless && !report.converged) {
    const { short, iterations } = solverWords(lab);
    const help = 'Let it work four times as long on a step and go on';
    actions.push(goOn(`More ${short} iterations`, help, iterations, 4 * params[iterations]));
  }
  if (!limitless || order > 1) {
    // A method without a limit may still ring: what is of second order damps nothing by itself.
    const help = `Change to the method that ${limitless ? 'damps fast motion' : 'holds at any dt'} and go on`;
    actions.push(goOn('Implicit Euler', help, 'integrator', 'implicit-euler'));
  }
  actions.push(reset, why);
  if (params.stopOnBlowUp !== 0) {
    actions.push(
      goOn('Let it run', 'Go on as it is, and stop only where a number is no longer finite', 'stopOnBlowUp', 0),
    );
  }
  return actions;
}

/** Why it waits after such a reset. */
export function waitsMessage(lab: Lab): Message {
  const { status } = lab.frame;
  const dt = safeStep(status);
  const actions: Action[] = [{ label: 'Play as it is', help: 'With the same dt (Space)', act: () => lab.play() }];
  if (dt > 0) {
    const act = () => ignoreShownError(lab.set('dt', dt).then(() => lab.play()));
    actions.unshift({ label: `dt to ${formatQuantity(dt, 's')}`, help: 'Shorten the step and play', act });
  }
  return { kind: 'notice', text: 'Reset, and paused: dt is still beyond the limit, so it may blow up again.', actions };
}
