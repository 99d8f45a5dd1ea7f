import {
  addProduct,
  addStress,
  gather,
  greenStrain,
  spread,
  strainEnergy,
  strainRate,
} from '../kernels/membrane-strain';
import type { Floats } from '../memory';
import type { Membrane, State } from '../model';
import type { Params } from '../params';

/** What the loops over triangles read, and where they reckon. */
export interface Room {
  membrane: Membrane;
  params: Params;
  /** See `membrane-tangent.ts`. */
  tangents: Float64Array;
  /** 3×2. */
  F: Float64Array;
  G: Float64Array;
  P: Float64Array;
  /** Symmetric 2×2. */
  strain: Float64Array;
  stress: Float64Array;
}

/** f_i −= A₀ t F σ g_i: [f₁ f₂] = −A₀ t F σ D_m⁻ᵀ, f₀ = −f₁ − f₂. */
export function addMembraneForces(room: Room, { positions, velocities }: State, viscous: boolean, f: Floats): void {
  const { membrane, params, F, G, P, strain, stress } = room;
  const { membraneLambda, membraneMu, membranePhi, membranePsi, membraneThickness } = params;
  for (let t = 0, end = membrane.triangleCount; t < end; t++) {
    const area = membrane.areas[t];
    if (area === 0) continue;
    gather(membrane, t, positions, F);
    greenStrain(F, strain);
    stress[0] = stress[1] = stress[2] = 0;
    addStress(strain, membraneLambda, membraneMu, stress);
    if (viscous) {
      gather(membrane, t, velocities, G);
      strainRate(F, G, strain);
      addStress(strain, membranePhi, membranePsi, stress);
    }
    P[0] = P[1] = P[2] = P[3] = P[4] = P[5] = 0;
    addProduct(F, stress, P);
    spread(membrane, t, P, -area * membraneThickness, f);
  }
}

/** Σ A₀ (½ λ tr²(ε) + μ ε:ε), J/m: still to be multiplied by the thickness. */
export function energyOfTriangles(
  { room, positions }: { room: Room; positions: Floats },
  from: number,
  to: number,
  start: number,
): number {
  const { membrane, params, F, strain } = room;
  let sum = start;
  for (let t = from; t < to; t++) {
    if (membrane.areas[t] === 0) continue;
    gather(membrane, t, positions, F);
    greenStrain(F, strain);
    sum += membrane.areas[t] * strainEnergy(strain, params.membraneLambda, params.membraneMu);
  }
  return sum;
}
