import { createSimulation } from '../../../src/physics';
import { blockOfJelly, ringsOfCloth } from '../../fixtures/networks';
import { advance, MASS, type Setup } from '../cloth';
import { type Cost, mean } from '../moments';
import type { Report, Suite } from '../report';
import { duration } from '../timing';

/** About 1,000, 4,000 and 8,000 particles. */
const NETWORKS = [
  { name: 'round cloth', scene: ringsOfCloth, sizes: [18, 37, 52] },
  { name: 'block of jelly', scene: blockOfJelly, sizes: [9, 15, 19] },
];
const STIFFNESSES = [1000, 10_000];
const KERNELS = ['js', 'simd'] as const;
const PRECONDITIONERS = ['block-jacobi', 'aggregation'];
/** Steps timed one by one, after the same number of untimed steps. */
const STEPS = 8;
/** Aggregation is the default from this number of particles. */
const AUTO_PARTICLES = 4000;
/** The same for the triangles of a membrane. */
const AUTO_TRIANGLES = 1000;
const ROUNDS = 2;
/** Rows and columns of the membranes. */
const MEMBRANES = [16, 24, 32, 64];

/** Networks that are no regular nets, and membranes: block Jacobi and aggregation at the default tolerance. */
export const networks: Suite = {
  id: 'networks',
  about: 'other networks than regular nets, and membranes: block Jacobi and aggregation, over size and stiffness',
  run(report) {
    const found = NETWORKS.flatMap(({ name, scene, sizes }) =>
      sizes.flatMap((size) =>
        STIFFNESSES.flatMap((stiffness) => {
          const file = scene(size, stiffness);
          const particles = file.particles.positions.length;
          return KERNELS.map((kernel) => {
            const costs = measure({ scene: file }, kernel);
            return { name, particles, stiffness, kernel, costs };
          });
        }),
      ),
    );
    report.tables.push({
      title: 'Networks that are no nets, implicit Euler, dt = 1/60 s, default tolerance: ms per step (iterations)',
      about: 'Let go flat, or at rest; set-up included. Each step with the shortest time of interleaved rounds.',
      rows: found.map(({ name, particles, stiffness, kernel, costs: [plain, ours] }) => ({
        network: name,
        particles,
        'k, N/m': stiffness,
        kernel,
        'block Jacobi': said(plain),
        aggregation: said(ours),
        ratio: plain.ms / ours.ms,
      })),
    });
    const taken = found.filter(({ particles }) => particles >= AUTO_PARTICLES);
    for (const kernel of KERNELS) {
      const ratios = taken.filter((one) => one.kernel === kernel).map(({ costs: [plain, ours] }) => plain.ms / ours.ms);
      const name = `networks from ${AUTO_PARTICLES} particles and 1000 N/m, ${kernel}: block Jacobi / aggregation, least`;
      // It must be faster where it is the default.
      report.bars.push({ name, value: Math.min(...ratios), direction: 'at least', bar: 1, aim: 1.3 });
    }
    membranes(report);
  },
};

/** The membrane cloth with its own stiffness and both preconditioners. */
function membranes(report: Report): void {
  const found = MEMBRANES.flatMap((n) =>
    KERNELS.map((kernel) => {
      const params = { rows: n, columns: n, mass: MASS / n ** 2 };
      const costs = measure({ scene: 'membrane-cloth', params }, kernel);
      return { n, triangles: 2 * (n - 1) ** 2, kernel, costs };
    }),
  );
  report.tables.push({
    title: 'A membrane, implicit Euler, dt = 1/60 s, default tolerance: ms per step (iterations)',
    about: 'Let go in pleats. Each step with the shortest time of interleaved rounds.',
    rows: found.map(({ n, triangles, kernel, costs: [plain, ours] }) => ({
      membrane: `${n}×${n}`,
      triangles,
      kernel,
      'block Jacobi': said(plain),
      aggregation: said(ours),
      ratio: plain.ms / ours.ms,
    })),
  });
  const taken = found.filter(({ triangles }) => triangles >= AUTO_TRIANGLES);
  for (const kernel of KERNELS) {
    const ratios = taken.filter((one) => one.kernel === kernel).map(({ costs: [plain, ours] }) => plain.ms / ours.ms);
    const name = `membranes from ${AUTO_TRIANGLES} triangles, ${kernel}: block Jacobi / aggregation, least`;
    report.bars.push({ name, value: Math.min(...ratios), direction: 'at least', bar: 1, aim: 1.3 });
  }
}

const said = ({ ms, iterations }: Cost) => `${ms.toPrecision(3)} (${iterations.toPrecision(3)})`;

/** Cost of a step with each preconditioner. */
function measure({ scene, params: own }: Pick<Setup, 'scene' | 'params'>, kernel: 'js' | 'simd'): Cost[] {
  const best = PRECONDITIONERS.map(() => ({
    ms: new Array<number>(STEPS).fill(Number.POSITIVE_INFINITY),
    iterations: [0],
  }));
  for (let round = 0; round < ROUNDS; round++) {
    const params = { ...own, dt: 1 / 60, cgIterations: 20_000 };
    const runs = PRECONDITIONERS.map((preconditioner) =>
      createSimulation({ scene, kernel, preconditioner, params, integrator: 'implicit-euler' }),
    );
    for (const run of runs) advance(run, STEPS);
    for (let step = 0; step < STEPS; step++) {
      runs.forEach((run, i) => {
        const { ms, iterations } = best[i];
        ms[step] = Math.min(
          ms[step],
          duration(() => advance(run, 1)),
        );
        iterations[step] = run.report.iterations;
      });
    }
  }
  return best.map(({ ms, iterations }) => ({ ms: mean(ms), iterations: mean(iterations) }));
}
