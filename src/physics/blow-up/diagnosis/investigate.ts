import type { Command, LoggedCommand } from '../../commands/apply-command';
import { squaredDistance } from '../../model/state';
import type { Simulation } from '../../simulation';
import { type Evidence, gatherEvidence } from './evidence';
import { type Cause, convict, safeParts, set } from './suspects';
import { firstThatHolds, type Trial } from './what-if';

/** What a blow-up came from, and what would have helped. */
export interface Diagnosis {
  readonly cause: Cause;
  /** Id of the method at work then. */
  readonly method: string;
  /** The first step that went bad: from it on the method had made more energy than was ever put in; and its time, s. */
  readonly step: number;
  readonly time: number;
  /** Where it began; the spring is null where there is none. */
  readonly particle: number;
  readonly spring: number | null;
  /** kg; of that particle. m; of that spring, then and at rest. */
  readonly mass: number;
  readonly length: number;
  readonly restLength: number;
  /** The mode behind it: rad/s and 1/s, of M⁻¹K and M⁻¹D. */
  readonly omega: number;
  readonly damping: number;
  /** By how much the motion was seen to grow in a step. */
  readonly growth: number;
  /** s; the step then, and the method's limit for small motion at a quiet step before, and then. */
  readonly dt: number;
  readonly limitBefore: number;
  readonly limitThen: number;
  /** rad/s; the fastest mode then. */
  readonly omegaMax: number;
  /** What was done shortly before, the newest first; of a drag its beginning and its end. */
  readonly before: readonly LoggedCommand[];
  /** What would have helped: each was tried on the record itself. */
  readonly remedies: readonly Trial[];
}

/** Deeds that are told, at most. */
const TOLD = 6;

/**
 * Why a simulation blew up, found from its record: it is run again up to the step that went bad, and from the last deed
 * ahead of it once for each suspect, with that one taken away. What then holds was the cause.
 * Changes nothing. @returns null where the simulation doesn't rest at a blow-up
 */
export function diagnose(simulation: Simulation): Diagnosis | null {
  const { blowUp } = simulation;
  if (!blowUp) return null;
  const evidence = gatherEvidence(simulation, blowUp);
  const { cause, ...remedy } = convict(evidence);
  const { outbreak, bad, time, dt, limitBefore, limitThen, growth, commands } = evidence;
  const { particle, mass, omega, damping } = outbreak;
  const spring = cause === 'zero-length' ? evidence.short[0] : outbreak.spring;
  return {
    cause,
    method: evidence.method.id,
    step: bad,
    time,
    particle,
    spring,
    mass,
    ...lengthsOf(simulation.rerun(bad), spring),
    omega,
    damping,
    growth,
    dt,
    limitBefore: limitBefore.dt,
    limitThen: limitThen.dt,
    omegaMax: limitThen.omegaMax,
    before: deeds(commands),
    remedies: [remedy, ...usual(evidence, remedy.commands)],
  };
}

/** A shorter step, and a method without a limit, where they aren't the change already. */
function usual(evidence: Evidence, change: readonly Command[]): Trial[] {
  const steps = safeParts(evidence).map((part) => set('dt', part * evidence.dt));
  const methods: Command[] = evidence.method.implicit ? [] : [{ type: 'integrator', id: 'implicit-euler' }];
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

/** m; now and at rest. */
function lengthsOf({ model, state }: Simulation, spring: number | null): Pick<Diagnosis, 'length' | 'restLength'> {
  if (spring === null) return { length: 0, restLength: 0 };
  const { springs, restLengths } = model;
  const squared = squaredDistance(state.positions, springs[2 * spring], springs[2 * spring + 1]);
  return { length: Math.sqrt(squared), restLength: restLengths[spring] };
}

/** Of the moves of a drag only the last. */
function deeds(commands: readonly LoggedCommand[]): LoggedCommand[] {
  return commands
    .filter(({ command }, i) => command.type !== 'move' || commands[i - 1]?.command.type !== 'move')
    .slice(0, TOLD);
}
