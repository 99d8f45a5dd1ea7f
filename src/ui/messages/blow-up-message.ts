import type { BlowUp } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import { formatCount, formatNumber, formatQuantity } from '../controls/number-format';
import { methodLabel } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import type { Message } from '../lab/message-list';
import { isOver, remedies, waitsMessage } from './remedies';

const CAUSES: Record<BlowUp['cause'], string> = {
  'non-finite': 'a position or velocity was no longer a finite number',
  energy: 'it held over a thousand times the energy that was ever put into it',
  jitter: 'springs changed by more than their whole length in every single step',
};

/** What was true when it blew up; the remedies may change while it rests, the story doesn't. */
interface Story {
  blowUp: string;
  text: string;
  reason: string;
  over: boolean;
}

/** Says what happened and offers ways back, from the first moment of a blow-up until it is over. */
export function createBlowUpWatch(lab: Lab): { update(frame: Frame): void } {
  let story: Story | null = null;
  let told = '';
  let waiting: Message | null = null;
  return {
    update(frame) {
      const { blowUp, stability, integrator, params, report, stepCount } = frame.status;
      const waits = lab.paused && stepCount === 0 && isOver(frame.status);
      if (waiting && !waits) {
        if (lab.messages.list.includes(waiting)) lab.messages.hide(waiting.kind);
        waiting = null;
      }
      if (!blowUp) {
        if (!story) return;
        story = null;
        lab.messages.hide('blow-up');
        if (waits) {
          waiting = waitsMessage(lab);
          lab.messages.show(waiting);
        }
        return;
      }
      const present = Object.values(blowUp).join();
      // A frame is a copy: what counts is whether it tells something else than the one before.
      const news = [
        present,
        stability.dt,
        params.dt,
        params.clamp,
        params.cgIterations,
        params.newtonIterations,
        integrator,
        report.converged,
      ].join();
      if (story && news === told) return;
      told = news;
      if (story?.blowUp !== present)
        story = { blowUp: present, ...tell(lab, frame, blowUp), over: isOver(frame.status) };
      const { text, reason, over } = story;
      lab.messages.show({ kind: 'blow-up', text, reason, actions: remedies(lab, over && !isOver(frame.status)) });
    },
  };
}

function tell(lab: Lab, { status, structure }: Frame, blowUp: BlowUp): Pick<Story, 'text' | 'reason'> {
  const { params, stability, integrator, report } = status;
  const { spring } = blowUp;
  const place =
    spring === null
      ? `particle ${blowUp.particle}`
      : `spring ${spring} between particles ${structure.springs[2 * spring]} and ${structure.springs[2 * spring + 1]}`;
  const text = `It blew up at t = ${blowUp.time.toFixed(3)} s (step ${formatCount(blowUp.step)}): ${CAUSES[blowUp.cause]}, worst in ${place}.`;

  const name = methodLabel(lab.catalog, integrator);
  const hOmega = params.dt * stability.omegaMax;
  const limit = short(stability.dt * stability.omegaMax);
  const over = isOver(status);
  let verdict = `, within the ${limit} that ${name} holds: that limit is for small motion, and this one was violent`;
  if (stability.dt === Number.POSITIVE_INFINITY) {
    let blame = 'but the motion was too violent for steps this long';
    if (params.clamp === 0) blame = 'but an unclamped matrix can be indefinite, and then its solution means nothing';
    else if (!report.converged) blame = 'but its solver stopped short of its tolerance';
    verdict = `. ${name} has no limit on hω, ${blame}`;
  } else if (!(stability.dt > 0)) {
    verdict = `. ${name} makes motion with so little damping gain energy at every hω: no dt is short enough`;
  } else if (stability.omegaMax === 0) {
    const bound = `the damping alone limits dt to ${formatQuantity(stability.dt, 's')} under ${name}`;
    return { text, reason: `Nothing swings here; ${bound}, and it was ${formatQuantity(params.dt, 's')}.` };
  } else if (over) {
    verdict = `; with this damping ${name} holds up to hω = ${limit}`;
  }
  return {
    text,
    reason: `The fastest mode swings at ω = ${short(stability.omegaMax)} rad/s, so hω = ${short(hOmega)}${verdict}.`,
  };
}

/** To three digits. */
function short(value: number): string {
  return formatNumber(value, 3);
}
