import { t } from '../../language/translate';
import type { Equilibrium } from '../../physics';
import { formatNumber } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { type Message, showingErrors } from '../lab/message-list';
import { cancelBeside, runBeside } from './beside';
import { mechanismsOf, showMechanisms } from './mechanisms';

const SEARCHING = 'Searching for the equilibrium …';
/** A longer search of a small scene is announced, ms. */
const LONG = 400;
/** Most steps that verify what was found: more than none if what is held was moved meanwhile. */
const VERIFYING = { iterations: 10, motion: 1 };
/** Larger scenes are searched beside the run. */
const IN_PLACE = 100;
/** s; a longer search ends, and nothing has moved. */
const MAX_TIME = 120;

/** Of the weight of a particle: a smaller force is not explained. */
const SEEN_WEIGHT = 0.01;

type Counts = Pick<Equilibrium, 'motion' | 'speed' | 'iterations' | 'unstable'>;

/** Pauses, moves all particles to equilibrium, and reports the result and the mechanisms there. */
export const findEquilibrium = showingErrors(async (lab: Lab) => {
  lab.pause();
  cancelBeside();
  if (lab.frame.status.particleCount > IN_PLACE) await searchBeside(lab);
  else await searchInPlace(lab);
});

async function searchInPlace(lab: Lab): Promise<void> {
  const announcement: Message = { kind: 'solver', text: SEARCHING };
  const timer = setTimeout(() => lab.messages.show(announcement), LONG);
  try {
    await lab.send({ type: 'equilibrium' });
    const { equilibrium } = lab.frame.status;
    if (equilibrium) await report(lab, equilibrium, equilibrium);
  } finally {
    clearTimeout(timer);
    lab.messages.remove(announcement);
  }
}

/** Searches in another worker, then lets the engine verify what was found. */
async function searchBeside(lab: Lab): Promise<void> {
  const found = await runBeside(lab, 'equilibrium', {
    text: t`Searching for the equilibrium, at most ${MAX_TIME} s …`,
    progress: (at) => {
      const { steps, motion, speed } = at?.partial ?? { steps: 0, motion: 0, speed: 0 };
      return t`${newtonSteps(steps)}, ${motionSteps(motion)}; the fastest particle moves at ${formatNumber(speed, 2)} m/s.`;
    },
    cancelHelp: 'End the search and leave every particle where it is',
    cancelled: 'Search cancelled: nothing has moved.',
    longest: MAX_TIME,
  });
  if (!found) return;
  const { positions, rounding } = found;
  const counts = { ...found, iterations: found.steps };
  if (!positions) {
    lab.messages.show({ kind: 'notice', text: notFound(counts), reason: why(lab) });
    return;
  }
  const { time } = lab.frame.status;
  await lab.together(async () => {
    const velocities = Array.from(positions, () => 0);
    await lab.send({ type: 'place', positions: Array.from(positions), velocities, time });
    await lab.send({ type: 'equilibrium', tolerance: rounding || undefined, ...VERIFYING });
  });
  const { equilibrium } = lab.frame.status;
  if (equilibrium) await report(lab, equilibrium, counts);
}

async function report(lab: Lab, equilibrium: Equilibrium, counts: Counts): Promise<void> {
  const { ok, residual } = equilibrium;
  const left = t`the largest net force on a particle is ${formatNumber(residual, 2)} N`;
  const rest = t`At rest after ${newtonSteps(counts.iterations)}${counts.motion > 0 ? t` and ${motionSteps(counts.motion)}` : ''}`;
  const text = ok
    ? `${rest}; ${left}.${stabilityText(counts.unstable)}`
    : counts.speed > 0
      ? notFound(counts)
      : t`${notFound(counts)} Now ${left}.`;
  const { mechanisms } = equilibrium;
  const reason = ok ? (gusts(lab) ?? why(lab) ?? roundingText(lab, residual)) : why(lab);
  if (!(mechanisms > 0)) lab.messages.show({ kind: 'notice', text, reason });
  if (mechanisms === 0) return;
  // Not a number: there are too many particles to count them at once.
  const found = await mechanismsOf(lab, Number.isNaN(mechanisms));
  if (found?.count) showMechanisms(lab, text, found);
}

/** Where a remaining force is from: springs as stiff as those of a material turn the rounding of positions into a force that counts. */
function roundingText({ frame }: Lab, residual: number): string | undefined {
  const { precision, params } = frame.status;
  if (precision !== 'single' || residual < SEEN_WEIGHT * params.mass * params.gravity) return undefined;
  return 'That force is from the rounding of positions in single precision. In double precision it is smaller.';
}

/** Whether a small push leaves the equilibrium. */
function stabilityText(unstable: number): string {
  if (Number.isNaN(unstable)) return '';
  if (unstable === 0) return ' It is stable.';
  return t` It is a saddle, not stable: the least push grows, in ${unstable} independent ${unstable === 1 ? 'way' : 'ways'}.`;
}

function notFound({ iterations, motion, speed }: Counts): string {
  const made = [motion > 0 ? motionSteps(motion) : '', newtonSteps(iterations)].filter(Boolean).join(t(' and '));
  const moving = speed > 0 ? t`: the fastest particle still moves at ${formatNumber(speed, 2)} m/s` : '';
  return t`No equilibrium found after ${made}${moving}.`;
}

const hasWind = ({ frame }: Lab) => (frame.status.environment.forces ?? []).some(({ type }) => type === 'wind');

function why(lab: Lab): string | undefined {
  return hasWind(lab)
    ? 'In wind a cloth may flutter for ever, in a steady one, too. A slower wind may let it rest.'
    : undefined;
}

function gusts(lab: Lab): string | undefined {
  const changing = (lab.frame.status.environment.forces ?? []).some((force) => Number(force.gust ?? 0) > 0);
  return changing ? 'Gusts change: this is at rest in the air of this moment only.' : undefined;
}

const newtonSteps = (count: number) => t`${count} Newton ${count === 1 ? 'step' : 'steps'}`;
const motionSteps = (count: number) => t`${count} steps of damped motion`;
