import { INTEGRATORS } from '../../../src/physics';
import { advance, explicitCloth, swingingCloth } from '../cloth';
import { costs, momentsOf } from '../moments';
import type { Report, Suite } from '../report';
import { interleave } from '../timing';

const ROUNDS = 6;
/** Steps per timing of an explicit integrator. */
const STEPS = 32;
const EXPLICIT = INTEGRATORS.filter(({ implicit }) => !implicit);
const IMPLICIT = INTEGRATORS.filter(({ implicit }) => implicit);

export const methods: Suite = {
  id: 'methods',
  about: 'every integrator on both kernels',
  run(report) {
    explicitMethods(report);
    implicitMethods(report);
  },
};

function explicitMethods(report: Report): void {
  const js = EXPLICIT.map(({ id }) => explicitCloth(128, id, { kernel: 'js' }));
  const simd = EXPLICIT.map(({ id }) => explicitCloth(128, id, { kernel: 'simd' }));
  const time = interleave(
    ROUNDS,
    Object.fromEntries([...js, ...simd].map((one) => [one.integrator + one.kernel, () => advance(one, STEPS)])),
  );
  const { springCount } = js[0];
  report.tables.push({
    title: `Explicit methods, cloth 128×128, ${springCount} springs`,
    brief: true,
    rows: EXPLICIT.map(({ id, label }) => {
      const [slow, fast] = [time[`${id}js`] / STEPS, time[`${id}simd`] / STEPS];
      return {
        method: label,
        'ms per step, JS': slow,
        SIMD: fast,
        ratio: slow / fast,
        'ns per spring and step, JS': (1e6 * slow) / springCount,
        'SIMD ': (1e6 * fast) / springCount,
      };
    }),
  });
}

/** Newton's method solves several systems per step, to 1e-6. */
function implicitMethods(report: Report): void {
  const n = 33;
  const moments = momentsOf(n);
  const candidates = IMPLICIT.flatMap(({ id, label }) =>
    (['js', 'simd'] as const).flatMap((kernel) =>
      (['block-jacobi', 'multigrid'] as const).map((preconditioner) => {
        const simulation = swingingCloth(n, { kernel, preconditioner });
        simulation.apply({ type: 'integrator', id });
        return { label, kernel, preconditioner, simulation };
      }),
    ),
  );
  const cost = costs(Object.fromEntries(candidates.map(({ simulation }, i) => [i, simulation])), moments, ROUNDS / 2);
  report.tables.push({
    title: `Implicit methods, cloth ${n}×${n} swinging at k = 1000 N/m, dt = 1/60 s`,
    rows: candidates.map(({ label, kernel, preconditioner }, i) => ({
      method: label,
      kernel,
      preconditioner,
      'CG iterations per step': cost[i].iterations,
      'ms per step': cost[i].ms,
    })),
  });
}
