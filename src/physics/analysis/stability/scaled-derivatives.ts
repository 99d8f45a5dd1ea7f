import { symplecticEuler } from '../../integrators/symplectic-euler';
import { dot } from '../../kernels/javascript/solver-loops';
import type { State } from '../../model/model';
import type { IntegratorDefinition } from '../../world/integrator';
import type { World } from '../../world/world';
import { add } from '../eigen/vectors';
import { ALL_AXES, movingAxes } from '../state/moving-axes';

/**
 * Products with K̂ = M^(−½)(−∂f/∂x)M^(−½) and D̂ = M^(−½)(−∂f/∂v)M^(−½) about a state. Both are symmetric; with K clamped both are
 * positive semidefinite. Rows of pinned particles, and of axes along which nothing moves, are zero. Vectors have the state's layout,
 * and products allocate nothing, because the limit is updated several times per second; `mass-weighted.ts` has the packed form.
 */
export interface ScaledDerivatives {
  /** 4n. */
  readonly size: number;
  /** Updates masses, pins, axes and derivatives for this state. @returns true if other axes are at rest than before */
  linearize(state: State): boolean;
  /** Sets the entries of pinned particles, of axes at rest and every fourth entry of x to 0. */
  filter(x: Float64Array): void;
  /** y := (a K̂ + b D̂) x; 4n each. */
  multiply(y: Float64Array, x: Float64Array, a: number, b: number): void;
  /**
   * The Rayleigh quotient qᵀ(a K̂ + b D̂)q of a unit vector, 0 if rounding makes it negative, and its residual
   * ‖(a K̂ + b D̂)q − value q‖. The object is valid until the next call.
   */
  quotient(q: Float64Array, a: number, b: number): { readonly value: number; readonly residual: number };
}

/** Allocates; its methods allocate nothing. */
export function createScaledDerivatives(world: World): ScaledDerivatives {
  const { particleCount, inverseMasses } = world.model;
  const size = 4 * particleCount;
  const scaled = new Float64Array(size);
  const product = new Float64Array(size);
  const found = { value: 0, residual: 0 };
  /** 4n; M^(−½), and 0 for pinned particles and axes at rest. */
  const roots = new Float64Array(size);
  let axes = ALL_AXES;
  const matrices: ScaledDerivatives = {
    size,
    linearize(state) {
      const before = axes;
      axes = movingAxes(world, state);
      for (let i = 0; i < particleCount; i++) {
        const root = Math.sqrt(inverseMasses[i]);
        for (let axis = 0; axis < 3; axis++) roots[4 * i + axis] = axes[axis] ? root : 0;
      }
      world.linearize(state, true);
      return axes.some((moves, axis) => moves !== before[axis]);
    },
    filter(x) {
      for (let i = 0; i < size; i++) if (roots[i] === 0) x[i] = 0;
    },
    multiply(y, x, a, b) {
      for (let i = 0; i < size; i++) scaled[i] = roots[i] * x[i];
      y.fill(0);
      world.addDerivatives(y, scaled, -a, -b);
      for (let i = 0; i < size; i++) y[i] *= roots[i];
    },
    quotient(q, a, b) {
      matrices.multiply(product, q, a, b);
      found.value = Math.max(0, dot(q, product));
      add(product, q, -found.value);
      found.residual = Math.sqrt(dot(product, product));
      return found;
    },
  };
  return matrices;
}

/**
 * What limits the step of a method in a world. A method that solves the springs by itself has the limit of symplectic Euler for the
 * forces that it takes at the start of its step: `integrators/split-step.ts` derives it. For all others, both as they are.
 */
export function limitedPart(world: World, method: IntegratorDefinition): [World, IntegratorDefinition] {
  if (!method.solvesSprings) return [world, method];
  const rest = () => world.forces.filter(({ usesSpringTangents, isLocal }) => !usesSpringTangents && !isLocal);
  const part: World = Object.create(world, {
    forces: { get: rest },
    linearize: {
      value: ((state, clamp) =>
        rest().forEach((one) => void one.linearize?.(state, clamp ?? true))) satisfies World['linearize'],
    },
    addDerivatives: {
      value: ((y, p, a, b) =>
        rest().forEach((one) => void one.addDerivative?.(y, p, a, b))) satisfies World['addDerivatives'],
    },
  });
  return [part, symplecticEuler];
}
