import { createSimulation, type Simulation } from '../../src/physics';

export type Setup = NonNullable<Parameters<typeof createSimulation>[0]>;
/** The compared choices: kernel and preconditioner. */
export type How = Pick<Setup, 'kernel' | 'preconditioner'>;

/** kg per square metre of cloth, for any number of particles. */
export const MASS = 0.2;
/** N·s/m of drag per square metre. */
const DRAG = 0.1;

/** The default cloth at another resolution with the same mass, and a dt at which every explicit integrator is stable. */
export function explicitCloth(n: number, integrator: string, how: How = {}, params: Setup['params'] = {}): Simulation {
  return createSimulation({
    scene: 'cloth',
    integrator,
    params: { rows: n, columns: n, mass: MASS / n ** 2, dt: 2e-6, ...params },
    ...how,
  });
}

/** The same cloth with triangles instead of structural and shear springs. */
export function explicitMembrane(n: number, integrator: string, how: How = {}): Simulation {
  const params = { rows: n, columns: n, mass: MASS / n ** 2, dt: 2e-6 };
  return createSimulation({ scene: 'membrane-cloth', integrator, params, ...how });
}

/**
 * A cloth with two pinned corners, released flat and horizontal: 1 m wide, 0.2 kg/m², k = 1000 N/m, shear 0.5, bend 0.2,
 * h = 1/60 s. Every explicit integrator would blow up. After the command `reset` it hangs in pleats.
 */
export function swingingCloth(n: number, how: How = {}, params: Setup['params'] = {}): Simulation {
  const simulation = createSimulation({
    scene: 'cloth',
    integrator: 'implicit-euler',
    params: {
      rows: n,
      columns: n,
      mass: MASS / n ** 2,
      drag: DRAG / n ** 2,
      stiffness: 1000,
      shear: 0.5,
      bend: 0.2,
      dt: 1 / 60,
      cgIterations: 20_000,
      ...params,
    },
    ...how,
  });
  simulation.apply({ type: 'place', ...levelled(simulation), time: 0 });
  return simulation;
}

/** At rest in a horizontal plane, with all springs at their rest length. */
function levelled({ state, model }: Simulation): { positions: Float64Array; velocities: Float64Array } {
  const positions = new Float64Array(4 * model.particleCount);
  const n = Math.sqrt(model.particleCount);
  for (let i = 0; i < n * n; i++) {
    positions[4 * i] = (i % n) / (n - 1) - 0.5;
    positions[4 * i + 1] = state.positions[1];
    positions[4 * i + 2] = Math.floor(i / n) / (n - 1);
  }
  return { positions, velocities: new Float64Array(positions.length) };
}

/** @throws Error at a blow-up, after which timings are meaningless */
export function advance(simulation: Simulation, steps: number): void {
  if (!simulation.step(steps).ok) throw new Error(`${simulation.integrator} blew up during the timing`);
}
