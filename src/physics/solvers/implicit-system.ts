import type { World } from '../contracts';
import { invertBlocks, multiplyBlocks } from './block-jacobi';
import type { LinearSystem } from './conjugate-gradients';

/** S(M − aK − bD) on what can move, with K = ∂f/∂x and D = ∂f/∂v as they were last linearized. */
export interface ImplicitSystem extends LinearSystem {
  /** Sets a and b, s² and s, and builds the preconditioner; call it after `world.linearize`. */
  assemble(a: number, b: number): void;
}

/** The matrix of an implicit step, never built: products from the forces' own derivatives, and the inverse of its 3×3
 *  diagonal blocks as preconditioner.
 *
 *  The filter S of Baraff and Witkin takes out of residuals and directions what can't change within the step: entries of
 *  particles whose motion is prescribed, components into a contact. The solve thus runs on what is free: P A Pᵀ without
 *  building P. S is an orthogonal projection, so that S A S and S P⁻¹ S stay symmetric, and definite on what S leaves.
 *  Sources: Baraff and Witkin, Large Steps in Cloth Simulation; lecture notes 3D Mass Spring System. */
export function createImplicitSystem(world: World): ImplicitSystem {
  const { particleCount, masses } = world.model;
  const blocks = world.arena.doubles(9 * particleCount);
  /** −a and −b: kept, as a number made anew for each product would be garbage. */
  let ofK = 0;
  let ofD = 0;

  return {
    assemble(a, b) {
      ofK = -a;
      ofD = -b;
      blocks.fill(0);
      for (let i = 0; i < particleCount; i++) {
        blocks[9 * i] = blocks[9 * i + 4] = blocks[9 * i + 8] = masses[i];
      }
      world.addDiagonals(blocks, ofK, ofD);
      invertBlocks(blocks, particleCount);
    },
    multiply(y, p) {
      for (let i = 0; i < y.length; i++) y[i] = masses[i >> 2] * p[i];
      world.addDerivatives(y, p, ofK, ofD);
      world.filter(y);
    },
    precondition(z, r) {
      multiplyBlocks(z, blocks, r, particleCount);
      world.filter(z);
    },
  };
}
