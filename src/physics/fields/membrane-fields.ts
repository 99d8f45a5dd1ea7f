import { addStress, gather, greenStrain, strainRate } from '../kernels/javascript/membrane-strain';
import type { Params } from '../model/params';
import type { FieldDefinition } from '../world/field';

/** Strain and stress of one triangle; symmetric 2×2 matrices as 11, 22, 12, in a frame of the triangle at rest. */
interface TriangleStrain {
  /** ε. */
  readonly strain: Float64Array;
  /** ν, 1/s. */
  readonly rate: Float64Array;
  /** λ tr(ε) I + 2μ ε, Pa. */
  readonly elastic: Float64Array;
  /** φ tr(ν) I + 2ψ ν, Pa. */
  readonly viscous: Float64Array;
  /** The current parameters. */
  params: Params;
}

/** A field from a number of each membrane triangle: the area-weighted mean over a particle's triangles; 0 if it has none. */
function membraneField(
  about: Omit<FieldDefinition, 'create' | 'membrane'>,
  measure: (triangle: TriangleStrain) => number,
): FieldDefinition {
  return {
    ...about,
    membrane: true,
    create(world) {
      const { membrane, particleCount } = world.model;
      const three = () => new Float64Array(3);
      const { params } = world;
      const triangle: TriangleStrain = { strain: three(), rate: three(), elastic: three(), viscous: three(), params };
      const { strain, rate, elastic, viscous } = triangle;
      const [F, G] = [new Float64Array(6), new Float64Array(6)];
      const sums = new Float64Array(particleCount);
      const weights = new Float64Array(particleCount);
      return ({ positions, velocities }, out) => {
        const { params } = world;
        triangle.params = params;
        sums.fill(0);
        weights.fill(0);
        for (let t = 0; membrane && t < membrane.triangleCount; t++) {
          const area = membrane.areas[t];
          if (area === 0) continue;
          gather(membrane, t, positions, F);
          gather(membrane, t, velocities, G);
          greenStrain(F, strain);
          strainRate(F, G, rate);
          elastic.fill(0);
          viscous.fill(0);
          addStress(strain, params.membraneLambda, params.membraneMu, elastic);
          addStress(rate, params.membranePhi, params.membranePsi, viscous);
          const value = area * measure(triangle);
          for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
            sums[membrane.triangles[corner]] += value;
            weights[membrane.triangles[corner]] += area;
          }
        }
        for (let i = 0; i < particleCount; i++) out[i] = weights[i] === 0 ? 0 : sums[i] / weights[i];
      };
    },
  };
}

/** The principal value of a symmetric 2×2 matrix that has the largest magnitude, with its sign. */
function principalValue(matrix: Float64Array): number {
  const mean = 0.5 * (matrix[0] + matrix[1]);
  const half = 0.5 * (matrix[0] - matrix[1]);
  const radius = Math.sqrt(half * half + matrix[2] * matrix[2]);
  return mean < 0 ? mean - radius : mean + radius;
}

/** a:b, the sum of the products of all components. */
function contract(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + 2 * a[2] * b[2];
}

/** ε = ½(FᵀF − I). */
export const membraneStrain: FieldDefinition = membraneField(
  {
    id: 'membrane-strain',
    label: 'Green strain',
    unit: '%',
    summary: 'Green strain ε = ½(FᵀF − I) of the membrane: its principal value of largest magnitude.',
    diverging: true,
  },
  ({ strain }) => 100 * principalValue(strain),
);

/** ν = ½(ḞᵀF + FᵀḞ). */
export const membraneStrainRate: FieldDefinition = membraneField(
  {
    id: 'membrane-strain-rate',
    label: 'strain rate',
    unit: '1/s',
    summary: 'Rate of change ν of the membrane’s Green strain: its principal value of largest magnitude.',
    diverging: true,
  },
  ({ rate }) => principalValue(rate),
);

/** λ tr(ε) I + 2μ ε, the second Piola–Kirchhoff stress. */
export const membraneElasticStress: FieldDefinition = membraneField(
  {
    id: 'membrane-elastic-stress',
    label: 'elastic stress',
    unit: 'Pa',
    summary: 'Elastic stress of the membrane, λ tr(ε) I + 2μ ε: its principal value of largest magnitude.',
    diverging: true,
  },
  ({ elastic }) => principalValue(elastic),
);

/** φ tr(ν) I + 2ψ ν. */
export const membraneViscousStress: FieldDefinition = membraneField(
  {
    id: 'membrane-viscous-stress',
    label: 'viscous stress',
    unit: 'Pa',
    summary: 'Viscous stress of the membrane, φ tr(ν) I + 2ψ ν: its principal value of largest magnitude.',
    diverging: true,
  },
  ({ viscous }) => principalValue(viscous),
);

/** √(σ₁₁² − σ₁₁σ₂₂ + σ₂₂² + 3σ₁₂²), of plane stress. */
export const membraneVonMises: FieldDefinition = membraneField(
  {
    id: 'membrane-von-mises',
    label: 'von Mises stress',
    unit: 'Pa',
    summary:
      'The von Mises stress of the membrane: elastic and viscous stress in one number, as strength is judged by.',
    diverging: false,
  },
  ({ elastic, viscous }) => {
    const x = elastic[0] + viscous[0];
    const y = elastic[1] + viscous[1];
    const xy = elastic[2] + viscous[2];
    return Math.sqrt(x * x - x * y + y * y + 3 * xy * xy);
  },
);

/** ½ σ:ε times the thickness, with the elastic stress σ. */
export const membraneEnergy: FieldDefinition = membraneField(
  {
    id: 'membrane-energy',
    label: 'elastic energy density',
    unit: 'J/m²',
    summary: 'Elastic energy of the membrane per area at rest.',
    diverging: false,
  },
  ({ elastic, strain, params }) => 0.5 * params.membraneThickness * contract(elastic, strain),
);

/** ½ σ:ν times the thickness, with the viscous stress σ. Twice as much turns to heat.
 *  Source: Choi, Static/Dynamic Deformation with Mass-Spring Systems (damping potential). */
export const membraneDamping: FieldDefinition = membraneField(
  {
    id: 'membrane-damping',
    label: 'damping potential density',
    unit: 'W/m²',
    summary: 'Damping potential of the membrane per area at rest: half of the power that its viscosity turns to heat.',
    diverging: false,
  },
  ({ viscous, rate, params }) => 0.5 * params.membraneThickness * contract(viscous, rate),
);
