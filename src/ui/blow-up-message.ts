import type { BlowUp } from '../physics';
import type { Frame } from '../runtime/protocol';
import { attempt } from './attempt';
import type { Lab, Message } from './lab';
import { formatCount, formatNumber, formatQuantity } from './number-format';
import { safeStep } from './safe-step';

const CAUSES: Record<BlowUp['cause'], string> = {
  'non-finite': 'a position or velocity was no longer a finite number',
  energy: 'the cloth held over a thousand times the energy that was ever put into it',
  jitter: 'the springs changed by more than their whole length in every single step',
};

/** Says what happened and offers ways back, from the first moment of a blow-up until it is over. */
export function createBlowUpWatch(lab: Lab): { update(frame: Frame): void } {
  let told = '';
  return {
    update(frame) {
      const { blowUp, stability, integrator, params, scene, report } = frame.status;
      // A frame is a copy: what counts is whether it tells something else than the one before.
      const news = blowUp
        ? [
            blowUp.step,
            blowUp.time,
            blowUp.cause,
            stability.dt,
            params.dt,
            params.clamp,
            integrator,
            scene,
            report.converged,
          ].join()
        : '';
      if (news === told) return;
      told = news;
      if (blowUp) lab.say(blowUpMessage(lab, frame, blowUp));
      else lab.unsay('blow-up');
    },
  };
}

function blowUpMessage(lab: Lab, frame: Frame, blowUp: BlowUp): Message {
  return {
    kind: 'blow-up',
    text: `It blew up at t = ${blowUp.time.toFixed(3)} s (step ${formatCount(blowUp.step)}): ${CAUSES[blowUp.cause]}${where(frame, blowUp)}.`,
    reason: why(lab, frame),
    actions: remedies(lab, frame),
  };
}

/** The spring or the particle where it was worst. */
function where({ structure }: Frame, { spring, particle }: BlowUp): string {
  if (typeof spring === 'number' && spring >= 0) {
    return `, worst in spring ${spring} between particles ${structure.springs[2 * spring]} and ${structure.springs[2 * spring + 1]}`;
  }
  return typeof particle === 'number' && particle >= 0 ? `, worst at particle ${particle}` : '';
}

function why(lab: Lab, { status }: Frame): string {
  const { params, stability, integrator, report } = status;
  const method = lab.catalog.integrators.find(({ id }) => id === integrator);
  const name = method?.label ?? integrator;
  const hOmega = params.dt * stability.omegaMax;
  const fastest = `The fastest mode swings at ω ≤ ${formatNumber(Number(stability.omegaMax.toPrecision(3)))} rad/s, so hω ≤ ${formatNumber(Number(hOmega.toPrecision(3)))}`;
  if (stability.hOmegaLimit === Number.POSITIVE_INFINITY) {
    const blame =
      params.clamp === 0
        ? 'an unclamped matrix can be indefinite, and then the solve means nothing'
        : report.converged
          ? 'the motion itself was too violent for steps this long'
          : 'the solver stopped short of its tolerance';
    return `${fastest}. ${name} has no limit on hω, but ${blame}.`;
  }
  if (!(stability.hOmegaLimit > 0))
    return `${fastest}. ${name} gains energy at every hω with so little damping: no dt is short enough.`;
  const limit = formatNumber(Number(stability.hOmegaLimit.toPrecision(3)));
  return hOmega > stability.hOmegaLimit
    ? `${fastest}; with this damping ${name} holds up to hω = ${limit}.`
    : `${fastest}, within the ${limit} that ${name} holds: that limit is for small motion, and this one was violent.`;
}

function remedies(lab: Lab, frame: Frame): NonNullable<Message['actions']> {
  const { params, stability, integrator, report } = frame.status;
  const goOn = (label: string, help: string, change: () => Promise<unknown>) => ({
    label,
    help,
    act: () =>
      attempt(
        change()
          .then(() => lab.send({ type: 'resume' }))
          .then(() => lab.play()),
      ),
  });
  const actions: NonNullable<Message['actions']> = [];
  const dt = safeStep(frame);
  if (dt > 0)
    actions.push(
      goOn(
        `dt to ${formatQuantity(dt, 's')}`,
        'Shorten the step below the limit and go on from the last good state',
        () => lab.set('dt', dt),
      ),
    );
  const { implicit } = lab.catalog.integrators.find(({ id }) => id === integrator) ?? {};
  if (implicit && params.clamp === 0) {
    actions.push(goOn('Clamp stiffness', 'Make the matrix definite again and go on', () => lab.set('clamp', 1)));
  } else if (implicit && !report.converged) {
    actions.push(
      goOn('More CG iterations', 'Let the solver work four times as long and go on', () =>
        lab.set('cgIterations', 4 * params.cgIterations),
      ),
    );
  } else if (stability.hOmegaLimit !== Number.POSITIVE_INFINITY) {
    actions.push(
      goOn('Implicit Euler', 'Change to the method that holds at any dt and go on', () =>
        lab.set('integrator', 'implicit-euler'),
      ),
    );
  }
  actions.push({
    label: 'Reset',
    help: 'Start the scene again with the same parameters (R)',
    act: () => attempt(lab.reset().then(() => lab.play())),
  });
  if (params.stopOnBlowUp !== 0) {
    actions.push(
      goOn('Let it run', 'Go on as it is, and stop only where a number is no longer finite', () =>
        lab.set('stopOnBlowUp', 0),
      ),
    );
  }
  return actions;
}
