import { methodOf } from '../registry';
import type { Simulation } from '../simulation';

/** Particles and springs advanced by one step of an explicit method within a slice: some milliseconds of work. */
const SLICE = 4e4;
/** Approximate cost of an implicit step, in explicit steps. */
const IMPLICIT_COST = 20;

/** Runs `steps` steps, in slices of some milliseconds: fewer if the run blows up. */
export function* stepInSlices(simulation: Simulation, steps: number): Generator<null, void, void> {
  const { particleCount, springCount } = simulation.model;
  const { iterations, substeps } = simulation.params;
  const { implicit, solvesSprings } = methodOf(simulation.integrator, simulation.definitions);
  const cost = (particleCount + springCount) * (implicit ? IMPLICIT_COST : solvesSprings ? iterations * substeps : 1);
  const slice = Math.max(1, Math.floor(SLICE / cost));
  for (let done = 0; done < steps && !simulation.blowUp; done += slice) {
    simulation.step(Math.min(slice, steps - done));
    yield null;
  }
}
