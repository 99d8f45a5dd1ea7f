import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import type { RemoteSession } from '../../runtime/host/host';
import { button, setAttribute, setText } from '../controls/element';
import { formatTimes, prefixed } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { action } from '../lab/message-list';

/** Least time between two searches, ms, and the least pause after one, in durations of it. */
const PERIOD = 2000;
const PAUSE_RATIO = 20;
/** Relative change of the limit after which the triangle is sought again. */
const CHANGE = 0.2;

/** A button that names the triangle that sets the limit on dt, and offers to collapse it; hidden while there is none. */
export function createLimitingTriangle(lab: Lab): { button: HTMLButtonElement; update(frame: Frame): void } {
  let found: Awaited<ReturnType<RemoteSession['limitingTriangle']>> = null;
  let sentence = '';
  /** The scene and method of the last search, and the limit at which it began, s. */
  let key = '';
  let sought = 0;
  let next = 0;
  let busy = false;

  const shown = button('', '', offer, { hidden: true, class: 'triangle' });

  function show(triangle: typeof found): void {
    found = triangle;
    shown.hidden = found === null;
    if (!found) return;
    const { triangle: number, corners, height, edge, length, gain } = found;
    sentence = t`Triangle ${number} (particles ${corners.join(', ')}; ${prefixed(height, 'm')} high) sets the limit on dt. If its edge ${edge.join('–')} of ${prefixed(length, 'm')} collapses, the limit is ${formatTimes(gain)} × as long.`;
    setText(shown, `△ ${number}`);
    setAttribute(shown, 'aria-label', t`Triangle ${number}`);
    shown.title = sentence;
  }

  function offer(): void {
    if (!found) return;
    const { edge } = found;
    lab.messages.show({
      kind: 'notice',
      text: sentence,
      actions: [action('Collapse the edge', sentence, () => lab.send({ type: 'collapse', particles: edge }))],
    });
  }

  async function search(): Promise<void> {
    busy = true;
    const began = performance.now();
    const asked = key;
    // A failure is reported elsewhere.
    const triangle = await lab.host.session.limitingTriangle().catch(() => null);
    if (asked === key) show(triangle);
    const now = performance.now();
    next = now + Math.max(PERIOD, PAUSE_RATIO * (now - began));
    busy = false;
  }

  return {
    button: shown,
    /** Call with each frame. */
    update({ structure, status: { integrator, stability, blowUp } }) {
      const { dt, isBound, sought: isSought } = stability;
      const present = `${structure.generation} ${integrator}`;
      if (present !== key) {
        show(null);
        key = present;
        sought = next = 0;
      }
      if (isSought || isBound || blowUp || !(dt > 0 && Number.isFinite(dt)) || structure.grid || !structure.membrane)
        return;
      if (busy || performance.now() < next || Math.abs(dt - sought) <= CHANGE * sought) return;
      sought = dt;
      void search();
    },
  };
}
