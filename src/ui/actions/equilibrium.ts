import type { Equilibrium } from '../../physics';
import { formatNumber } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import type { Message } from '../lab/message-list';
import { showMechanisms } from './mechanisms';

/** A longer search is announced, ms. */
const LONG = 400;
const SEARCHING: Message = {
  kind: 'solver',
  text: 'Searching for the equilibrium …',
  reason: 'A large cloth may take a minute.',
};

/** Pauses, moves all particles to equilibrium, and reports the result and the mechanisms there. */
export async function findEquilibrium(lab: Lab): Promise<void> {
  lab.pause();
  const announcement = setTimeout(() => lab.messages.show(SEARCHING), LONG);
  try {
    await lab.send({ type: 'equilibrium' });
    const { equilibrium } = lab.frame.status;
    if (!equilibrium) return;
    const text = outcome(equilibrium);
    if (equilibrium.mechanisms > 0) showMechanisms(lab, text, await lab.ask('mechanisms', {}));
    else lab.messages.show({ kind: 'notice', text });
  } finally {
    clearTimeout(announcement);
    if (lab.messages.list.includes(SEARCHING)) lab.messages.hide('solver');
  }
}

function outcome({ ok, iterations, residual }: Equilibrium): string {
  const steps = `${iterations} Newton ${iterations === 1 ? 'step' : 'steps'}`;
  const left = `the largest net force on a particle is ${formatNumber(residual, 2)} N`;
  return ok ? `At rest after ${steps}; ${left}.` : `No equilibrium found in ${steps}; ${left}.`;
}
