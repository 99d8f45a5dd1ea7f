/** What a run that stands still waits for: it has stopped at a blow-up, or its scene was chosen while it was paused. */
import { t } from '../../language/translate';
import type { Status } from '../../runtime/frame/frame';
import { formatQuantity, formatTimes } from '../controls/number-format';
import { methodLabel } from './catalog-labels';
import type { Engine } from './engine-client';
import type { Lab } from './lab';
import { bringToLimit, exceedsLimit, limitFound } from './limit-follower';

/**
 * Resumes from the last good state. If dt is above its limit the run would blow up again: then the message about the blow-up is
 * shown again, with the reason why the run stays stopped.
 * @param what the button or key that was pressed
 * @returns true if the run continues
 */
export async function continueRun(lab: Lab, what: 'Play' | 'Step'): Promise<boolean> {
  await limitFound(lab);
  if (lab.page.followsLimit && exceedsLimit(lab.frame.status)) await bringToLimit(lab);
  const { status } = lab.frame;
  // Something else may have ended the blow-up meanwhile.
  if (status.blowUp === null) return true;
  if (exceedsLimit(status)) {
    if (status.replay) await lab.controlReplay({ type: 'end' });
    lab.messages.reopen('blow-up', t`${what} does not resume: ${reasonOf(lab, status)}.`);
    return false;
  }
  await lab.send({ type: 'resume' });
  return true;
}

function reasonOf({ catalog }: Engine, { params: { dt }, stability, integrator }: Status): string {
  const method = methodLabel(catalog, integrator);
  if (!(stability.dt > 0))
    return t`${method} ${stability.isBound ? 'has no known limit' : 'is unstable at every dt'} here`;
  return t`dt = ${formatQuantity(dt, 's')} is still ${formatTimes(stability.fraction)} × its limit, ${formatQuantity(stability.dt, 's')}`;
}

/** Loads a scene that the user has chosen. If the run is paused it stays so, and the page says it. */
export async function chooseScene(lab: Lab, id: string): Promise<void> {
  await lab.set('scene', id);
  sayIfPaused(lab);
}

/** The scene that has just been loaded stands still: the page says why, until it moves. */
export function sayIfPaused(lab: Lab): void {
  if (lab.paused) lab.page.pausedLoad = lab.frame.status.loadNumber;
}
