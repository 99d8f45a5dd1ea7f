import type { Simulation } from '../../physics';
import { methodOf } from '../../physics/registry';

/** Particles and springs that are moved between two looks at what else there is to do: some milliseconds' worth. */
const SLICE = 4e4;
/** What a step of an implicit method costs, about, in explicit ones. */
const IMPLICIT = 20;

/** Runs so many steps, fewer where it blows up, and yields in between. */
export function* stepInSlices(simulation: Simulation, steps: number): Generator<null, void, void> {
  const { particleCount, springCount } = simulation.model;
  const { implicit } = methodOf(simulation.integrator);
  const cost = (particleCount + springCount) * (implicit ? IMPLICIT : 1);
  const slice = Math.max(1, Math.floor(SLICE / cost));
  for (let done = 0; done < steps && !simulation.blowUp; done += slice) {
    simulation.step(Math.min(slice, steps - done));
    yield null;
  }
}
