import { createLiveLimit } from '../../analysis/stability/live-limit';
import type { StabilityLimit } from '../../analysis/stability/longest-step';
import type { Command, LoggedCommand } from '../../commands/apply-command';
import { springLength } from '../../model/state';
import { methodOf } from '../../registry';
import type { Simulation } from '../../simulation';
import { type Cause, findCause, firstThatHolds, safeParts, set, type Trial } from './candidate-causes';
import { type Evidence, gatherEvidence } from './evidence';

/** The cause of a blow-up, and its remedies. */
export interface Diagnosis {
  /** What was removed in the first rerun that stayed stable, or the cause that theory proves. */
  readonly cause: Cause;
  /** Id of the integrator at the onset. */
  readonly method: string;
  /** The onset, the first unstable step: from it on, the integrator has created more energy than was put in. */
  readonly step: number;
  /** Time of the onset, s. */
  readonly time: number;
  /** Index of the particle where it began. */
  readonly particle: number;
  /** Index of the spring where it began; null without springs. */
  readonly spring: number | null;
  /** Mass of that particle, kg. */
  readonly mass: number;
  /** Length of that spring at the onset, m; 0 without springs. */
  readonly length: number;
  /** Rest length of that spring, m; 0 without springs. */
  readonly restLength: number;
  /** ω of the unstable mode, rad/s, from M⁻¹K. */
  readonly omega: number;
  /** c of the unstable mode, 1/s, from M⁻¹D. */
  readonly damping: number;
  /** Observed growth factor of the motion per step. */
  readonly growth: number;
  /** Time step at the onset, s. */
  readonly dt: number;
  /** Longest stable dt for small motion at a quiet step before the onset, s. */
  readonly limitBefore: number;
  /** Longest stable dt for small motion at the onset, s. */
  readonly limitThen: number;
  /** rad/s; the fastest mode at the onset. */
  readonly omegaMax: number;
  /** The last commands before, the newest first; of consecutive moves only the last. */
  readonly before: readonly LoggedCommand[];
  /** Changes that were tried in reruns, that of the cause first; `holds` tells if the run stayed stable. */
  readonly remedies: readonly Trial[];
}

/** Largest number of commands in a diagnosis. */
const MAX_COMMANDS = 6;

/**
 * Finds the cause of a blow-up from the recording: reruns it up to the onset, then from the last command before the onset
 * once for each candidate cause, with that cause removed. The first rerun that stays stable shows the cause.
 * Changes nothing.
 * @param proposedStep s; a shorter dt that is tried before others; 0: none
 * @returns null without a blow-up
 */
export function diagnose(simulation: Simulation, proposedStep = 0): Diagnosis | null {
  const { blowUp } = simulation;
  if (!blowUp) return null;
  const evidence = { ...gatherEvidence(simulation, blowUp), proposedStep };
  const { cause, ...remedy } = findCause(evidence);
  const { onset, onsetStep, time, dt, limitBefore, limitAtOnset, growth, commands } = evidence;
  const { particle, mass, omega, damping } = onset;
  const spring = cause === 'zero-length' ? evidence.short[0] : onset.spring;
  return {
    cause,
    method: evidence.method.id,
    step: onsetStep,
    time,
    particle,
    spring,
    mass,
    ...lengthsOf(simulation.rerun(onsetStep), spring),
    omega,
    damping,
    growth,
    dt,
    limitBefore: limitBefore.dt,
    limitThen: limitAtOnset.dt,
    omegaMax: limitAtOnset.omegaMax,
    before: lastCommands(commands),
    remedies: [remedy, ...usualRemedies(evidence, remedy.commands)],
  };
}

/** A shorter dt, and an integrator without a limit that creates no energy, unless they are the change already. */
function usualRemedies(evidence: Evidence, change: readonly Command[]): Trial[] {
  const steps = safeParts(evidence).map((part) => set('dt', part * evidence.dt));
  const methods: Command[] = evidence.method.createsNoEnergy ? [] : [{ type: 'integrator', id: 'implicit-euler' }];
  const isChange = (command: Command) => change.some((one) => JSON.stringify(one) === JSON.stringify(command));
  return [steps, methods]
    .filter((offered) => !offered.some(isChange))
    .map((offered) =>
      firstThatHolds(
        evidence,
        offered.map((command) => [command]),
      ),
    )
    .filter((trial) => trial !== null);
}

/** m; present length and rest length. */
function lengthsOf({ model, state }: Simulation, spring: number | null): Pick<Diagnosis, 'length' | 'restLength'> {
  if (spring === null) return { length: 0, restLength: 0 };
  return { length: springLength(model, state.positions, spring), restLength: model.restLengths[spring] };
}

/** The newest commands, as plain data; of consecutive moves only the last. */
function lastCommands(commands: readonly LoggedCommand[]): LoggedCommand[] {
  return commands
    .filter(({ command }, i) => command.type !== 'move' || commands[i - 1]?.command.type !== 'move')
    .slice(0, MAX_COMMANDS)
    .map(({ stepCount, time, command }) => ({ stepCount, time, command }));
}

/**
 * The limit on dt in the last good state, with the method and the parameters that blew up: those of the run may have changed since.
 * Changes nothing; null without a blow-up.
 */
export function limitOfBlowUp(simulation: Simulation): StabilityLimit | null {
  if (!simulation.blowUp) return null;
  const { integrator: id, params } = simulation.blowUp;
  const again = simulation.fork();
  if (again.integrator !== id) again.apply({ type: 'integrator', id });
  const now: Readonly<Record<string, number>> = { ...again.params };
  for (const [key, value] of Object.entries(params)) if (now[key] !== value) again.apply({ type: 'set', key, value });
  return createLiveLimit(again.world)(again.state, methodOf(id, again.definitions), true);
}
