import type { BlowUp } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import { formatCount, formatNumber, formatQuantity } from '../controls/number-format';
import { methodLabel } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import type { Message } from '../lab/message-list';
import { exceedsLimit, remedies, waitsMessage } from './remedies';

const CAUSES: Record<BlowUp['cause'], string> = {
  'non-finite': 'a position or velocity was no longer finite',
  energy: 'its energy exceeded 1000 × everything put in',
  jitter: 'springs changed by more than their rest length in each step',
};

/** The report of a blow-up. It stays the same while the run rests; the remedies may change. */
interface Report {
  blowUp: string;
  text: string;
  reason: string;
  over: boolean;
}

/** Reports a blow-up and offers remedies until it is over. */
export function createBlowUpWatch(lab: Lab): { update(frame: Frame): void } {
  let shown: Report | null = null;
  let state = '';
  let waiting: Message | null = null;
  return {
    update(frame) {
      const { blowUp, stability, integrator, params, report, stepCount } = frame.status;
      const waits = lab.paused && stepCount === 0 && exceedsLimit(frame.status);
      if (waiting && !waits) {
        if (lab.messages.list.includes(waiting)) lab.messages.hide(waiting.kind);
        waiting = null;
      }
      if (!blowUp) {
        if (!shown) return;
        shown = null;
        lab.messages.hide('blow-up');
        if (waits) {
          waiting = waitsMessage(lab);
          lab.messages.show(waiting);
        }
        return;
      }
      const present = Object.values(blowUp).join();
      // Each frame is a copy: compare the values.
      const newState = [
        present,
        stability.dt,
        params.dt,
        params.clamp,
        params.cgIterations,
        params.newtonIterations,
        integrator,
        report.converged,
      ].join();
      if (shown && newState === state) return;
      state = newState;
      if (shown?.blowUp !== present)
        shown = { blowUp: present, ...describe(lab, frame, blowUp), over: exceedsLimit(frame.status) };
      const { text, reason, over } = shown;
      lab.messages.show({ kind: 'blow-up', text, reason, actions: remedies(lab, over && !exceedsLimit(frame.status)) });
    },
  };
}

function describe(lab: Lab, { status, structure }: Frame, blowUp: BlowUp): Pick<Report, 'text' | 'reason'> {
  const { params, stability, integrator, report } = status;
  const { spring } = blowUp;
  const place =
    spring === null
      ? `particle ${blowUp.particle}`
      : `spring ${spring} between particles ${structure.springs[2 * spring]} and ${structure.springs[2 * spring + 1]}`;
  const text = `The simulation blew up at t = ${blowUp.time.toFixed(3)} s (step ${formatCount(blowUp.step)}): ${CAUSES[blowUp.cause]}. Worst: ${place}.`;

  const name = methodLabel(lab.catalog, integrator);
  const hOmega = params.dt * stability.omegaMax;
  const limit = short(stability.dt * stability.omegaMax);
  const over = exceedsLimit(status);
  let conclusion = `. That is below the limit ${limit} of ${name}, which is for small motion; this motion was too large`;
  if (stability.dt === Number.POSITIVE_INFINITY) {
    let blame = 'but this motion was too large for this dt';
    if (params.clamp === 0) blame = 'but an unclamped matrix can be indefinite, and then its solution is meaningless';
    else if (!report.converged) blame = 'but its solver did not reach its tolerance';
    conclusion = `. ${name} has no limit on hω for small motion, ${blame}`;
  } else if (!(stability.dt > 0)) {
    conclusion = `. With so little damping, ${name} is unstable at every dt`;
  } else if (stability.omegaMax === 0) {
    const bound = `damping alone limits dt to ${formatQuantity(stability.dt, 's')} with ${name}`;
    return { text, reason: `Nothing oscillates here, but ${bound}; dt was ${formatQuantity(params.dt, 's')}.` };
  } else if (over) {
    conclusion = `; with this damping, ${name} is stable up to hω = ${limit}`;
  }
  return {
    text,
    reason: `The fastest mode has ω = ${short(stability.omegaMax)} rad/s, so hω = ${short(hOmega)}${conclusion}.`,
  };
}

/** To three digits. */
function short(value: number): string {
  return formatNumber(value, 3);
}
