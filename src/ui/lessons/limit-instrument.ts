import { element, setText } from '../controls/element';
import type { Lab } from '../lab/lab';
import { withEquations } from './equation';
import { withUnit } from './vector-format';
import type { Widget } from './widget';

/** ms between two questions: the answer takes the engine a while. */
const PERIOD = 1000;

/** The longest dt that the present method holds about the present state, found by the engine from the state itself. */
export function limitInstrument(lab: Lab): Widget {
  const limit = element('dd');
  const share = element('dd');
  let asking = false;
  let closed = false;
  let last = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<void> {
    const now = performance.now();
    if (asking || closed || now - last < PERIOD) return;
    asking = true;
    last = now;
    try {
      const { dt } = await lab.ask('limit', {});
      const present = lab.frame.status.params.dt;
      setText(limit, Number.isFinite(dt) ? `${(1000 * dt).toFixed(3)} ms` : 'none');
      setText(share, `${withUnit(1000 * present, 'ms')}, ${((100 * present) / dt).toFixed(1)} % of it`);
    } catch {
      // Another scene came in between.
      setText(limit, 'not known for this state');
      setText(share, '');
    } finally {
      asking = false;
    }
  }

  const node = element(
    'dl',
    { class: 'readings' },
    element('dt', {}, ...withEquations('limit of $\\Delta t$ in this state')),
    limit,
    element('dt', {}, ...withEquations('$\\Delta t$')),
    share,
  );
  return {
    node,
    update: () => void ask(),
    dispose() {
      closed = true;
    },
  };
}
