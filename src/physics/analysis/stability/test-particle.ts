import { javascriptKernel } from '../../kernels/javascript';
import { type Block, createArena, type Floats, ordinaryBlock } from '../../model/arena';
import { EMPTY_ENVIRONMENT } from '../../model/environment';
import { createControl, type Model, type State } from '../../model/model';
import { defaultParams } from '../../registry';
import { none } from '../../solvers/preconditioners';
import { createWorld } from '../../world/create-world';
import type { Force, ForceDefinition } from '../../world/force';
import type { IntegratorDefinition } from '../../world/integrator';

/** A force on one particle, with its derivatives, for tests of any integrator. */
export type TestForce = Pick<Force, 'linearize'> &
  Required<Pick<Force, 'addForce' | 'addDerivative' | 'addDiagonal'>> & {
    /** Of a test spring: its k and c, and what it adds besides the spring. */
    readonly k?: number;
    readonly c?: number;
    addLoad?(f: Floats): void;
  };

/** Particles of 1 kg in double precision, with one integrator and one force. */
export type TestParticles = ReturnType<typeof createTestParticles>;

/** Test particles for many runs, with solver tolerances near rounding error. Nothing corrects their steps: the force has no energy.
 *  @param n their number */
export function createTestParticles(method: IntegratorDefinition, force: TestForce, n = 1) {
  // Methods that solve springs take the test spring as one of the model.
  const isSpring = method.solvesSprings && force.addLoad !== undefined;
  const definition: ForceDefinition = {
    id: 'test',
    label: '',
    summary: '',
    create: () => (isSpring ? { addForce: force.addLoad } : force),
  };
  const laws = { forces: [definition], constraints: [], preconditioner: none };
  const control = createControl();
  const params = { ...defaultParams(), cgTolerance: 1e-14, newtonTolerance: 1e-14, lineSearch: 0 };
  const arena = createArena('double', smallBlocks());
  const settings = { params, environment: EMPTY_ENVIRONMENT };
  const model = isSpring ? springToOrigin() : particles(n);
  const integrator = method.create(createWorld(model, settings, control, javascriptKernel, arena, laws));
  const size = 4 * model.particleCount;
  const state: State = { positions: new Float64Array(size), velocities: new Float64Array(size), time: 0 };
  const [x, v] = [state.positions, state.velocities];

  return {
    /** 4n; m. */
    x,
    /** 4n; m/s. */
    v,
    /** Sets position and velocity of the first particle along the x axis, those of all others to 0, and t = 0. */
    start(position: number, velocity: number) {
      x.fill(0);
      v.fill(0);
      x[0] = position;
      v[0] = velocity;
      state.time = 0;
    },
    step(h: number) {
      if (isSpring) {
        model.stiffness[0] = force.k ?? 0;
        model.damping[0] = force.c ?? 0;
      }
      integrator.step(state, h);
      state.time += h;
    },
  };
}

function particles(n: number): Model {
  const empty = new Float64Array(0);
  return {
    springs: new Uint32Array(0),
    kinds: new Uint8Array(0),
    cut: new Uint8Array(0),
    cuts: { count: 0, version: 0 },
    surface: new Uint32Array(0),
    particleCount: n,
    springCount: 0,
    masses: new Float64Array(n).fill(1),
    inverseMasses: new Float64Array(n).fill(1),
    pinned: new Uint8Array(n),
    restLengths: empty,
    meanLength: 0,
    shortest: 0,
    stiffness: empty,
    damping: empty,
    membrane: null,
    grid: null,
    origins: new Uint32Array(0),
    wholeScene: {},
  };
}

/** A spring without length between a particle and a pin at the origin: linear in all directions. */
function springToOrigin(): Model {
  return {
    ...particles(2),
    springCount: 1,
    springs: Uint32Array.of(0, 1),
    kinds: new Uint8Array(1),
    cut: new Uint8Array(1),
    inverseMasses: Float64Array.of(1, 0),
    pinned: Uint8Array.of(0, 1),
    restLengths: new Float64Array(1),
    stiffness: new Float64Array(1),
    damping: new Float64Array(1),
  };
}

/** Small memory blocks for a few particles: allocating an arena's usual blocks would take longer than a search. */
function smallBlocks(): (bytes: number) => Block {
  let size = 1 << 12;
  return (bytes) => {
    size *= 2;
    return ordinaryBlock(Math.min(bytes, size));
  };
}

/** ẍ = a − k x − c ẋ for one particle of 1 kg; all three may change from step to step. */
interface TestSpring extends TestForce {
  /** m/s². */
  a: number;
  /** N/m. */
  k: number;
  /** N·s/m. */
  c: number;
  /** f += a alone. */
  addLoad(f: Floats): void;
}

export function createTestSpring(): TestSpring {
  const spring: TestSpring = {
    a: 0,
    k: 0,
    c: 0,
    addLoad(f) {
      f[0] += spring.a;
    },
    addForce(f, { positions: x, velocities: v }) {
      spring.addLoad(f);
      for (let axis = 0; axis < 3; axis++) f[axis] -= spring.k * x[axis] + spring.c * v[axis];
    },
    addDerivative(y, p, a, b) {
      for (let axis = 0; axis < 3; axis++) y[axis] -= (a * spring.k + b * spring.c) * p[axis];
    },
    addDiagonal(blocks, a, b) {
      for (let axis = 0; axis < 3; axis++) blocks[4 * axis] -= a * spring.k + b * spring.c;
    },
  };
  return spring;
}
