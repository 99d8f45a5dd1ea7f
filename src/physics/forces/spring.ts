import { javascriptKernel } from '../kernels/javascript';
import { directionBounds } from '../kernels/javascript/spring-loops';
import type { Kernel } from '../kernels/kernel';
import type { Model } from '../model/model';
import type { Force, ForceDefinition } from '../world/force';

const FIELDS = {
  restLength: {
    label: 'rest length',
    unit: 'm',
    default: 0.5,
    required: true,
    accepts: 'non-negative',
    range: [0, 2],
    help: 'Length at which it neither pulls nor pushes.',
  },
  stiffness: {
    label: 'stiffness',
    unit: 'N/m',
    default: 1,
    required: true,
    accepts: 'non-negative',
    range: [1e-2, 1e3],
    help: 'Stiffness of this spring alone; the stiffness of the material does not change it.',
  },
  damping: {
    label: 'damping',
    unit: 'N·s/m',
    default: 0,
    accepts: 'non-negative',
    range: [1e-4, 10],
    help: 'Damping of the dashpot along the spring.',
  },
} as const;

/** Damped springs: f_a = −[k(l − L₀) + k_d u] n, f_b = −f_a; V = ½k(l − L₀)².
 *
 *  ∂f_a/∂x_a = −k[n nᵀ + c(I − n nᵀ)] with c = 1 − L₀/l, clamped to c ≥ 0 on request; ∂f_a/∂v_a = −k_d n nᵀ.
 *  The dashpot's own ∂f/∂x is not symmetric and is left out, as is usual.
 *  Bounds: as c < 1, clamped or not, and |p_a − p_b|² ≤ 2(|p_a|² + |p_b|²), 2k and 2k_d at either end. c < 0 makes
 *  negative eigenvalues of −∂f/∂x, of motion that really grows; they have no bound.
 *  The springs of the scene, and a single spring between any two particles where it is listed.
 *  Sources: Bender, Mass-Spring-Damper Model; Choi and Ko, Stable but Responsive Cloth (the clamp); lecture slides Particle
 *  Dynamics (the damped spring between two particles). */
export const spring: ForceDefinition<typeof FIELDS> = {
  id: 'spring',
  label: 'Springs',
  summary: 'A damped spring along every edge pulls its ends back to the rest length.',
  isRelative: true,
  account: 'elastic',
  create: ({ kernel, model, tangents }) => ({
    derivatives: { of: 'springs' },
    ...createSprings(kernel, model, tangents),
  }),
  listed: {
    label: 'Spring',
    summary: 'A damped spring between two particles, beside those of the material.',
    particles: 'two',
    fields: FIELDS,
    create({ model }, { restLength, stiffness, damping }, particles) {
      /** In the precision of the model, so that the loops over springs meet one kind of array. */
      const one = (value: number) => model.masses.slice(0, 1).fill(value);
      const restLengths = one(restLength);
      const single: Model = {
        ...model,
        springCount: 1,
        springs: particles,
        restLengths,
        ...directionBounds(restLengths),
        stiffness: one(stiffness),
        damping: one(damping),
      };
      return createSprings(javascriptKernel, single, new Float64Array(4));
    },
  },
};

/** @param tangents 4m; n and c of every spring where it was linearized last */
function createSprings(kernel: Kernel, model: Model, tangents: Float64Array): Force {
  return {
    addForce: (f, state) => kernel.addSpringForces(model, state, f),
    linearize: (state, clamp) => kernel.linearizeSprings(model, state, clamp, tangents),
    addDerivative: (y, p, a, b) => kernel.addSpringDerivatives(model, tangents, y, p, a, b),
    addDiagonal: (blocks, a, b) => kernel.addSpringDiagonals(model, tangents, blocks, a, b),
    addBounds(k, c) {
      const { springs, springCount, stiffness, damping } = model;
      for (let end = 0; end < 2 * springCount; end++) {
        k[springs[end]] += 2 * stiffness[end >> 1];
        c[springs[end]] += 2 * damping[end >> 1];
      }
      return true;
    },
    energy: (state) => kernel.springEnergy(model, state),
    heat: (state) => kernel.springHeat(model, state),
  };
}
