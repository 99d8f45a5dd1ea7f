// Runs a scene to the moment that its picture shows, and draws it.
import type * as Engine from '../../src/physics/index.ts';
import type { Look } from '../../src/render/cloth/looks.ts';
import { drawScene } from './draw-scene.ts';

/** Simulated time after which a scene is drawn, s. */
const MOMENT = 0.6;
/** Scenes that show what they are about at another time. */
const MOMENTS: Record<string, number> = {
  'cloth-on-sphere': 1.2,
  'cloth-over-bust': 1.4,
  'dress-a-body': 1.5,
  shirt: 2,
  'table-pulled-away': 0.85,
  tablecloth: 1.2,
  'turning-ball': 1.6,
  'twisted-cloth': 4.6,
  trampoline: 0.2,
};
/** Scenes of at most this many particles, without springs, are drawn with their paths of the last seconds. */
const TRAILS = { particles: 3, time: 4.2, points: 220 };

/** @returns the PNG file */
export function drawMoment({ createSimulation, OBSTACLES }: typeof Engine, scene: string, look: Look): Buffer {
  const simulation = createSimulation({ scene });
  const { particleCount, springCount, params } = simulation;
  if (springCount > 0 || particleCount > TRAILS.particles) {
    simulation.step(Math.round((MOMENTS[scene] ?? MOMENT) / params.dt));
    return drawScene(simulation, look, bodiesOf(OBSTACLES, simulation));
  }
  const trails: Float64Array[] = [];
  const steps = Math.max(1, Math.round(TRAILS.time / TRAILS.points / params.dt));
  for (let k = 0; k < TRAILS.points && simulation.time < TRAILS.time; k++) {
    simulation.step(steps);
    trails.push(
      Float64Array.from(
        { length: 3 * particleCount },
        (_, i) => simulation.particle(Math.floor(i / 3)).position[i % 3],
      ),
    );
  }
  return drawScene(simulation, look, [], trails);
}

/** The bodies of a scene as triangles. */
function bodiesOf(kinds: typeof Engine.OBSTACLES, { environment }: Engine.Simulation): Engine.TriangleMesh[] {
  return kinds.flatMap(({ list, create }) =>
    (environment[list] ?? []).flatMap((values) => create(values as never).triangles?.() ?? []),
  );
}
