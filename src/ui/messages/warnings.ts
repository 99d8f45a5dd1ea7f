import type { Frame } from '../../runtime/frame/frame';
import type { Lab } from '../lab/lab';
import { createBlowUpWatch } from './blow-up-message';
import { createNotices } from './notices';

/** What the page says by itself: of a blow-up, and of what may become one. */
export function createWarnings(lab: Lab): { update(frame: Frame): void } {
  const parts = [createBlowUpWatch(lab), createNotices(lab)];
  return {
    update(frame) {
      for (const part of parts) part.update(frame);
    },
  };
}
