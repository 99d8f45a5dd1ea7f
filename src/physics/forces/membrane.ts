import type { ForceDefinition } from '../contracts';
import { sumByBlocks } from '../kernels/sum-by-blocks';
import { addMembraneBounds } from './membrane-bounds';
import { heatOfTriangles } from './membrane-heat';
import { MEMBRANE_PARAMS } from './membrane-params';
import { addMembraneForces, energyOfTriangles } from './membrane-stress';
import { addTangentDiagonals, addTangents, keepTangents, TANGENT } from './membrane-tangent';

/** A visco-elastic membrane: triangles that resist strain as a continuum does.
 *
 *  [f₁ f₂] = −A₀ t F σ D_m⁻ᵀ, f₀ = −f₁ − f₂, with F, ε, ν, σ as in `kernels/membrane-strain.ts`;
 *  V = A₀ t (½ λ tr²(ε) + μ ε:ε). Its derivative is in `membrane-tangent.ts`.
 *  Sources: O'Brien and Hodgins, Graphical Modeling and Animation of Brittle Fracture; Choi, Static/Dynamic Deformation
 *  with Mass-Spring Systems. */
export const membrane: ForceDefinition = {
  id: 'membrane',
  label: 'Membrane',
  summary: 'Triangles that resist strain, and its rate, as a continuum does, beside the springs or in their place.',
  account: 'elastic',
  params: MEMBRANE_PARAMS,
  create(world) {
    const { membrane } = world.model;
    if (!membrane) return {};
    const tangents = world.arena.doubles(TANGENT * membrane.triangleCount);
    const { doubles } = world.arena;
    const room = {
      membrane,
      tangents,
      F: doubles(6),
      rate: doubles(6),
      strain: doubles(3),
      stress: doubles(3),
      // Replaced as a whole when one changes.
      get params() {
        return world.params;
      },
    };

    const isElastic = () => world.params.membraneLambda > 0 || world.params.membraneMu > 0;
    const isViscous = () => world.params.membranePhi > 0 || world.params.membranePsi > 0;

    return {
      /** While it has no derivative. */
      get isLocal() {
        return !isElastic() && !isViscous();
      },
      addForce(f, state) {
        if (isElastic() || isViscous()) addMembraneForces(room, state, isViscous(), f);
      },
      linearize(state, clamp) {
        if (isElastic() || isViscous()) keepTangents(room, state, clamp);
      },
      addDerivative(y, p, a, b) {
        if (isElastic() || isViscous()) addTangents(room, y, p, a, b);
      },
      addDiagonal(blocks, a, b) {
        if (isElastic() || isViscous()) addTangentDiagonals(room, blocks, a, b);
      },
      addBounds(k, c) {
        addMembraneBounds(membrane, world.params, k, c);
        return true;
      },
      energy({ positions }) {
        if (!isElastic()) return 0;
        return (
          world.params.membraneThickness * sumByBlocks(membrane.triangleCount, { room, positions }, energyOfTriangles)
        );
      },
      heat(state) {
        if (!isViscous()) return 0;
        return world.params.membraneThickness * sumByBlocks(membrane.triangleCount, { room, state }, heatOfTriangles);
      },
    };
  },
};
