import { symplecticEuler } from '../../integrators/symplectic-euler';
import { axpy, dot } from '../../kernels/javascript/solver-loops';
import type { State } from '../../model/model';
import { diagonalBound } from '../../world/force';
import type { IntegratorDefinition } from '../../world/integrator';
import type { World } from '../../world/world';
import type { StabilityLimit } from './longest-step';

/**
 * Products with K̂ = M^(−½)(−∂f/∂x)M^(−½) and D̂ = M^(−½)(−∂f/∂v)M^(−½) about a state. Both are symmetric. K is the true one: motion of
 * negative stiffness grows whatever the method, and has no part in a limit. Rows of pinned particles, and of axes along which nothing
 * moves, are zero. Vectors have the state's layout, and products allocate nothing, because the limit is updated several times per second;
 * `mass-weighted.ts` has the packed form.
 */
export type ScaledDerivatives = ReturnType<typeof createScaledDerivatives>;

/** Allocates; its methods allocate nothing. @param clamp true: K̂ clamped, without negative eigenvalues */
export function createScaledDerivatives(world: World, clamp = false) {
  const { particleCount, inverseMasses } = world.model;
  const size = 4 * particleCount;
  const scaled = new Float64Array(size);
  const product = new Float64Array(size);
  const found = { value: 0, residual: 0 };
  /** 4n; M^(−½), and 0 for pinned particles and axes at rest. */
  const roots = new Float64Array(size);
  let axes = ALL_AXES;
  const matrices = {
    /** 4n. */
    size,
    /** Updates masses, pins, axes and derivatives for this state. @returns true if other axes are at rest than before */
    linearize(state: State) {
      const before = axes;
      axes = movingAxes(world, state);
      for (let i = 0; i < particleCount; i++) {
        const root = Math.sqrt(inverseMasses[i]);
        for (let axis = 0; axis < 3; axis++) roots[4 * i + axis] = axes[axis] ? root : 0;
      }
      world.linearize(state, clamp);
      return axes.some((moves, axis) => moves !== before[axis]);
    },
    /** Sets the entries of pinned particles, of axes at rest and every fourth entry of x to 0. */
    filter(x: Float64Array) {
      for (let i = 0; i < size; i++) if (roots[i] === 0) x[i] = 0;
    },
    /** y := (a K̂ + b D̂) x; 4n each. */
    multiply(y: Float64Array, x: Float64Array, a: number, b: number) {
      for (let i = 0; i < size; i++) scaled[i] = roots[i] * x[i];
      y.fill(0);
      world.addDerivatives(y, scaled, -a, -b);
      for (let i = 0; i < size; i++) y[i] *= roots[i];
    },
    /**
     * The Rayleigh quotient qᵀ(a K̂ + b D̂)q of a unit vector, 0 if rounding makes it negative, and its residual
     * ‖(a K̂ + b D̂)q − value q‖. The object is valid until the next call.
     */
    quotient(q: Float64Array, a: number, b: number): { readonly value: number; readonly residual: number } {
      matrices.multiply(product, q, a, b);
      found.value = Math.max(0, dot(q, product));
      axpy(product, -found.value, q);
      found.residual = Math.sqrt(dot(product, product));
      return found;
    },
  };
  return matrices;
}

/**
 * What limits the step of a method in a world, and in how many parts it makes a step. A method that solves the springs by itself has
 * the limit of symplectic Euler for the forces that it takes at the start of each substep: `integrators/springs/split-step.ts`
 * derives it. For all others, both as they are.
 */
export function limitedPart(
  world: World,
  method: IntegratorDefinition,
): [world: World, method: IntegratorDefinition, parts: number] {
  if (!method.solvesSprings) return [world, method, 1];
  const rest = () => world.forces.filter((force) => force.derivatives?.of !== 'springs' && diagonalBound(force) === 0);
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
  return [part, symplecticEuler, world.params.substeps];
}

/** The limit of a step that is made in parts, from that of one of them. */
export function limitOfParts(limit: StabilityLimit, parts: number): StabilityLimit {
  return parts === 1 ? limit : { ...limit, dt: parts * limit.dt };
}

/** For x, y and z: false where nothing moves along that axis. */
type MovingAxes = readonly [x: boolean, y: boolean, z: boolean];

export const ALL_AXES: MovingAxes = [true, true, true];

/**
 * An axis is at rest if all particles have the same coordinate along it, no velocity along it, and no force along it. Such a run
 * stays so, to the bit: differences of equal coordinates are 0, and so are the forces of springs along the axis. The modes along it
 * cannot grow, whatever their growth per step, until something pushes the particles out of their line or plane.
 */
export function movingAxes({ model, forces }: World, state: State): MovingAxes {
  const { positions: x, velocities: v } = state;
  const still = [0, 1, 2].map((axis) => {
    for (let i = axis; i < x.length; i += 4) if (x[i] !== x[axis] || v[i] !== 0) return false;
    return true;
  });
  if (!still.includes(true)) return ALL_AXES;
  const f = x.slice().fill(0);
  for (const force of forces) force.addForce?.(f, state);
  const isPushed = (axis: number) => model.inverseMasses.some((w, i) => w !== 0 && f[4 * i + axis] !== 0);
  const moves = still.map((isStill, axis) => !isStill || isPushed(axis));
  // A particle that rests alone may be pushed along any axis.
  return moves.includes(true) ? [moves[0], moves[1], moves[2]] : ALL_AXES;
}

/** Of the squares of a shape, the part along moving axes that is rounding error. */
const ROUNDING = 1e-12;

/** True if a shape, 3n, has no part along the axes along which something moves: then the run does not contain that motion. */
export function isAcross(shape: ArrayLike<number>, axes: MovingAxes): boolean {
  let along = 0;
  let all = 0;
  for (let i = 0; i < shape.length; i++) {
    all += shape[i] * shape[i];
    if (axes[i % 3]) along += shape[i] * shape[i];
  }
  return along <= ROUNDING * all;
}

/** Bounds on the eigenvalues of M⁻¹K and M⁻¹D, where f = −K x − D v for small motion about a state. */
export type Bounds = ReturnType<typeof gershgorinBounds>;

/** The part of a world that the bounds depend on. */
type BoundedWorld = Pick<World, 'model' | 'forces'>;

/** Gershgorin's theorem: λ ≤ max_i k_i/m_i, where each force adds its share to k_i; a spring adds twice its stiffness.
 *  Source: Gershgorin 1931; Golub and Van Loan, Matrix Computations, 7.2. */
export function gershgorinBounds(world: BoundedWorld) {
  const { inverseMasses, particleCount } = world.model;
  const { stiffness: k, damping: c, leastDamping: least, complete } = boundsOfParticles(world);
  let lambda = 0;
  let largestDamping = 0;
  let leastDamping = Number.POSITIVE_INFINITY;
  for (let i = 0; i < particleCount; i++) {
    const w = inverseMasses[i];
    if (w === 0) continue;
    lambda = Math.max(lambda, k[i] * w);
    largestDamping = Math.max(largestDamping, c[i] * w);
    leastDamping = Math.min(leastDamping, least[i] * w);
  }
  return {
    /**
     * rad/s; upper bound of √λ_max(M⁻¹K), for any state of the springs, and for membrane strains up to 0.1: see
     * `forces/membrane/membrane.ts`.
     */
    omega: Math.sqrt(lambda),
    /** 1/s; upper bound of λ_max(M⁻¹D). */
    damping: largestDamping,
    /** 1/s; lower bound of λ_min(M⁻¹D) over the free particles: the drag. */
    leastDamping: Math.min(leastDamping, largestDamping),
    /** False if a force has derivatives without bounds, such as attraction: then the bounds don't hold. */
    complete,
  };
}

/** n each; N/m and N·s/m: the sums of Gershgorin's theorem for each particle, before they are divided by its mass. */
export function boundsOfParticles({ model: { particleCount }, forces }: BoundedWorld) {
  const [stiffness, damping, leastDamping] = [0, 1, 2].map(() => new Float64Array(particleCount));
  let complete = true;
  for (const force of forces) {
    if (force.addBounds ? !force.addBounds(stiffness, damping, leastDamping) : force.addDerivative) complete = false;
  }
  return { stiffness, damping, leastDamping, complete };
}
