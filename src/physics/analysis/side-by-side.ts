import type { Command } from '../commands/apply-command';
import type { Params } from '../model/params';
import type { Simulation } from '../simulation';

/** How a companion differs from the main simulation. */
export interface Variant {
  /** Name on the page. */
  label: string;
  /** Id of its integrator; absent: always that of the main simulation. */
  integrator?: string;
  /** Parameters that differ, by key, units as in `PARAMS`; the others follow the main simulation. */
  params?: Partial<Params>;
}

/** A simulation that runs beside the main one. */
export interface Companion {
  /** How it differs from the main simulation. */
  readonly variant: Variant;
  /** Replaced after a command that restarts the comparison. */
  readonly simulation: Simulation;
}

/** A simulation and its companions: the same scene, initial state and commands, advanced together. @interface */
export type SideBySide = ReturnType<typeof createSideBySide>;

interface Runner {
  readonly variant: Variant;
  simulation: Simulation;
  /** Its own steps since the count began. */
  taken: number;
  /** How far behind the main simulation it was when the count began, s. */
  behind: number;
}

/** Rounding error of a ratio of two dt, in steps. */
const ROUNDING = 1e-6;
/** Largest number of companion steps per main step: a companion with a still smaller dt falls behind. */
const MAX_STEPS = 1000;
/** Commands after which the main simulation continues from another state. */
const JUMPS: readonly Command['type'][] = ['scene', 'reset', 'rewind', 'undo', 'redo'];

/**
 * Runs companions beside a simulation. Each companion is a fork with its variant set by commands. It takes the same steps and
 * commands as if it ran alone, to the same bits. A companion with another step h′ keeps the same time: after n main steps of h it
 * has taken ⌊n h/h′⌋ steps, so it is never ahead, and behind by less than one step.
 *
 * When the main simulation jumps to another state (scene, reset, rewind, undo, redo, or resume after a blow-up, which restores an earlier
 * state), all companions are forked again.
 * @throws RangeError for an unknown integrator or parameter
 */
export function createSideBySide(main: Simulation, variants: readonly Variant[]) {
  /** Main steps since the count began. */
  let steps = 0;
  let { dt } = main.params;
  const runners = variants.map((variant): Runner => ({ variant, simulation: forkAs(variant), taken: 0, behind: 0 }));

  function forkAs({ integrator, params = {} }: Variant): Simulation {
    const simulation = main.fork();
    if (integrator !== undefined) simulation.apply({ type: 'integrator', id: integrator });
    for (const [key, value] of Object.entries(params)) simulation.apply({ type: 'set', key, value: Number(value) });
    // The variant may be stable where the main simulation was not.
    if (simulation.blowUp) simulation.apply({ type: 'resume' });
    return simulation;
  }

  function forkAgain(runner: Runner): void {
    runner.simulation = forkAs(runner.variant);
    runner.behind = runner.taken * runner.simulation.params.dt - steps * dt;
  }

  function restartCount(): void {
    for (const runner of runners) runner.taken = 0;
    steps = 0;
    dt = main.params.dt;
  }

  function applyTo(runner: Runner, command: Command): void {
    if (isOwn(runner.variant, command)) return;
    try {
      runner.simulation.apply(command);
    } catch {
      // The command may fail for the companion's state, for example in single precision.
      forkAgain(runner);
    }
  }

  return {
    /** One for each variant, in the same order. */
    companions: runners as readonly Companion[],
    /** True if the main simulation and all companions are stopped at a blow-up. */
    get resting() {
      return main.blowUp !== null && runners.every(({ simulation }) => simulation.blowUp !== null);
    },
    /**
     * Applies a command to the main simulation and to every companion, except for settings that belong to its variant.
     * @throws as `Simulation.apply`; then nothing has changed
     */
    apply(command: Command, act?: number) {
      const jumps = JUMPS.includes(command.type) || (command.type === 'resume' && main.blowUp !== null);
      main.apply(command, act);
      if (command.type === 'set' && command.key === 'dt') {
        for (const runner of runners) runner.behind += steps * dt - runner.taken * runner.simulation.params.dt;
        restartCount();
      }
      for (const runner of runners) if (!jumps) applyTo(runner, command);
      if (!jumps) return;
      restartCount();
      runners.forEach(forkAgain);
    },
    /** Advances by `count` steps of the main simulation's dt; a simulation stopped at a blow-up stays there. @returns the main report */
    step(count = 1) {
      const report = main.step(0);
      for (let i = 0; i < count; i++) {
        Object.assign(report, main.step());
        steps++;
        for (const runner of runners) {
          const { simulation, taken, behind } = runner;
          const due = Math.floor((behind + steps * dt) / simulation.params.dt + ROUNDING);
          runner.taken += Math.max(0, Math.min(MAX_STEPS, due - taken));
          simulation.step(runner.taken - taken);
        }
      }
      return report;
    },
  };
}

/** True if the command changes a setting that belongs to the variant. */
function isOwn({ integrator, params = {} }: Variant, command: Command): boolean {
  if (command.type === 'integrator') return integrator !== undefined;
  return command.type === 'set' && Object.hasOwn(params, command.key);
}
