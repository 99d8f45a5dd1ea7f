import type { Equilibrium } from '../physics';
import type { Lab, Message } from './lab';

/** Brings the particles to rest where no net force is left, and says how it went. */
export async function findEquilibrium(lab: Lab): Promise<void> {
  lab.pause();
  await lab.send({ type: 'equilibrium' });
  const { equilibrium } = lab.frame.status;
  if (equilibrium) lab.say(messageOf(equilibrium));
}

function messageOf({ ok, iterations, residual, mechanisms }: Equilibrium): Message {
  const steps = `${iterations} Newton ${iterations === 1 ? 'step' : 'steps'}`;
  const left = `the largest force left on a particle is ${residual.toPrecision(2)} N`;
  return {
    kind: 'notice',
    text: ok ? `At rest after ${steps}; ${left}.` : `No equilibrium was found in ${steps}; ${left}.`,
    ...(mechanisms > 0 && { reason: `Nothing resists ${mechanisms} ${mechanisms === 1 ? 'motion' : 'motions'}.` }),
  };
}
