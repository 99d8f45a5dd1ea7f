import { sumByBlocks } from '../../model/sum-by-blocks';
import type { ForceDefinition } from '../../world/force';
import { addMembraneBounds } from './membrane-bounds';
import { energyOfTriangles } from './membrane-energy';
import { heatOfTriangles } from './membrane-heat';
import { MEMBRANE_PARAMS } from './membrane-params';

/** A visco-elastic membrane: triangles that resist strain as a continuum does.
 *
 *  [f₁ f₂] = −A₀ t F σ D_m⁻ᵀ, f₀ = −f₁ − f₂, with F, ε, ν, σ as in `kernels/membrane-strain.ts`;
 *  V = A₀ t (½ λ tr²(ε) + μ ε:ε). Its derivative is in `kernels/javascript-triangle-tangents.ts`.
 *  Sources: O'Brien and Hodgins, Graphical Modeling and Animation of Brittle Fracture; Choi, Static/Dynamic Deformation
 *  with Mass-Spring Systems. */
export const membrane: ForceDefinition = {
  id: 'membrane',
  label: 'Membrane',
  summary: 'Triangles that resist strain, and its rate, as a continuum does, beside the springs or in their place.',
  account: 'elastic',
  params: MEMBRANE_PARAMS,
  create(world) {
    const { kernel, model, triangleTangents: tangents } = world;
    const { membrane } = model;
    if (!membrane) return {};
    const { doubles } = world.arena;
    const room = {
      membrane,
      F: doubles(6),
      rate: doubles(6),
      strain: doubles(3),
      // Replaced as a whole when one changes.
      get params() {
        return world.params;
      },
    };

    const isElastic = () => world.params.membraneLambda > 0 || world.params.membraneMu > 0;
    const isViscous = () => world.params.membranePhi > 0 || world.params.membranePsi > 0;

    return {
      isOfTriangles: true,
      /** While it has no derivative. */
      get isLocal() {
        return !isElastic() && !isViscous();
      },
      addForce(f, state) {
        if (isElastic() || isViscous()) kernel.addTriangleForces(membrane, world.params, state, f);
      },
      linearize(state, clamp) {
        if (isElastic() || isViscous()) kernel.linearizeTriangles(membrane, world.params, state, clamp, tangents);
      },
      addDerivative(y, p, a, b) {
        if (isElastic() || isViscous()) kernel.addTriangleDerivatives(membrane, world.params, tangents, y, p, a, b);
      },
      addDiagonal(blocks, a, b) {
        if (isElastic() || isViscous()) kernel.addTriangleDiagonals(membrane, world.params, tangents, blocks, a, b);
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
