import type { Frame } from '../../runtime/frame/frame';
import { lazyValue } from '../controls/lazy-value';
import type { Lab } from '../lab/lab';

/** Share of the dt limit above which a word of advice may soon be due. */
const NEAR = 0.8;
/** s; no step that is longer loses motion in single precision. */
const SHORT = 1e-4;

/** A cloth that hangs there soundly needs no advice: it is loaded with the first thing done to the page. */
export function createWarningsLoader(lab: Lab): { update(frame: Frame): void } {
  const { status, structure } = lab.frame;
  const advice = lazyValue(async () => {
    const made = (await import('./warnings')).createWarnings(lab);
    // It has to see what has changed since.
    made.update({ ...lab.frame, status, structure });
    return made;
  });
  let wanted = false;
  const onDeed = () => {
    wanted = true;
    advice();
  };
  addEventListener('pointerdown', onDeed, { once: true });
  addEventListener('keydown', onDeed, { once: true });
  return {
    update(frame) {
      const { params, stability, blowUp, report } = frame.status;
      const calm =
        !blowUp &&
        report.converged &&
        params.dt > SHORT &&
        params.dt < NEAR * stability.dt &&
        frame.structure.generation === structure.generation;
      wanted ||= !calm;
      if (wanted) advice()?.update(frame);
    },
  };
}
