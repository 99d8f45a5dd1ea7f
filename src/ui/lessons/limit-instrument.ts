/** An instrument of a lesson: the largest stable dt in the current state. */
import { setText } from '../controls/element';
import type { Lab } from '../lab/lab';
import type { Widget } from './lesson';
import { withUnit } from './live-values';
import { valueTable } from './value-table';

/** ms between two queries: the engine takes a while for each. */
const PERIOD = 1000;

/** The engine computes the limit from the modes of the current state. */
export function limitInstrument(lab: Lab): Widget {
  const {
    node,
    cells: [limit, step],
  } = valueTable(['limit of $\\Delta t$ in this state', '$\\Delta t$']);
  let isQuerying = false;
  let isClosed = false;
  let last = Number.NEGATIVE_INFINITY;

  async function query(): Promise<void> {
    const now = performance.now();
    if (isQuerying || isClosed || now - last < PERIOD) return;
    isQuerying = true;
    last = now;
    try {
      const { dt, isBound } = await lab.ask('limit', {});
      const current = lab.frame.status.params.dt;
      const [least, most] = isBound ? ['≥ ', '≤ '] : ['', ''];
      const isLimit = dt > 0 && Number.isFinite(dt);
      const none = dt > 0 ? 'none' : isBound ? 'unknown' : 'unstable at every dt';
      setText(limit, isLimit ? `${least}${(1000 * dt).toFixed(3)} ms` : none);
      const part = isLimit ? `, ${most}${((100 * current) / dt).toFixed(1)} % of it` : '';
      setText(step, `${withUnit(1000 * current, 'ms')}${part}`);
    } catch {
      // Another scene was loaded in the meantime.
      setText(limit, 'not known for this state');
      setText(step, '');
    } finally {
      isQuerying = false;
    }
  }

  return {
    node,
    update: () => void query(),
    dispose() {
      isClosed = true;
    },
  };
}
