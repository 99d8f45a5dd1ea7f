import { createSimulation, type Simulation } from '../../src/physics';

export type Setup = NonNullable<Parameters<typeof createSimulation>[0]>;
/** What is compared: which loops run, and what preconditions the solves. */
export type How = Pick<Setup, 'kernel' | 'preconditioner'>;

/** kg, and N·s/m of drag; of a square metre of cloth, however many particles it has. */
export const MASS = 0.2;
const DRAG = 0.1;

/** The default cloth at another resolution, as heavy as ever; so small a dt that no explicit method blows up meanwhile. */
export function explicitCloth(n: number, integrator: string, how: How = {}, params: Setup['params'] = {}): Simulation {
  return createSimulation({
    scene: 'cloth',
    integrator,
    params: { rows: n, columns: n, mass: MASS / n ** 2, dt: 2e-6, ...params },
    ...how,
  });
}

/** The same of triangles in the place of structural and shear springs. */
export function explicitMembrane(n: number, integrator: string, how: How = {}): Simulation {
  const params = { rows: n, columns: n, mass: MASS / n ** 2, dt: 2e-6 };
  return createSimulation({ scene: 'membrane-cloth', integrator, params, ...how });
}

/**
 * A cloth that is held by two corners and let go flat and level, to swing down: 1 m wide, 0.2 kg/m², k = 1000 N/m, shear 0.5,
 * bend 0.2, h = 1/60 s. No explicit method would survive the first swing. The command `reset` hangs it up in pleats instead.
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

/** At rest in a horizontal plane, without a spring that is stretched. */
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

/** @throws Error at a blow-up: what it would take from there on tells nothing */
export function advance(simulation: Simulation, steps: number): void {
  if (!simulation.step(steps).ok) throw new Error(`${simulation.integrator} blew up while it was timed`);
}
