import type { Frame } from '../../../runtime/frame/frame';
import type { Answer } from '../../../runtime/queries';
import { button, controlRow, element, setText } from '../../controls/element';
import { paramsOfModes } from '../../lab/applies';
import { methodLabel } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import { createAsker } from '../parts/instrument';
import { slowestModeText } from './ledger-table';

type SlowestMode = NonNullable<Answer<'slowestMode'>>;

/** Up to this many particles the mode is computed automatically; more take over a second, during which the run waits. */
const QUICK = 1500;
/** Time without a change before the mode is computed, ms. */
const DELAY = 700;

/** A line of text on the energy that the method leaves in the slowest mode, and a button that computes that mode. */
export function createSlowestMode(lab: Lab): { node: HTMLElement; update(frame: Frame): void } {
  const text = element('p', { class: 'slowest-mode' });
  const compute = button('Measure the slowest mode', 'Compute the slowest vibration mode about the current state', () =>
    query(lab.frame, null),
  );
  const node = element('div', {}, text, controlRow(compute));
  let mode: SlowestMode | null = null;
  /** Keys of the scene and method at the last query, and the present key with the time of its last change, ms. */
  let queriedScene = '';
  let queriedMethod = '';
  let present = '';
  let since = 0;
  const asker = createAsker();

  const sceneKey = ({ structure: { generation }, status }: Frame) =>
    JSON.stringify([generation, paramsOfModes(status, lab.catalog), status.pinned.length, status.springCount]);
  const methodKey = ({ status: { integrator, params } }: Frame) => JSON.stringify([integrator, params]);

  function query(frame: Frame, known: SlowestMode | null): void {
    if (asker.busy) return;
    queriedMethod = methodKey(frame);
    queriedScene = sceneKey(frame);
    const method = methodLabel(lab.catalog, frame.status.integrator);
    const args = { mode: known && { omega: known.omega, zeta: known.zeta } };
    void asker.ask(
      () => lab.ask('slowestMode', args),
      (answer) => {
        mode = answer;
        setText(
          text,
          answer
            ? slowestModeText(method, answer)
            : 'There is no slowest vibration mode here: some motion has no stiffness, or a negative one as in a cloth that moves. Let it come to rest.',
        );
      },
    );
  }

  return {
    node,
    update(frame) {
      const key = sceneKey(frame) + methodKey(frame);
      const time = performance.now();
      if (key !== present) since = time;
      present = key;
      if (asker.busy || time - since < DELAY) return;
      if (sceneKey(frame) === queriedScene) {
        if (mode && methodKey(frame) !== queriedMethod) query(frame, mode);
      } else if (frame.status.particleCount <= QUICK) query(frame, null);
      else {
        mode = null;
        setText(text, 'Press the button to measure the slowest mode; it may take some seconds.');
      }
    },
  };
}
