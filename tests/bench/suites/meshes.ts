import { createSimulation, MATERIALS } from '../../../src/physics';
import { irregularMesh } from '../../fixtures/irregular-mesh';
import { advance } from '../cloth';
import { type Cost, mean } from '../moments';
import type { Suite } from '../report';
import { processorTime } from '../timing';

/** Vertices along each border: about 300, 3,000 and 12,000 in all. */
const SIDES = [18, 55, 110];
const KERNELS = ['js', 'simd'] as const;
/** Timed one by one, after an untimed one. */
const STEPS = 10;
const ROUNDS = 5;

/** Meshes of random triangles made of each material, and as they are: what a card costs. */
export const meshes: Suite = {
  id: 'meshes',
  about: 'steps of irregular meshes made of each material, over steps of the same meshes as they are',
  isLong: true,
  run(report, { sizes }) {
    const sides = sizes?.split(',').map(Number) ?? SIDES;
    for (const kernel of KERNELS) {
      const rows = sides.flatMap((side) => {
        const scene = irregularMesh(side, 7);
        const ids = [null, ...MATERIALS.map(({ id }) => id)];
        const [plain, ...made] = costs(scene, kernel, ids);
        report.bars.push({
          name: `meshes of ${scene.particles.positions.length} vertices, ${kernel}: with a material / without, most`,
          value: Math.max(...made.map(({ ms }) => ms / plain.ms)),
          direction: 'at most',
          bar: 3,
        });
        return [plain, ...made].map((one, i) => ({
          vertices: scene.particles.positions.length,
          material: ids[i] ?? 'none',
          'ms a step': one.ms,
          iterations: one.iterations,
          ratio: one.ms / plain.ms,
        }));
      });
      report.tables.push({
        title: `Irregular meshes, implicit Euler, dt = 1/60 s, ${kernel}`,
        about: 'Hung by two corners and let go. Each step with the shortest processor time of the rounds.',
        rows,
      });
    }
  },
};

/** Of all in turn, step by step, so that other load affects all alike. */
function costs(scene: ReturnType<typeof irregularMesh>, kernel: 'js' | 'simd', materials: (string | null)[]): Cost[] {
  const times = materials.map(() => new Array<number>(STEPS).fill(Number.POSITIVE_INFINITY));
  const iterations = materials.map(() => new Array<number>(STEPS).fill(0));
  for (let round = 0; round < ROUNDS; round++) {
    const simulations = materials.map((material) => {
      const simulation = createSimulation({ scene, kernel, integrator: 'implicit-euler', params: { dt: 1 / 60 } });
      if (material) simulation.apply({ type: 'material', id: material });
      advance(simulation, 1);
      return simulation;
    });
    for (let step = 0; step < STEPS; step++) {
      simulations.forEach((simulation, k) => {
        const time = processorTime(() => advance(simulation, 1));
        times[k][step] = Math.min(times[k][step], time);
        iterations[k][step] = simulation.report.iterations;
      });
    }
  }
  return materials.map((_, k) => ({ ms: mean(times[k]), iterations: mean(iterations[k]) }));
}
