import type { Frame } from '../../../runtime/frame/frame';
import type { Answer } from '../../../runtime/queries';
import { button, element, setText } from '../../controls/element';
import { methodLabel } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import { swingInWords } from './ledger-text';

type Swing = NonNullable<Answer<'slowestMode'>>;

/** Particles up to which the swing is sought by itself: more take a second and longer, while the run waits. */
const QUICK = 1500;
/** Time that must pass without a change before it is sought, ms. */
const REST = 700;
/** What doesn't change the swing but what the method does with it. */
const OF_METHOD = ['dt', 'decay', 'speed'];

/** What the method leaves of the slowest swing's energy, as a line of text, and a button that looks for that swing. */
export function createSlowestMode(lab: Lab): { node: HTMLElement; update(frame: Frame): void } {
  const words = element('p', { class: 'swing' });
  const look = button(
    'Measure the slowest swing',
    'Find the slowest way in which the scene swings about its present state',
    () => seek(lab.frame, null),
  );
  const node = element('div', {}, words, element('div', { class: 'controls' }, look));
  let swing: Swing | null = null;
  /** What the swing, and what the method does with it, go with; and since when that is so, ms. */
  let found = '';
  let told = '';
  let seen = '';
  let since = 0;
  let asking = false;

  function seek(frame: Frame, known: Swing | null): void {
    asking = true;
    told = methodKey(frame);
    found = sceneKey(frame);
    const method = methodLabel(lab.catalog, frame.status.integrator);
    const args = { mode: known && { omega: known.omega, zeta: known.zeta } };
    lab
      .ask('slowestMode', args)
      .then(
        (answer) => {
          swing = answer;
          setText(
            words,
            answer
              ? swingInWords(method, answer)
              : 'Nothing resists the slowest motions here: there is no slowest swing to tell of.',
          );
        },
        () => {},
      )
      .finally(() => {
        asking = false;
      });
  }

  return {
    node,
    update(frame) {
      const key = sceneKey(frame) + methodKey(frame);
      const time = performance.now();
      if (key !== seen) since = time;
      seen = key;
      if (asking || time - since < REST) return;
      if (sceneKey(frame) === found) {
        if (swing && methodKey(frame) !== told) seek(frame, swing);
      } else if (frame.status.particleCount <= QUICK) seek(frame, null);
      else {
        swing = null;
        setText(words, 'Press to see what the method does to the slowest swing: it may take some seconds here.');
      }
    },
  };
}

function sceneKey({ structure, status }: Frame): string {
  const { params, pinned, springCount } = status;
  const material = Object.entries(params).filter(([key]) => !OF_METHOD.includes(key));
  return JSON.stringify([structure.generation, material, pinned.length, springCount]);
}

function methodKey({ status: { integrator, params } }: Frame): string {
  return JSON.stringify([integrator, ...OF_METHOD.map((key) => params[key])]);
}
