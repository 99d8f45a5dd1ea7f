import { Matrix } from 'ml-matrix';
import type { SceneFile } from '../../src/physics';
import type { PreconditionerDefinition } from '../../src/physics/contracts';
import { createImplicitSystem } from '../../src/physics/solvers/implicit-system';
import { worldOf } from './world-of';

type LinearMap = (y: Float64Array, p: Float64Array) => void;

/** A linear map on vectors of stride 4 as a matrix on the coordinates of n particles. */
export function dense(n: number, map: LinearMap): Matrix {
  const matrix = Matrix.zeros(3 * n, 3 * n);
  const p = new Float64Array(4 * n);
  const y = new Float64Array(4 * n);
  const at = (i: number) => 4 * Math.floor(i / 3) + (i % 3);
  for (let j = 0; j < 3 * n; j++) {
    p.fill(0);
    p[at(j)] = 1;
    map(y, p);
    for (let i = 0; i < 3 * n; i++) matrix.set(i, j, y[at(i)]);
  }
  return matrix;
}

/** What to look at a preconditioner by. */
export interface Look {
  clamp: boolean;
  /** Particle in the hand, or −1. */
  held: number;
  /** s. */
  dt: number;
}

/** What a preconditioner leaves of what can change, at the state of a scene: S P⁻¹ S, S and S A S as matrices. */
export function preconditionerMatrix(definition: PreconditionerDefinition, scene: SceneFile, look: Look) {
  const { world, state } = worldOf(scene, { held: look.held, target: [0.3, 0.4, 0.5] });
  for (const constraint of world.constraints) constraint.beforeStep?.(state, look.dt);
  world.computeForces(state, new Float64Array(state.positions.length));
  world.linearize(state, look.clamp);
  const system = createImplicitSystem(world, definition);
  system.assemble(look.dt * look.dt, look.dt);
  const kept = new Float64Array(state.positions.length);
  const filter: LinearMap = (y, p) => {
    y.set(p);
    world.filter(y);
  };
  const n = world.model.particleCount;
  const within = (map: LinearMap): LinearMap => {
    return (y, p) => {
      filter(kept, p);
      map(y, kept);
    };
  };
  return { P: dense(n, within(system.precondition)), S: dense(n, filter), A: dense(n, within(system.multiply)) };
}
