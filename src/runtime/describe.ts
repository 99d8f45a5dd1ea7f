import { createSafeStep, INTEGRATORS, largestStrain, type Simulation, SPRING_KINDS } from '../physics/core';
import type { Stability, Status, Structure } from './protocol';

/** What changes seldom, as copies. */
export function describeStructure(simulation: Simulation, generation: number): Structure {
  const { model, params } = simulation;
  const off = SPRING_KINDS.map((kind) => params[`${kind}Springs`] === 0);
  return {
    particleCount: model.particleCount,
    masses: model.masses.slice(),
    pinned: model.pinned.slice(),
    springs: model.springs.slice(),
    kinds: model.kinds.slice(),
    restLengths: Float32Array.from(model.restLengths),
    cut: model.cut.slice(),
    absent: model.cut.map((cut, j) => (cut === 1 || off[model.kinds[j]] ? 1 : 0)),
    surface: simulation.surface(),
    membrane: model.membrane !== null,
    grid: model.grid,
    generation,
  };
}

/** What the clock has measured. */
export type Pace = Pick<Status, 'stepTime' | 'realTimeFactor'>;

/** Makes `describe(simulation, …)`: the status of a run, with a bound on dt that follows pins, cuts and parameters. */
export function createDescription() {
  const safeStep = createSafeStep();
  let stability: Stability = { omegaMax: 0, hOmegaLimit: 0, dt: 0, guaranteed: true };
  /** What the bound was found for: it depends on nothing that moves. */
  let found: unknown[] = [];

  function findStability(simulation: Simulation, structure: Structure): Stability {
    const { params, integrator, held, scenery } = simulation;
    const asked = [structure, params, integrator, held, scenery];
    if (asked.some((thing, i) => thing !== found[i])) {
      found = asked;
      const method = INTEGRATORS.find(({ id }) => id === integrator) ?? INTEGRATORS[0];
      stability = safeStep(method, simulation.world);
    }
    return stability;
  }

  return (simulation: Simulation, structure: Structure, pace: Pace, replay: Status['replay']): Status => ({
    scene: simulation.scene,
    builtIn: simulation.builtIn,
    integrator: simulation.integrator,
    precision: simulation.precision,
    params: simulation.params,
    time: simulation.time,
    stepCount: simulation.stepCount,
    particleCount: simulation.particleCount,
    springCount: simulation.springCount,
    pinned: pinsOf(structure),
    held: simulation.held,
    target: simulation.held === null ? null : simulation.target,
    push: simulation.push,
    scenery: simulation.scenery,
    equilibrium: simulation.equilibrium,
    energy: simulation.energy(),
    strain: largestStrain(simulation.model, simulation.state),
    report: simulation.report,
    blowUp: simulation.blowUp,
    timeline: simulation.timeline,
    stability: findStability(simulation, structure),
    ...pace,
    replay,
  });
}

function pinsOf({ pinned }: Structure): number[] {
  const pins: number[] = [];
  for (let i = 0; i < pinned.length; i++) if (pinned[i] === 1) pins.push(i);
  return pins;
}
