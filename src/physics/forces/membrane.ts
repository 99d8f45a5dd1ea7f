import { gather, greenStrain, strainRate } from '../kernels/javascript/triangle-loops';
import type { Floats } from '../model/arena';
import type { Membrane, State } from '../model/model';
import type { ParamTable } from '../model/param-spec';
import type { Params } from '../model/params';
import { type Derivatives, type ForceDefinition, OF_PARTICLES } from '../world/force';

const OF_MEMBRANE = { group: 'Membrane', appliesTo: 'surface' } as const;
const MODULUS = { ...OF_MEMBRANE, unit: 'Pa', default: 0, range: [1e3, 1e7], accepts: 'non-negative' } as const;
const VISCOSITY = { ...MODULUS, unit: 'Pa·s', range: [0.01, 1000] } as const;

/** The material of the membrane; if λ, μ, φ and ψ are all 0 it exerts no force. */
const MEMBRANE_PARAMS = {
  membraneLambda: {
    label: 'Lamé’s λ',
    ...MODULUS,
    help: 'Resists a change of area; λ = Eν/(1 − ν²) of Young’s modulus E and Poisson’s ratio ν, in plane stress.',
  },
  membraneMu: {
    label: 'Lamé’s μ',
    ...MODULUS,
    help: 'Resists shear and stretch; μ = E/(2(1 + ν)) of Young’s modulus E and Poisson’s ratio ν.',
  },
  membranePhi: {
    label: 'viscous φ',
    ...VISCOSITY,
    help: 'Resists the rate of change of area, as λ resists the change itself.',
  },
  membranePsi: {
    label: 'viscous ψ',
    ...VISCOSITY,
    help: 'Resists the rate of shear and stretch, as μ resists shear and stretch.',
  },
  membraneThickness: {
    label: 'thickness t',
    ...OF_MEMBRANE,
    unit: 'm',
    default: 1e-3,
    range: [1e-5, 0.1],
    accepts: 'positive',
    help: 'Thickness of the membrane: its stiffness within its plane is E·t. It changes no mass and no bending stiffness.',
  },
} as const satisfies ParamTable;

const OF_TRIANGLES: Derivatives = { of: 'triangles' };

/** A viscoelastic membrane: triangles that resist strain as a continuum does.
 *
 *  [f₁ f₂] = −A₀ t F σ D_m⁻ᵀ, f₀ = −f₁ − f₂, with F, ε, ν, σ as in `kernels/javascript/triangle-loops.ts`;
 *  V = A₀ t (½ λ tr²(ε) + μ ε:ε). Its derivative is in `kernels/javascript/triangle-tangents.ts`.
 *  Sources: O'Brien and Hodgins, Graphical Modeling and Animation of Brittle Fracture; Choi, Static/Dynamic Deformation
 *  with Mass-Spring Systems. */
export const membrane: ForceDefinition = {
  id: 'membrane',
  label: 'Membrane',
  summary: 'Triangles that resist strain and strain rate as a continuum does, beside the springs or instead of them.',
  isRelative: true,
  account: 'elastic',
  params: MEMBRANE_PARAMS,
  create(world) {
    const { kernel, model, triangleTangents: tangents } = world;
    const { membrane } = model;
    if (!membrane) return {};
    const isElastic = () => world.params.membraneLambda > 0 || world.params.membraneMu > 0;
    const isViscous = () => world.params.membranePhi > 0 || world.params.membranePsi > 0;

    return {
      get derivatives() {
        return isElastic() || isViscous() ? OF_TRIANGLES : OF_PARTICLES;
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
        return isElastic() ? world.params.membraneThickness * energyOfTriangles(membrane, world.params, positions) : 0;
      },
      heat(state) {
        return isViscous() ? world.params.membraneThickness * heatOfTriangles(membrane, world.params, state) : 0;
      },
    };
  },
};

/** Green strain up to which the bounds hold: a stretch of 9.5 %. Springs have a bound for any stretch, a continuum has none. */
export const STRAIN_BOUNDED = 0.1;

/** Adds the membrane's bounds on −∂f/∂x and −∂f/∂v to k and c, N/m and N·s/m; n each; see `Force.addBounds`.
 *
 *  With e the largest principal strain, |F v|² ≤ (1 + 2e)|v|², σ ≤ 2(λ + μ) e, and so for any change δF = Σ u_i g_iᵀ
 *    A₀ t [ δε:C:δε + δF σ:δF ] ≤ A₀ t 2(λ + μ)(1 + 3e) |δF|²,   |δF|² = Σ_ij (g_i·g_j)(u_i·u_j):
 *  the same scalar matrix on all three axes, whose Gershgorin bound is Σ_j |g_i·g_j|; the viscous part likewise, with
 *  (φ + ψ)(1 + 2e). */
function addMembraneBounds(membrane: Membrane, params: Params, k: Float64Array, c: Float64Array): void {
  const { membraneLambda, membraneMu, membranePhi, membranePsi, membraneThickness } = params;
  const stiff = 2 * membraneThickness * (membraneLambda + membraneMu) * (1 + 3 * STRAIN_BOUNDED);
  const viscous = 2 * membraneThickness * (membranePhi + membranePsi) * (1 + 2 * STRAIN_BOUNDED);
  if (stiff === 0 && viscous === 0) return;
  const { triangles, inverseRest, areas } = membrane;
  for (let t = 0; t < membrane.triangleCount; t++) {
    const [x1, y1, x2, y2] = inverseRest.subarray(4 * t, 4 * t + 4);
    const g = [
      [-x1 - x2, -y1 - y2],
      [x1, y1],
      [x2, y2],
    ];
    for (let i = 0; i < 3; i++) {
      let row = 0;
      for (let j = 0; j < 3; j++) row += Math.abs(g[i][0] * g[j][0] + g[i][1] * g[j][1]);
      k[triangles[3 * t + i]] += areas[t] * stiff * row;
      c[triangles[3 * t + i]] += areas[t] * viscous * row;
    }
  }
}

/** Scratch for one triangle: F and Ḟ, 3×2, and ε or ν, symmetric 2×2: those of `kernels/javascript/triangle-loops.ts`. */
const F = new Float64Array(6);
const rate = new Float64Array(6);
const strain = new Float64Array(3);

/** Σ A₀ (½ λ tr²(ε) + μ ε:ε), J/m: the elastic energy per thickness. */
function energyOfTriangles(membrane: Membrane, params: Params, positions: Floats): number {
  const { membraneLambda: lambda, membraneMu: mu } = params;
  let sum = 0;
  for (let t = 0; t < membrane.triangleCount; t++) {
    gather(membrane, t, positions, F);
    greenStrain(F, strain);
    const trace = strain[0] + strain[1];
    const squares = strain[0] * strain[0] + strain[1] * strain[1] + 2 * strain[2] * strain[2];
    sum += membrane.areas[t] * (0.5 * lambda * trace * trace + mu * squares);
  }
  return sum;
}

/** Σ A₀ (φ tr²(ν) + 2ψ ν:ν), W/m: the power that the viscous stress turns into heat, per thickness. */
function heatOfTriangles(membrane: Membrane, params: Params, state: State): number {
  const { membranePhi: phi, membranePsi: psi } = params;
  let sum = 0;
  for (let t = 0; t < membrane.triangleCount; t++) {
    gather(membrane, t, state.positions, F);
    gather(membrane, t, state.velocities, rate);
    strainRate(F, rate, strain);
    const trace = strain[0] + strain[1];
    const squares = strain[0] * strain[0] + strain[1] * strain[1] + 2 * strain[2] * strain[2];
    sum += membrane.areas[t] * (phi * trace * trace + 2 * psi * squares);
  }
  return sum;
}
