import type { Lab } from './lab';

/** Resolves when the limit is known as things are now: each frame that is asked for goes on with looking. */
export async function limitFound(lab: Lab): Promise<void> {
  while (lab.frame.status.stability.sought) await lab.settled();
}
