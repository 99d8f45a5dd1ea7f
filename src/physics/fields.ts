/** What the view can color particles by. */
import { addStress, gather, greenStrain, strainRate } from './kernels/javascript/triangle-loops';
import type { Model, State } from './model/model';
import type { Params } from './model/params';
import { springLength } from './model/state';
import type { WorldContext } from './world/world-context';

/** A number of each particle that the view can be coloured by. */
export interface FieldDefinition {
  /** Identifies it where the page chooses colours. */
  id: string;
  /** Name on the panel. */
  label: string;
  /** SI; '' for a number without unit. */
  unit: string;
  /** One sentence, shown on the panel. */
  summary: string;
  /** True if its sign matters: its colours then diverge from a neutral zero. */
  diverging?: true;
  /** True if it needs springs. */
  springs?: boolean;
  /** True if it needs a membrane. */
  membrane?: boolean;
  /** Allocates; the function writes n numbers and allocates nothing. */
  create(world: WorldContext): (state: State, out: Float32Array) => void;
}

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

/**
 * A field from a number of each spring; springs that are cut or switched off do not count.
 * @param share the value of a particle: the mean over its springs, or half of their sum
 */
function springField(
  about: Omit<FieldDefinition, 'create' | 'springs'>,
  share: 'mean' | 'half',
  measure: (model: Model, state: State, j: number) => number,
): FieldDefinition {
  return {
    ...about,
    springs: true,
    create({ model }) {
      const sums = new Float64Array(model.particleCount);
      const counts = new Float64Array(model.particleCount);
      return (state, out) => {
        sums.fill(0);
        counts.fill(0);
        for (let j = 0; j < model.springCount; j++) {
          if (model.stiffness[j] === 0) continue;
          const value = measure(model, state, j);
          for (let end = 2 * j; end < 2 * j + 2; end++) {
            sums[model.springs[end]] += value;
            counts[model.springs[end]]++;
          }
        }
        for (let i = 0; i < out.length; i++) {
          out[i] = share === 'half' ? sums[i] / 2 : counts[i] === 0 ? 0 : sums[i] / counts[i];
        }
      };
    },
  };
}

/** The quantities that the view can be coloured by, in the order of the panel. */
export const fields: readonly FieldDefinition[] = [
  /** ε = ½(FᵀF − I). */
  membraneField(
    {
      id: 'membrane-strain',
      label: 'Green strain',
      unit: '%',
      summary: 'Green strain ε = ½(FᵀF − I) of the membrane: its principal value of largest magnitude.',
      diverging: true,
    },
    ({ strain }) => 100 * principalValue(strain),
  ),
  /** ν = ½(ḞᵀF + FᵀḞ). */
  membraneField(
    {
      id: 'membrane-strain-rate',
      label: 'strain rate',
      unit: '1/s',
      summary: 'Rate of change ν of the membrane’s Green strain: its principal value of largest magnitude.',
      diverging: true,
    },
    ({ rate }) => principalValue(rate),
  ),
  /** λ tr(ε) I + 2μ ε, the second Piola–Kirchhoff stress. */
  membraneField(
    {
      id: 'membrane-elastic-stress',
      label: 'elastic stress',
      unit: 'Pa',
      summary: 'Elastic stress of the membrane, λ tr(ε) I + 2μ ε: its principal value of largest magnitude.',
      diverging: true,
    },
    ({ elastic }) => principalValue(elastic),
  ),
  /** φ tr(ν) I + 2ψ ν. */
  membraneField(
    {
      id: 'membrane-viscous-stress',
      label: 'viscous stress',
      unit: 'Pa',
      summary: 'Viscous stress of the membrane, φ tr(ν) I + 2ψ ν: its principal value of largest magnitude.',
      diverging: true,
    },
    ({ viscous }) => principalValue(viscous),
  ),
  /** √(σ₁₁² − σ₁₁σ₂₂ + σ₂₂² + 3σ₁₂²), of plane stress. */
  membraneField(
    {
      id: 'membrane-von-mises',
      label: 'von Mises stress',
      unit: 'Pa',
      summary:
        'The von Mises stress of the membrane: elastic and viscous stress in one number, as strength is judged by.',
    },
    ({ elastic, viscous }) => {
      const x = elastic[0] + viscous[0];
      const y = elastic[1] + viscous[1];
      const xy = elastic[2] + viscous[2];
      return Math.sqrt(x * x - x * y + y * y + 3 * xy * xy);
    },
  ),
  /** ½ σ:ε times the thickness, with the elastic stress σ. */
  membraneField(
    {
      id: 'membrane-energy',
      label: 'elastic energy density',
      unit: 'J/m²',
      summary: 'Elastic energy of the membrane per area at rest.',
    },
    ({ elastic, strain, params }) => 0.5 * params.membraneThickness * contract(elastic, strain),
  ),
  /** ½ σ:ν times the thickness, with the viscous stress σ. Twice as much turns to heat.
   *  Source: Choi, Static/Dynamic Deformation with Mass-Spring Systems (damping potential). */
  membraneField(
    {
      id: 'membrane-damping',
      label: 'damping potential density',
      unit: 'W/m²',
      summary:
        'Damping potential of the membrane per area at rest: half of the power that its viscosity turns to heat.',
    },
    ({ viscous, rate, params }) => 0.5 * params.membraneThickness * contract(viscous, rate),
  ),
  /** |v| of each particle. */
  {
    id: 'speed',
    label: 'speed',
    unit: 'm/s',
    summary: 'Speed of each particle.',
    create:
      ({ model }) =>
      ({ velocities: v }, out) => {
        for (let i = 0; i < model.particleCount; i++) {
          const o = 4 * i;
          out[i] = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
        }
      },
  },
  /** l/L₀ − 1; 0 for a spring without a rest length. */
  springField(
    {
      id: 'spring-strain',
      label: 'strain of the springs',
      unit: '%',
      summary: 'Mean strain of each particle’s springs; negative where they are shorter than at rest.',
      diverging: true,
    },
    'mean',
    (model, state, j) =>
      model.restLengths[j] === 0 ? 0 : 100 * (springLength(model, state.positions, j) / model.restLengths[j] - 1),
  ),
  /** ½k(l − L₀)², half of it at either end: the sum over all particles is the springs' energy. */
  springField(
    {
      id: 'spring-energy',
      label: 'energy of the springs',
      unit: 'J',
      summary: 'Elastic energy of each particle’s springs, half of every spring at either end.',
    },
    'half',
    (model, state, j) => {
      const stretch = springLength(model, state.positions, j) - model.restLengths[j];
      return 0.5 * model.stiffness[j] * stretch * stretch;
    },
  ),
];
