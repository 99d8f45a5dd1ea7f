import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import { lazyValue } from '../controls/lazy-value';
import { formatQuantity } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';

/** Share of the limit of dt above which a warning may soon be needed. */
const NEAR = 0.8;
/** A longer dt loses no motion in single precision, s. */
const SHORT = 1e-4;

/** Loads the warnings with the first input, or when a warning may be needed. */
export function createWarningsLoader(lab: Lab): { update(frame: Frame): void } {
  const { status, structure } = lab.frame;
  const warnings = lazyValue(
    async () => {
      const loaded = (await import('./warnings')).createWarnings(lab);
      // Warnings compare frames: show them the state at the start of the page first.
      loaded.update({ ...lab.frame, status, structure });
      return loaded;
    },
    (error) => {
      failure = error;
    },
  );
  let needed = false;

  /** Why they are not loaded yet; null: not known. */
  let failure: unknown = null;
  /** The step of the blow-up that is told here; null: none. */
  let told: number | null = null;

  /** Tells of a blow-up while what explains it could not be loaded. What is loaded at last replaces the message. */
  function tellBlowUp({ blowUp }: Frame['status']): void {
    if (failure === null || told === (blowUp?.step ?? null)) return;
    told = blowUp?.step ?? null;
    if (!blowUp) {
      lab.messages.hide('blow-up');
      return;
    }
    lab.messages.show({
      kind: 'blow-up',
      text: `The simulation blew up at t = ${formatQuantity(blowUp.time, 's')}. Its last good state is shown.`,
      reason: `The explanation failed to load; trying again every 3 s. ${messageOf(failure)}`,
      actions: [{ label: 'Reset', help: 'Start the scene again', act: () => ignoreShownError(lab.reset()) }],
    });
  }

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
      if (!needed) return;
      const loaded = warnings();
      if (loaded) loaded.update(frame);
      else tellBlowUp(frame.status);
    },
  };
}
