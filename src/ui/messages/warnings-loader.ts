import type { Frame } from '../../runtime/frame/frame';
import { lazyValue } from '../controls/lazy-value';
import type { Lab } from '../lab/lab';

/** Share of the limit of dt above which a warning may soon be needed. */
const NEAR = 0.8;
/** A longer dt loses no motion in single precision, s. */
const SHORT = 1e-4;

/** Loads the warnings with the first input, or when a warning may be needed. */
export function createWarningsLoader(lab: Lab): { update(frame: Frame): void } {
  const { status, structure } = lab.frame;
  const warnings = lazyValue(async () => {
    const loaded = (await import('./warnings')).createWarnings(lab);
    // Warnings compare frames: show them the state at the start of the page first.
    loaded.update({ ...lab.frame, status, structure });
    return loaded;
  });
  let needed = false;
  const onInput = () => {
    needed = true;
    warnings();
  };
  addEventListener('pointerdown', onInput, { once: true });
  addEventListener('keydown', onInput, { once: true });
  return {
    update(frame) {
      const { params, stability, blowUp, report, coarseRounding } = frame.status;
      const safe =
        !blowUp &&
        !(coarseRounding > 0) &&
        report.converged &&
        params.dt > SHORT &&
        (stability.sought || params.dt < NEAR * stability.dt) &&
        params.dt < params.speed &&
        frame.structure.generation === structure.generation;
      needed ||= !safe;
      if (needed) warnings()?.update(frame);
    },
  };
}
