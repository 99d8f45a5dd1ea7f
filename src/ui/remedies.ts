import type { Status } from '../runtime/protocol';
import { attempt } from './attempt';
import type { Lab, Message } from './lab';
import { formatQuantity } from './number-format';
import { safeStep } from './safe-step';
import { limitName } from './step-meter';

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
  const goOn = (label: string, help: string, key?: string, value: number | string = 0): Action => ({
    label,
    help,
    act: () =>
      attempt(
        (key ? lab.set(key, value) : Promise.resolve()).then(() => lab.send({ type: 'resume' })).then(() => lab.play()),
      ),
  });
  const reset: Action = {
    label: 'Reset',
    help: 'Start the scene again with the same parameters (R)',
    act: () => attempt(lab.reset()),
  };
  if (mended) return [goOn('Go on', 'From the last good state, with what has been changed'), reset];

  const actions: Action[] = [];
  const dt = safeStep(status);
  if (dt > 0)
    actions.push(
      goOn(`dt to ${formatQuantity(dt, 's')}`, 'Shorten the step and go on from the last good state', 'dt', dt),
    );
  if (stability.dt !== Number.POSITIVE_INFINITY) {
    actions.push(
      goOn('Implicit Euler', 'Change to the method that holds at any dt and go on', 'integrator', 'implicit-euler'),
    );
  } else if (params.clamp === 0) {
    actions.push(goOn('Clamp stiffness', 'Make the matrix definite again and go on', 'clamp', 1));
  } else if (!report.converged) {
    actions.push(
      goOn(
        'More CG iterations',
        `Let ${integrator} work four times as long and go on`,
        'cgIterations',
        4 * params.cgIterations,
      ),
    );
  }
  actions.push(reset);
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
    const act = () => attempt(lab.set('dt', dt).then(() => lab.play()));
    actions.unshift({ label: `dt to ${formatQuantity(dt, 's')}`, help: 'Shorten the step and play', act });
  }
  const name = limitName(status.stability.guaranteed);
  const text = `Reset, and paused: dt is still beyond the ${name}, so it may blow up again.`;
  return { kind: 'notice', text, actions };
}
