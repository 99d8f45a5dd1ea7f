import type { Diagnosis } from '../../../physics';
import type { Structure } from '../../../runtime/frame/frame';
import type { Catalog } from '../../../runtime/host/catalog-types';
import { formatNumber } from '../../controls/number-format';
import { methodLabel } from '../../lab/catalog-labels';
import { prefixed } from '../parts/numbers';

/** Each cause in a sentence, and why that bursts. */
const CAUSES: Record<Diagnosis['cause'], (verdict: Diagnosis, method: string) => [what: string, why: string]> = {
  clamp: () => [
    'The matrix was left unclamped.',
    'Compressed springs make the true matrix indefinite: then conjugate gradients break down, and what they leave means nothing.',
  ],
  'zero-length': ({ spring }) => [
    `Spring ${spring} has next to no length.`,
    'It has no direction of its own, and turns round from step to step: what pulled pushes in the next.',
  ],
  pull: ({ particle, dt, limitThen }) => [
    'The hand pulled too hard.',
    dt > limitThen
      ? `Its own spring makes particle ${particle} swing faster than the step can follow.`
      : 'It stretched the springs so far, so fast, that small motion is no guide: without it the run would have held.',
  ],
  mass: ({ particle, mass, remedies }) =>
    remedies[0].commands[0].type === 'particle'
      ? [
          `Particle ${particle} is too light for its springs.`,
          `With ${prefixed(1000 * mass, 'g')} it swings at √(k/m), far faster than its neighbours.`,
        ]
      : ['The particles are too light for their springs.', 'Lighter particles swing faster: ω grows as 1/√m.'],
  damping: (_, method) => [
    'There is too much damping for an explicit method.',
    `${method} takes the damping from the start of the step: beyond its limit it overshoots rest, farther each time.`,
  ],
  stiffness: () => ['The springs are too stiff for this step.', 'Stiffer springs swing faster: ω grows as √k.'],
  step: () => ['The step is too long.', 'The fastest mode swings faster than the step can follow.'],
  method: (_, method) => [
    `${method} makes undamped motion grow at any step.`,
    'A shorter step only makes it slower to burst; damping, or another method, ends it.',
  ],
  solver: () => [
    'The solver stopped short of its tolerance.',
    'What is left of the residual is a force that nobody asked for, in every step.',
  ],
  violence: () => [
    'The motion was too violent for steps this long.',
    'Small motion would have held: the limit speaks of that alone.',
  ],
};

/** The cause in two sentences. */
export function causeInWords(verdict: Diagnosis, catalog: Catalog): [what: string, why: string] {
  const method = methodLabel(catalog, verdict.method);
  return CAUSES[verdict.cause](verdict, method);
}

/** What is known of it: names, and values with their units. */
export function factsOf(verdict: Diagnosis, { springs }: Structure): [name: string, value: string][] {
  const { step, time, particle, spring, omega, damping, growth, dt, limitThen, omegaMax } = verdict;
  const facts: [string, string][] = [
    ['first bad step', `${step}, at t = ${time.toFixed(4)} s`],
    ['began at', `particle ${particle}, ${spring === null ? 'no spring' : springInWords(verdict, springs)}`],
  ];
  if (omega > 0) {
    facts.push([
      'mode behind it',
      `${three(omega / (2 * Math.PI))} Hz, ω = ${three(omega)} rad/s, ζ = ${three(damping / (2 * omega))}; the fastest there was has ω = ${three(omegaMax)} rad/s`,
    ]);
  }
  facts.push(['its step', stepInWords(dt, limitThen, omega)]);
  if (growth > 1.001 && Number.isFinite(growth)) facts.push(['growth seen', `× ${three(growth)} a step`]);
  return facts;
}

function springInWords({ spring, length, restLength }: Diagnosis, springs: Uint32Array): string {
  const ends = spring === null ? [] : springs.subarray(2 * spring, 2 * spring + 2);
  const sizes = `${metres(length)} long, ${metres(restLength)} at rest`;
  return `spring ${spring} between particles ${ends[0]} and ${ends[1]}, ${sizes}`;
}

function metres(length: number): string {
  return length > 0 ? prefixed(length, 'm') : '0 m';
}

function stepInWords(dt: number, limit: number, omega: number): string {
  const step = `hω = ${three(dt * omega)}, dt = ${prefixed(dt, 's')}`;
  if (limit === Number.POSITIVE_INFINITY) return `${step}; the method has no limit`;
  if (limit === 0) return `${step}; no step is safe`;
  return `${step}: ${three(dt / limit)} × the limit then, ${prefixed(limit, 's')}`;
}

function three(value: number): string {
  return formatNumber(value, 3);
}
