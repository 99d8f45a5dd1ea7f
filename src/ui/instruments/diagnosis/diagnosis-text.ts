import type { Diagnosis } from '../../../physics';
import type { Structure } from '../../../runtime/frame/frame';
import type { Catalog } from '../../../runtime/host/catalog-types';
import { formatNumber } from '../../controls/number-format';
import { methodLabel } from '../../lab/catalog-labels';
import { prefixed } from '../parts/numbers';

/** The texts of each cause: what happened, and why it makes the run blow up. */
const CAUSES: Record<Diagnosis['cause'], (diagnosis: Diagnosis, method: string) => [what: string, why: string]> = {
  clamp: () => [
    'The stiffness matrix was not clamped.',
    'Compressed springs make it indefinite. Then conjugate gradients break down, and their result is meaningless.',
  ],
  'zero-length': ({ spring }) => [
    `Spring ${spring} has almost zero length.`,
    'Its direction is undefined and changes from step to step, so its force pulls in one step and pushes in the next.',
  ],
  pull: ({ particle, dt, limitThen }) => [
    'The grab pulled too hard.',
    dt > limitThen
      ? `The spring of the grab makes particle ${particle} oscillate too fast for this step.`
      : 'It stretched the springs too far and too fast for the theory of small motion. Without it there is no blow-up.',
  ],
  mass: ({ particle, mass, remedies }) =>
    remedies[0].commands[0].type === 'particle'
      ? [
          `Particle ${particle} is too light for its springs.`,
          `With ${prefixed(1000 * mass, 'g')} it oscillates at √(k/m), much faster than its neighbours.`,
        ]
      : ['The particles are too light for their springs.', 'Lighter particles oscillate faster: ω grows as 1/√m.'],
  damping: (_, method) => [
    'The damping is too large for an explicit method.',
    `${method} uses the damping force at the start of the step. Above its limit each step overshoots rest by more.`,
  ],
  stiffness: () => ['The springs are too stiff for this step.', 'Stiffer springs oscillate faster: ω grows as √k.'],
  step: () => ['The step is too long.', 'The fastest mode oscillates too fast for this step.'],
  method: (_, method) => [
    `${method} amplifies undamped motion at every dt.`,
    'A shorter step only slows the growth. Damping or another method prevents it.',
  ],
  solver: () => [
    'The solver did not reach its tolerance.',
    'The remaining residual acts as an additional force in every step.',
  ],
  violence: () => [
    'The motion was too fast for this step.',
    'Small motion would have been stable: the limit is valid for small motion only.',
  ],
};

/** The cause in one sentence, and its explanation. */
export function causeText(diagnosis: Diagnosis, catalog: Catalog): [what: string, why: string] {
  return CAUSES[diagnosis.cause](diagnosis, methodLabel(catalog, diagnosis.method));
}

/** The facts: names, and values with units. */
export function factsOf(diagnosis: Diagnosis, { springs }: Structure): [name: string, value: string][] {
  const { step, time, particle, spring, omega, damping, growth, dt, limitThen, omegaMax } = diagnosis;
  const facts: [string, string][] = [
    ['first bad step', `${step}, at t = ${time.toFixed(4)} s`],
    ['location', `particle ${particle}, ${spring === null ? 'no spring' : springText(diagnosis, springs)}`],
  ];
  if (omega > 0) {
    facts.push([
      'mode',
      `${three(omega / (2 * Math.PI))} Hz, ω = ${three(omega)} rad/s, ζ = ${three(damping / (2 * omega))}; fastest mode of the scene: ω = ${three(omegaMax)} rad/s`,
    ]);
  }
  facts.push(['time step', stepText(dt, limitThen, omega)]);
  if (growth > 1.001 && Number.isFinite(growth)) facts.push(['measured growth', `× ${three(growth)} per step`]);
  return facts;
}

function springText({ spring, length, restLength }: Diagnosis, springs: Uint32Array): string {
  const ends = spring === null ? [] : springs.subarray(2 * spring, 2 * spring + 2);
  const sizes = `${metres(length)} long, ${metres(restLength)} at rest`;
  return `spring ${spring} between particles ${ends[0]} and ${ends[1]}, ${sizes}`;
}

function metres(length: number): string {
  return length > 0 ? prefixed(length, 'm') : '0 m';
}

function stepText(dt: number, limit: number, omega: number): string {
  const step = `hω = ${three(dt * omega)}, dt = ${prefixed(dt, 's')}`;
  if (limit === Number.POSITIVE_INFINITY) return `${step}; stable at every dt`;
  if (limit === 0) return `${step}; unstable at every dt`;
  return `${step}: ${three(dt / limit)} × the limit at that time, ${prefixed(limit, 's')}`;
}

function three(value: number): string {
  return formatNumber(value, 3);
}
