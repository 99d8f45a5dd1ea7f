import { TANGENT } from '../kernels/javascript/triangle-tangents';
import type { Kernel } from '../kernels/kernel';
import { type Arena, createArena } from '../model/arena';
import { EMPTY_ENVIRONMENT, type Fields, type ValuesOf } from '../model/environment';
import type { Control, Model, State } from '../model/model';
import type { Constraint, ConstraintDefinition } from './constraint';
import type { Force, ForceDefinition } from './force';
import type { EquationsOfMotion, PreconditionerDefinition, World } from './world';
import type { Energy, WorldSettings } from './world-context';

type Changing = 'preconditioner' | 'audit' | 'clamped' | 'solvesSprings';

/** A world as commands change it. */
export type MutableWorld = Omit<World, Changing> & {
  -readonly [K in Changing]: World[K];
} & {
  /** Replaces parameters and environment. A new environment also replaces the forces listed in it. */
  applySettings(settings: WorldSettings): void;
};

/** What can act in a world. */
export interface Laws {
  forces: readonly ForceDefinition[];
  constraints: readonly ConstraintDefinition[];
  /** Of implicit methods, to begin with. */
  preconditioner: PreconditionerDefinition;
}

/** Binds a model to what acts in it: M a = f(x, v). */
export function createWorld(
  model: Model,
  initialSettings: WorldSettings,
  control: Control,
  kernel: Kernel,
  arena: Arena,
  laws: Laws,
): MutableWorld {
  const forces: Force[] = [];
  const forceDefinitions: ForceDefinition[] = [];
  const constraints: Constraint[] = [];
  /** Those that take part in products with the matrix, of which a step has many. */
  let differentiable: Force[] = [];
  const { particleCount, inverseMasses } = model;
  let settings: WorldSettings = { ...initialSettings, environment: EMPTY_ENVIRONMENT };

  function listDifferentiable(): void {
    differentiable = forces.filter(({ addDerivative }) => addDerivative);
  }

  const world: MutableWorld = {
    model,
    get params() {
      return settings.params;
    },
    get environment() {
      return settings.environment;
    },
    control,
    arena,
    persistentArena: createArena(arena.precision),
    kernel,
    tangents: arena.doubles(4 * model.springCount),
    triangleTangents: arena.doubles(TANGENT * (model.membrane?.triangleCount ?? 0)),
    preconditioner: laws.preconditioner,
    forces,
    forceDefinitions,
    constraintDefinitions: laws.constraints,
    ...constrain(model, kernel, forces, constraints),
    audit: null,
    clamped: true,
    solvesSprings: false,

    applySettings(next) {
      const { environment } = next;
      const isNew = environment !== settings.environment;
      settings = next;
      if (!isNew) return;
      forces.length = forceDefinitions.length = ownForces;
      for (const item of environment.forces) {
        const definition = laws.forces.find(({ id, listed }) => listed && id === item.type);
        if (!definition?.listed) throw new RangeError(`there is no force "${item.type}"`);
        // The item was checked against these very fields.
        // The particles that it acts on, ascending; none named: all.
        const particles = item.particles
          ? Uint32Array.from(item.particles).sort()
          : Uint32Array.from({ length: particleCount }, (_, i) => i);
        forces.push(definition.listed.create(world, item as ValuesOf<Fields>, particles));
        forceDefinitions.push(definition);
      }
      listDifferentiable();
    },

    prescribe(state) {
      for (let i = 0; i < constraints.length; i++) constraints[i].prescribe?.(state);
    },

    computeAccelerations(state, a) {
      world.computeForces(state, a);
      kernel.scaleRows(a, inverseMasses);
    },

    linearize(state, clamp = world.params.clamp === 1) {
      world.clamped = clamp;
      for (let i = 0; i < forces.length; i++) forces[i].linearize?.(state, clamp);
    },

    addDerivatives(y, p, a, b) {
      for (let i = 0; i < differentiable.length; i++) differentiable[i].addDerivative?.(y, p, a, b);
    },

    addDiagonals(blocks, a, b) {
      for (let i = 0; i < forces.length; i++) forces[i].addDiagonal?.(blocks, a, b);
    },

    energy: (state, energy) => energyOf(world, state, energy),

    pullEnergy(state) {
      let sum = 0;
      for (let i = 0; i < forces.length; i++)
        if (forceDefinitions[i].account === 'hand') sum += forces[i].energy?.(state) ?? 0;
      return sum;
    },
  };

  for (const definition of laws.forces) {
    if (!definition.create) continue;
    forces.push(definition.create(world));
    forceDefinitions.push(definition);
  }
  const ownForces = forces.length;
  for (const definition of laws.constraints) constraints.push(definition.create(world));
  listDifferentiable();
  world.applySettings(initialSettings);
  return world;
}

/** See `WorldContext.energy`; of a world that may be derived from another one. */
export function energyOf(
  { model, kernel, forces, forceDefinitions, solvesSprings }: EquationsOfMotion,
  state: State,
  energy: Energy = { kinetic: 0, elastic: 0, gravity: 0, total: 0 },
): Energy {
  energy.kinetic = 0.5 * kernel.weightedSquares(model.masses, state.velocities);
  let elastic = 0;
  let gravity = 0;
  for (let i = 0; i < forces.length; i++) {
    const { account } = forceDefinitions[i];
    if (solvesSprings && forces[i].implicitOnly) continue;
    if (account === 'elastic') elastic += forces[i].energy?.(state) ?? 0;
    else if (account === 'gravity') gravity += forces[i].energy?.(state) ?? 0;
  }
  energy.elastic = elastic;
  energy.gravity = gravity;
  energy.total = energy.kinetic + elastic + gravity;
  return energy;
}

/** What a world does with its constraints; one derived from it may have others. */
export function constrain(
  { inverseMasses }: Model,
  kernel: Kernel,
  forces: readonly Force[],
  constraints: readonly Constraint[],
): Pick<World, 'constraints' | 'computeForces' | 'filter' | 'filterEach' | 'filterContacts'> {
  function filterContacts(y: Float64Array): void {
    for (let i = 0; i < constraints.length; i++) constraints[i].filter?.(y);
  }
  return {
    constraints,
    computeForces(state, f) {
      f.fill(0);
      for (let i = 0; i < forces.length; i++) forces[i].addForce?.(f, state);
      for (let i = 0; i < constraints.length; i++) constraints[i].addReactions?.(f, state);
    },
    filter(y) {
      kernel.clearUnweighted(y, inverseMasses);
      filterContacts(y);
    },
    filterEach(y) {
      kernel.clearUnweighted(y, inverseMasses);
      for (let i = 0; i < constraints.length; i++) {
        const { filter, joint } = constraints[i];
        if (joint) joint.filterEach(y);
        else filter?.(y);
      }
    },
    filterContacts,
  };
}
