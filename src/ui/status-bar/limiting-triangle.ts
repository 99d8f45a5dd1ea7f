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
/** Relative change of the limit after which the triangles are sought again. */
const CHANGE = 0.2;

/** A button that names the triangles that set the limit on dt, and offers to collapse an edge of each; hidden while there are none. */
export function createLimitingTriangle(lab: Lab): { button: HTMLButtonElement; update(frame: Frame): void } {
  let found: Awaited<ReturnType<RemoteSession['limitingTriangles']>> = null;
  let sentence = '';
  /** The scene and method of the last search, and the limit at which it began, s. */
  let key = '';
  let sought = 0;
  let next = 0;
  let busy = false;

  const shown = button('', '', offer, { hidden: true, class: 'triangle' });

  function show(limiting: typeof found): void {
    found = limiting;
    shown.hidden = found === null;
    if (!found) return;
    const { triangles, gain } = found;
    const times = formatTimes(gain);
    if (triangles.length > 1) {
      sentence = t`${triangles.length} thin triangles set the limit on dt. If an edge of each collapses, the limit is ${times} × as long.`;
      setText(shown, `${triangles.length} △`);
      setAttribute(shown, 'aria-label', t`${triangles.length} triangles`);
    } else {
      const [{ triangle, corners, height, edge, length }] = triangles;
      sentence = t`Triangle ${triangle} (particles ${corners.join(', ')}; ${prefixed(height, 'm')} high) sets the limit on dt. If its edge ${edge.join('–')} of ${prefixed(length, 'm')} collapses, the limit is ${times} × as long.`;
      setText(shown, `△ ${triangle}`);
      setAttribute(shown, 'aria-label', t`Triangle ${triangle}`);
    }
    shown.title = sentence;
  }

  function offer(): void {
    if (!found) return;
    const { triangles } = found;
    const particles = triangles.flatMap(({ edge }) => edge);
    const collapse = () => lab.send({ type: 'collapse', particles });
    lab.messages.show({
      kind: 'notice',
      text: sentence,
      actions: [action(triangles.length > 1 ? 'Collapse the edges' : 'Collapse the edge', sentence, collapse)],
    });
  }

  async function search(): Promise<void> {
    busy = true;
    const began = performance.now();
    const asked = key;
    // A failure is reported elsewhere.
    const limiting = await lab.host.session.limitingTriangles().catch(() => null);
    if (asked === key) show(limiting);
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
