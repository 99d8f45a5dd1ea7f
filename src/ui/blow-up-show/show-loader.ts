import type { Frame } from '../../runtime/frame/frame';
import { lazyValue } from '../controls/lazy-value';
import type { Lab } from '../lab/lab';

/** Loads the controls of the show with the first blow-up. */
export function createShowLoader(lab: Lab): { update(frame: Frame): void } {
  const panel = lazyValue(async () => (await import('./show-panel')).createShowPanel(lab));
  let needed = false;
  return {
    update(frame) {
      needed ||= frame.status.replay !== null;
      if (needed) panel()?.update(frame);
    },
  };
}
