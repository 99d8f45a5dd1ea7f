import type { Frame } from '../runtime/protocol';
import type { createAdvice } from './advice';
import type { Lab } from './lab';

/** Share of the dt limit above which a word of advice may soon be due. */
const NEAR = 0.8;
/** s; no step that is longer loses motion in single precision. */
const SHORT = 1e-4;
/** Time after which a failed load is tried again, ms. */
const RETRY = 3000;

/** A cloth that hangs there soundly needs no advice: it is loaded with the first thing done to the page. */
export function createAdviceLoader(lab: Lab): { update(frame: Frame): void } {
  const { status, structure } = lab.frame;
  let advice: ReturnType<typeof createAdvice> | null = null;
  let asked = false;
  const load = () => {
    asked = true;
    import('./advice').then(
      (module) => {
        advice = module.createAdvice(lab);
        // It has to see what has changed since.
        advice.update({ ...lab.frame, status, structure });
      },
      () => {
        setTimeout(() => {
          asked = false;
        }, RETRY);
      },
    );
  };
  const onDeed = () => asked || load();
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
      if (advice) advice.update(frame);
      else if (!calm && !asked) load();
    },
  };
}
