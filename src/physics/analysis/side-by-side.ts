import type { Command } from '../commands/apply-command';
import type { Params } from '../model/params';
import type { Simulation } from '../simulation';
import type { StepReport } from '../world/integrator';

/** In what a companion differs from the main simulation. */
export interface Variant {
  label: string;
  /** Absent: the main one's, whatever that comes to be. */
  integrator?: string;
  params?: Partial<Params>;
}

export interface Companion {
  readonly variant: Variant;
  /** Another one after a command that begins the comparison anew. */
  readonly simulation: Simulation;
}

/** A simulation and its companions: the same scene from the same state under the same input, in step. */
export interface SideBySide {
  readonly companions: readonly Companion[];
  /** Whether all of them, the main one included, rest at a blow-up. */
  readonly resting: boolean;
  /**
   * Applies a command to the main simulation and, unless it sets what a variant has of its own, to every companion.
   * @throws as `Simulation.apply`: nothing has changed then
   */
  apply(command: Command): void;
  /** `count` steps of the main simulation's dt; who rests at a blow-up stays there. The main one's report. */
  step(count?: number): StepReport;
}

interface Runner {
  readonly variant: Variant;
  simulation: Simulation;
  /** Steps of its own since the count began, and how far behind it was then, s. */
  taken: number;
  behind: number;
}

/** Of a step: what rounding may do to a ratio of two dt. */
const ROUNDING = 1e-6;
/** Steps that one of the main simulation may cost a companion: one with a yet smaller dt falls behind. */
const MOST = 1000;
/** They put the main simulation to another place on its way. */
const ELSEWHERE: readonly Command['type'][] = ['scene', 'reset', 'rewind'];

/**
 * Runs companions beside a simulation. Each is one of its own, a fork that was given its variant by commands, and takes
 * the steps and commands that it would take alone, to the same bits. One with another dt keeps to the same time: when the
 * main one has taken n steps of h it has taken ⌊n h/h′⌋ of its own, so that it is never ahead, and behind by less than one.
 *
 * When the main simulation is put to another place on its way (scene, reset, rewind, or resume after a blow-up, which had
 * brought it back), its companions are forked from it anew.
 * @throws RangeError for a method or parameter that there isn't
 */
export function createSideBySide(main: Simulation, variants: readonly Variant[]): SideBySide {
  /** Steps of the main dt, s, since the count began. */
  let steps = 0;
  let { dt } = main.params;
  const runners = variants.map((variant): Runner => ({ variant, simulation: forkAs(variant), taken: 0, behind: 0 }));

  function forkAs({ integrator, params = {} }: Variant): Simulation {
    const simulation = main.fork();
    if (integrator !== undefined) simulation.apply({ type: 'integrator', id: integrator });
    for (const [key, value] of Object.entries(params)) simulation.apply({ type: 'set', key, value: Number(value) });
    // What stopped the main one need not stop this one.
    if (simulation.blowUp) simulation.apply({ type: 'resume' });
    return simulation;
  }

  function forkAnew(runner: Runner): void {
    runner.simulation = forkAs(runner.variant);
    runner.behind = runner.taken * runner.simulation.params.dt - steps * dt;
  }

  function beginCount(): void {
    for (const runner of runners) runner.taken = 0;
    steps = 0;
    dt = main.params.dt;
  }

  function share(runner: Runner, command: Command): void {
    if (isOwn(runner.variant, command)) return;
    try {
      runner.simulation.apply(command);
    } catch {
      // Its own state has no place where the main one's has one, as in single precision.
      forkAnew(runner);
    }
  }

  return {
    companions: runners,
    get resting() {
      return main.blowUp !== null && runners.every(({ simulation }) => simulation.blowUp !== null);
    },
    apply(command) {
      const elsewhere = ELSEWHERE.includes(command.type) || (command.type === 'resume' && main.blowUp !== null);
      main.apply(command);
      if (command.type === 'set' && command.key === 'dt') {
        for (const runner of runners) runner.behind += steps * dt - runner.taken * runner.simulation.params.dt;
        beginCount();
      }
      for (const runner of runners) if (!elsewhere) share(runner, command);
      if (!elsewhere) return;
      beginCount();
      runners.forEach(forkAnew);
    },
    step(count = 1) {
      const report = main.step(0);
      for (let i = 0; i < count; i++) {
        Object.assign(report, main.step());
        steps++;
        for (const runner of runners) {
          const { simulation, taken, behind } = runner;
          const due = Math.floor((behind + steps * dt) / simulation.params.dt + ROUNDING);
          runner.taken += Math.max(0, Math.min(MOST, due - taken));
          simulation.step(runner.taken - taken);
        }
      }
      return report;
    },
  };
}

/** Whether the command sets what the variant has set already. */
function isOwn({ integrator, params = {} }: Variant, command: Command): boolean {
  if (command.type === 'integrator') return integrator !== undefined;
  return command.type === 'set' && Object.hasOwn(params, command.key);
}
