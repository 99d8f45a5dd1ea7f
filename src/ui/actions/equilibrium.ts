import type { Equilibrium } from '../../physics';
import { formatNumber } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import type { Message } from '../lab/message-list';
import { tellMechanisms } from './mechanisms';

/** ms; a search that takes longer is told of. */
const LONG = 400;
const SEARCHING: Message = {
  kind: 'solver',
  text: 'Looking for the equilibrium …',
  reason: 'A large cloth may take a minute.',
};

/** Brings the particles to rest where no net force is left, and says how it went and what nothing resists there. */
export async function findEquilibrium(lab: Lab): Promise<void> {
  lab.pause();
  const telling = setTimeout(() => lab.messages.show(SEARCHING), LONG);
  try {
    await lab.send({ type: 'equilibrium' });
    const { equilibrium } = lab.frame.status;
    if (!equilibrium) return;
    const text = outcome(equilibrium);
    if (equilibrium.mechanisms > 0) tellMechanisms(lab, text, await lab.ask('mechanisms', {}));
    else lab.messages.show({ kind: 'notice', text });
  } finally {
    clearTimeout(telling);
    if (lab.messages.list.includes(SEARCHING)) lab.messages.hide('solver');
  }
}

function outcome({ ok, iterations, residual }: Equilibrium): string {
  const steps = `${iterations} Newton ${iterations === 1 ? 'step' : 'steps'}`;
  const left = `the largest force left on a particle is ${formatNumber(residual, 2)} N`;
  return ok ? `At rest after ${steps}; ${left}.` : `No equilibrium was found in ${steps}; ${left}.`;
}
