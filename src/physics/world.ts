import type { Energy, Force, ForceDefinition, World } from './contracts';
import type { Kernel } from './kernels/kernel';
import { sumByBlocks } from './kernels/sum-by-blocks';
import type { Arena, Floats } from './memory';
import type { Control, Model } from './model';
import type { Params } from './params';

/** A world whose parameters and control are changed from outside, by commands. */
export type MutableWorld = { -readonly [K in keyof World]: World[K] };

/** Binds a model to the forces that act in it: M a = f(x, v). */
export function createWorld(
  model: Model,
  params: Params,
  control: Control,
  kernel: Kernel,
  arena: Arena,
  definitions: readonly ForceDefinition[],
): MutableWorld {
  const forces: Force[] = [];
  const { particleCount, masses, inverseMasses } = model;

  const world: MutableWorld = {
    model,
    params,
    control,
    arena,
    kernel,
    forces,

    computeForces(state, f) {
      f.fill(0);
      for (let i = 0; i < forces.length; i++) forces[i].addForce?.(f, state);
    },

    computeAccelerations(state, a) {
      world.computeForces(state, a);
      for (let i = 0; i < particleCount; i++) {
        const w = inverseMasses[i];
        a[4 * i] *= w;
        a[4 * i + 1] *= w;
        a[4 * i + 2] *= w;
      }
    },

    linearize(state) {
      for (let i = 0; i < forces.length; i++) forces[i].linearize?.(state);
    },

    addDerivatives(y, p, a, b) {
      for (let i = 0; i < forces.length; i++) forces[i].addDerivative?.(y, p, a, b);
    },

    addDiagonals(blocks, a, b) {
      for (let i = 0; i < forces.length; i++) forces[i].addDiagonal?.(blocks, a, b);
    },

    energy(state) {
      const energy: Energy = {
        kinetic: 0.5 * sumByBlocks(particleCount, { masses, velocities: state.velocities }, twiceKinetic),
        elastic: 0,
        gravity: 0,
        total: 0,
      };
      for (let i = 0; i < forces.length; i++) {
        const account = definitions[i].account;
        if (account === 'elastic' || account === 'gravity') energy[account] += forces[i].energy?.(state) ?? 0;
      }
      energy.total = energy.kinetic + energy.elastic + energy.gravity;
      return energy;
    },
  };

  for (const definition of definitions) forces.push(definition.create(world));
  return world;
}

interface Motion {
  masses: Floats;
  velocities: Floats;
}

/** Σ m v², J. */
function twiceKinetic({ masses, velocities: v }: Motion, from: number, to: number, start: number): number {
  let sum = start;
  for (let i = from; i < to; i++) {
    const o = 4 * i;
    sum += masses[i] * (v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
  }
  return sum;
}
