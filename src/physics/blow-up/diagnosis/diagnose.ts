import { createLiveLimit } from '../../analysis/stability/live-limit';
import type { StabilityLimit } from '../../analysis/stability/longest-step';
import type { Command, LoggedCommand } from '../../commands/apply-command';
import { springLength } from '../../model/state';
import { methodOf } from '../../registry';
import type { Simulation } from '../../simulation';
import { findCause, firstThatHolds, safeParts, set, type Trial } from './candidate-causes';
import { type Evidence, gatherEvidence } from './evidence';

/** The cause of a blow-up, and its remedies. @interface */
export type Diagnosis = Readonly<NonNullable<ReturnType<typeof diagnose>>>;

/** Largest number of commands in a diagnosis. */
const MAX_COMMANDS = 6;

/**
 * Finds the cause of a blow-up from the recording: reruns it up to the onset, then from the last command before the onset
 * once for each candidate cause, with that cause removed. The first rerun that stays stable shows the cause.
 * Changes nothing.
 * @param proposedStep s; a shorter dt that is tried before others; 0: none
 * @returns null without a blow-up
 */
export function diagnose(simulation: Simulation, proposedStep = 0) {
  const { blowUp } = simulation;
  if (!blowUp) return null;
  const evidence = { ...gatherEvidence(simulation, blowUp), proposedStep };
  const { cause, ...remedy } = findCause(evidence);
  const { onset, onsetStep, time, dt, limitBefore, limitAtOnset, growth, commands } = evidence;
  const { particle, mass, omega, damping } = onset;
  const spring = cause === 'zero-length' ? evidence.short[0] : onset.spring;
  const { model, state } = simulation.rerun(onsetStep);
  return {
    /** What was removed in the first rerun that stayed stable, or the cause that theory proves. */
    cause,
    /** Id of the integrator at the onset. */
    method: evidence.method.id,
    /** The onset, the first unstable step: from it on, the integrator has created more energy than was put in. */
    step: onsetStep,
    /** Time of the onset, s. */
    time,
    /** Index of the particle where it began. */
    particle,
    /** Index of the spring where it began; null without springs. */
    spring,
    /** Mass of that particle, kg. */
    mass,
    /** Length of that spring at the onset, m; 0 without springs. */
    length: spring === null ? 0 : springLength(model, state.positions, spring),
    /** Rest length of that spring, m; 0 without springs. */
    restLength: spring === null ? 0 : model.restLengths[spring],
    /** ω of the unstable mode, rad/s, from M⁻¹K. */
    omega,
    /** c of the unstable mode, 1/s, from M⁻¹D. */
    damping,
    /** Observed growth factor of the motion per step. */
    growth,
    /** Time step at the onset, s. */
    dt,
    /** Longest stable dt for small motion at a quiet step before the onset, s. */
    limitBefore: limitBefore.dt,
    /** Longest stable dt for small motion at the onset, s. */
    limitThen: limitAtOnset.dt,
    /** rad/s; the fastest mode at the onset. */
    omegaMax: limitAtOnset.omegaMax,
    /** The last commands before, the newest first; of consecutive moves only the last. */
    before: lastCommands(commands),
    /** Changes that were tried in reruns, that of the cause first; `holds` tells if the run stayed stable. */
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
