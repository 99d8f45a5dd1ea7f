import type { Equilibrium } from '../../physics';
import { type RunningJob, startJob } from '../../runtime/jobs/start-job';
import { formatNumber } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import type { Message } from '../lab/message-list';
import { showMechanisms } from './mechanisms';

/** Particles: a larger scene is searched beside the run, so that the page can show progress and cancel. */
const SMALL = 400;
/** A longer search of a small scene is announced, ms. */
const LONG = 400;

type Counts = Pick<Equilibrium, 'motion' | 'speed' | 'iterations'>;

/** The search beside the run. */
let running: RunningJob<unknown> | null = null;

/** Pauses, moves all particles to equilibrium, and reports the result and the mechanisms there. */
export async function findEquilibrium(lab: Lab): Promise<void> {
  lab.pause();
  running?.cancel();
  const { particleCount, held } = lab.frame.status;
  // A scene file has no grab, which pulls on the scene like a spring.
  if (particleCount > SMALL && held === null) await searchBeside(lab);
  else await searchInPlace(lab);
}

async function searchInPlace(lab: Lab): Promise<void> {
  const announcement: Message = { kind: 'solver', text: 'Searching for the equilibrium …' };
  const timer = setTimeout(() => lab.messages.show(announcement), LONG);
  try {
    await lab.send({ type: 'equilibrium' });
    const { equilibrium } = lab.frame.status;
    if (equilibrium) await report(lab, equilibrium, equilibrium);
  } finally {
    clearTimeout(timer);
    if (lab.messages.list.includes(announcement)) lab.messages.hide('solver');
  }
}

/** Searches in another worker, then lets the engine verify what was found, where it needs a step or two. */
async function searchBeside(lab: Lab): Promise<void> {
  const before = lab.frame.status;
  const scene = await lab.save();
  let counts: Counts = { motion: 0, speed: 0, iterations: 0 };
  const show = (put: 'show' | 'replace') => lab.messages[put](progress(counts, () => job.cancel()));
  const job = startJob('equilibrium', scene, { precision: before.precision }, ({ partial }) => {
    counts = { ...partial, iterations: partial.steps };
    if (running === job) show('replace');
  });
  running = job;
  show('show');
  try {
    const { positions, time, ...found } = { ...(await job.result), time: before.time };
    counts = { ...found, iterations: found.steps };
    lab.messages.hide('solver');
    const { stepCount, loadNumber, particleCount } = lab.frame.status;
    if (stepCount !== before.stepCount || loadNumber !== before.loadNumber || particleCount !== before.particleCount) {
      lab.messages.show({ kind: 'notice', text: 'The run went on during the search: its result is not shown.' });
    } else if (positions) {
      const velocities = Array.from(positions, () => 0);
      await lab.together(async () => {
        await lab.send({ type: 'place', positions: Array.from(positions), velocities, time });
        await lab.send({ type: 'equilibrium' });
      });
      const { equilibrium } = lab.frame.status;
      if (equilibrium) await report(lab, equilibrium, counts);
    } else lab.messages.show({ kind: 'notice', text: notFound(counts), reason: why(lab) });
  } catch (error) {
    lab.messages.hide('solver');
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    if (running === job) lab.messages.show({ kind: 'notice', text: 'Search cancelled: nothing has moved.' });
  } finally {
    if (running === job) running = null;
  }
}

function progress({ iterations, motion, speed }: Counts, cancel: () => void): Message {
  return {
    kind: 'solver',
    text: 'Searching for the equilibrium …',
    reason: `${newtonSteps(iterations)}, ${motionSteps(motion)}; the fastest particle moves at ${formatNumber(speed, 2)} m/s.`,
    actions: [{ label: 'Cancel', help: 'End the search and leave every particle where it is', act: cancel }],
  };
}

async function report(lab: Lab, equilibrium: Equilibrium, counts: Counts): Promise<void> {
  const { ok, residual } = equilibrium;
  const left = `the largest net force on a particle is ${formatNumber(residual, 2)} N`;
  const found = `At rest after ${newtonSteps(counts.iterations)}${counts.motion > 0 ? ` and ${motionSteps(counts.motion)}` : ''}`;
  const text = ok ? `${found}; ${left}.` : counts.speed > 0 ? notFound(counts) : `${notFound(counts)} Now ${left}.`;
  if (equilibrium.mechanisms > 0) showMechanisms(lab, text, await lab.ask('mechanisms', {}));
  else lab.messages.show({ kind: 'notice', text, reason: ok ? gusts(lab) : why(lab) });
}

function notFound({ iterations, motion, speed }: Counts): string {
  const made = [motion > 0 ? motionSteps(motion) : '', newtonSteps(iterations)].filter(Boolean).join(' and ');
  const moving = speed > 0 ? `: the fastest particle still moves at ${formatNumber(speed, 2)} m/s` : '';
  return `No equilibrium found after ${made}${moving}.`;
}

const hasWind = ({ frame }: Lab) => (frame.status.environment.forces ?? []).some(({ type }) => type === 'wind');

function why(lab: Lab): string | undefined {
  return hasWind(lab) ? 'In a stream along it, a cloth may have no place to rest.' : undefined;
}

function gusts(lab: Lab): string | undefined {
  const changing = (lab.frame.status.environment.forces ?? []).some((force) => Number(force.gust ?? 0) > 0);
  return changing ? 'Gusts change: this is at rest in the air of this moment only.' : undefined;
}

const newtonSteps = (count: number) => `${count} Newton ${count === 1 ? 'step' : 'steps'}`;
const motionSteps = (count: number) => `${count} steps of damped motion`;
