import type { Status } from '../../runtime/frame/frame';
import { formatQuantity } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { safeStep } from '../lab/limit-follower';
import { ignoreShownError, type Message } from '../lab/message-list';
import { solverWords } from './solver-words';

type Action = NonNullable<Message['actions']>[number];

/** True if dt is above the limit of the method in the present state. */
export function exceedsLimit({ params, stability }: Status): boolean {
  return params.dt > stability.dt;
}

/**
 * Buttons that continue after a blow-up, from the last good state or after a reset.
 * @param fixed true if a change since the blow-up has brought dt below its limit
 */
export function remedies(lab: Lab, fixed: boolean): Action[] {
  const { status } = lab.frame;
  const { params, stability, integrator, report } = status;
  const limitless = stability.dt === Number.POSITIVE_INFINITY;
  const order = lab.catalog.integrators.find(({ id }) => id === integrator)?.order ?? 1;
  const resume = (label: string, help: string, key?: string, value: number | string = 0): Action => ({
    label,
    help,
    act: () =>
      ignoreShownError(
        (key ? lab.set(key, value) : Promise.resolve()).then(() => lab.send({ type: 'resume' })).then(() => lab.play()),
      ),
  });
  const reset: Action = {
    label: 'Reset',
    help: 'Restart the scene with the same parameters (R)',
    act: () => ignoreShownError(lab.reset()),
  };
  const why: Action = {
    label: 'Why?',
    help: 'Open the diagnosis: where the blow-up began, its cause, and tested remedies',
    act() {
      lab.page.instrument = 'diagnosis';
    },
  };
  if (fixed) return [resume('Resume', 'Resume from the last good state, with the changes made since'), reset, why];

  const actions: Action[] = [];
  const dt = safeStep(status);
  if (dt > 0)
    actions.push(
      resume(`Set dt to ${formatQuantity(dt, 's')}`, 'Set a shorter dt and resume from the last good state', 'dt', dt),
    );
  if (limitless && params.clamp === 0) {
    actions.push(resume('Clamp stiffness', 'Make the matrix definite again and resume', 'clamp', 1));
  } else if (limitless && !report.converged) {
    const { short, iterations } = solverWords(lab);
    const help = 'Allow four times as many iterations per step and resume';
    actions.push(resume(`More ${short} iterations`, help, iterations, 4 * params[iterations]));
  }
  if (!limitless || order > 1) {
    // A second-order method without a limit has no numerical damping: fast motion persists.
    const help = `Change to a method that ${limitless ? 'damps fast motion' : 'is stable at any dt'} and resume`;
    actions.push(resume('Implicit Euler', help, 'integrator', 'implicit-euler'));
  }
  actions.push(reset, why);
  if (params.stopOnBlowUp !== 0) {
    actions.push(
      resume(
        'Continue without stopping',
        'Resume unchanged, and stop only when a value is no longer finite',
        'stopOnBlowUp',
        0,
      ),
    );
  }
  return actions;
}

/** Explains why the run is paused after such a reset. */
export function waitsMessage(lab: Lab): Message {
  const { status } = lab.frame;
  const dt = safeStep(status);
  const actions: Action[] = [{ label: 'Play anyway', help: 'Play with the same dt (Space)', act: () => lab.play() }];
  if (dt > 0) {
    const act = () => ignoreShownError(lab.set('dt', dt).then(() => lab.play()));
    actions.unshift({ label: `Set dt to ${formatQuantity(dt, 's')}`, help: 'Set a shorter dt and play', act });
  }
  return {
    kind: 'notice',
    text: 'Reset and paused: dt is still above its limit, so that the simulation may blow up again.',
    actions,
  };
}
