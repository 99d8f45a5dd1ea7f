import { membrane } from '../../forces/membrane';
import { spring } from '../../forces/spring';
import { stiffnessOfKinds } from '../../model/coefficients';
import { type Model, SPRING_KINDS } from '../../model/model';
import type { Params } from '../../model/params';
import { gridScene } from '../../scenes/builders/grid-scene';
import type { MadeOf } from '../../scenes/materials/sheet-material';
import type { ForceDefinition } from '../../world/force';
import { createPatch, type Patch } from './patch';

/** Uniaxial: stretched along its rows, with free sides, between grips that let it contract laterally. Shear: its whole edge deformed
 *  into a rhomboid. */
export type BenchKind = 'uniaxial' | 'shear';

/** Cells along a side of the patch. */
const CELLS = 8;
const RANGES = { uniaxial: [0.8, 1.5], shear: [0, 0.5] } as const;
/** Net force of an equilibrium, in units of stiffness times spacing. */
const TOLERANCE = 1e-11;

/**
 * Force of a square patch in its plane, deformed quasi-statically.
 * @param params stiffness of springs and membrane, and the switches of the kinds of springs
 * @param spacing distance of neighbouring particles, m
 */
export function testBench(
  kind: BenchKind,
  params: Params,
  { points = 40, spacing = 0.05, cells = CELLS }: { points?: number; spacing?: number; cells?: number } = {},
) {
  const [from, to] = RANGES[kind];
  const deformation = Array.from({ length: points }, (_, i) => from + ((to - from) * i) / Math.max(1, points - 1));
  const width = cells * spacing;
  const lattice = latticeModuli(activeStiffness(params));
  const continuum = membraneModuli(params);
  const run = (force: ForceDefinition, stiffness: number) => {
    if (stiffness === 0) return null;
    const patch = createPatch(squareScene(params, cells, width), [force]);
    const test = (kind === 'uniaxial' ? uniaxialTest : shearTest)(patch, width, cells + 1);
    return deformation.map((value) => {
      test.deform(value);
      const converged = patch.relax(TOLERANCE * stiffness * spacing);
      return { force: converged ? test.forceOf(patch.reactions()) : Number.NaN, lateral: test.lateral() };
    });
  };
  const springs = run(spring, lattice.young);
  const sheet = run(membrane, continuum.young);
  const theory = continuum.young === 0 ? null : deformation.map((value) => closedForm(kind, params, width, value));
  /** NaN where no equilibrium was found; null without stiffness. The theory is the closed form of the membrane. */
  const column = (name: 'force' | 'lateral') => {
    const of = (curve: typeof springs) => curve?.map((one) => one[name]) ?? null;
    return { springs: of(springs), membrane: of(sheet), theory: of(theory) };
  };
  return {
    kind,
    /** Width of the patch, m. */
    width,
    /** Stretch (uniaxial), or angle of shear, rad. */
    deformation,
    /** N; on the loaded edge. */
    ...column('force'),
    /** Lateral stretch at half length in a uniaxial test; null in shear. */
    lateral: kind === 'shear' ? null : column('lateral'),
    /** Moduli of a large net of these springs at small strain. */
    lattice,
    /** Moduli of the membrane at small strain. */
    continuum,
  };
}

/** A net with springs of all kinds: x from 0 to the width, y from 0 downwards. */
function squareScene(given: Params, cells: number, width: number): MadeOf {
  const params: Params = { ...given, rows: cells + 1, columns: cells + 1 };
  const data = gridScene(params, {
    width,
    height: width,
    position: (row, column) => [(column * width) / cells, (-row * width) / cells, 0],
    environment: {},
  });
  return { data, at: params, params };
}

const STRUCTURAL = SPRING_KINDS.indexOf('structural');

/** m; mean rest length of the structural springs; undefined if there are none. */
export function meanSpacing({ springCount, kinds, restLengths }: Model): number | undefined {
  let sum = 0;
  let count = 0;
  for (let j = 0; j < springCount; j++) {
    if (kinds[j] !== STRUCTURAL) continue;
    sum += restLengths[j];
    count++;
  }
  return sum > 0 ? sum / count : undefined;
}

function activeStiffness(params: Params): number[] {
  const { structuralSprings, shearSprings, bendSprings } = params;
  const on = [structuralSprings, shearSprings, bendSprings];
  return stiffnessOfKinds(params).map((k, kind) => k * on[kind]);
}

/** N, and the lateral stretch. */
function closedForm(kind: BenchKind, params: Params, width: number, value: number) {
  if (kind === 'uniaxial') return uniaxialTheory(params, width, value);
  return { force: shearTheory(params, width, Math.tan(value)), lateral: 1 };
}

/** How a patch is deformed, and what is measured. */
interface PatchTest {
  deform(value: number): void;
  /** @param grip forces of the grips */
  forceOf(grip: Float64Array): number;
  lateral(): number;
}

/** The left edge is held along x, the right edge is moved along x; one particle is also held along y. @param side particles along one */
function uniaxialTest({ positions: x, places, hold }: Patch, width: number, side: number): PatchTest {
  const middle = side >> 1;
  const isRight = (X: number) => X > 0.999 * width;
  hold([0], (X) => X === 0 || isRight(X));
  hold([1], (X, Y) => X === 0 && Y === places[middle * side][1]);
  let last = 1;
  return {
    deform(stretch) {
      for (let o = 0; o < x.length; o += 4) x[o] *= stretch / last;
      last = stretch;
    },
    forceOf: (grip) => places.reduce((force, [X], i) => (isRight(X) ? force + grip[4 * i] : force), 0),
    lateral: () => (x[4 * middle + 1] - x[4 * (side * (side - 1) + middle) + 1]) / width,
  };
}

/** Boundary particles move by x = X + tan(angle)·height; the force follows from the work of the grips. */
function shearTest({ positions: x, places, hold }: Patch, width: number): PatchTest {
  const isEnd = (X: number) => X < 0.001 * width || X > 0.999 * width;
  hold([0, 1], (X, Y) => isEnd(X) || isEnd(-Y));
  const heights = places.map(([, Y]) => width + Y);
  let last = 0;
  return {
    deform(angle) {
      const gamma = Math.tan(angle);
      heights.forEach((height, i) => {
        x[4 * i] += (gamma - last) * height;
      });
      last = gamma;
    },
    forceOf: (grip) => heights.reduce((force, height, i) => force + (grip[4 * i] * height) / width, 0),
    lateral: () => 1,
  };
}

// Elastic moduli of a sheet in plane stress, times its thickness: E t, N/m, along the rows, ν, and μ t, N/m, for shear along them.

/** From λ = Eν/(1 − ν²), μ = E/(2(1 + ν)): ν = λ/(λ + 2μ), E = 4μ(λ + μ)/(λ + 2μ). */
function membraneModuli({ membraneLambda: lambda, membraneMu: mu, membraneThickness: t }: Params) {
  const sum = lambda + 2 * mu;
  if (sum === 0) return { young: 0, poisson: 0, shear: 0 };
  return { young: (4 * mu * (lambda + mu) * t) / sum, poisson: lambda / sum, shear: mu * t };
}

/** Moduli of a large net of springs at small strain, per width, from the energy of one cell under (ε₁₁, ε₂₂, ε₁₂):
 *    C₁₁ = k_structural + 4 k_bend + k_shear,  C₁₂ = C₆₆ = k_shear.
 *  It is isotropic if C₁₁ − C₁₂ = 2 C₆₆, that is k_structural + 4 k_bend = 2 k_shear; then ν = ⅓ and E·t = 8 k_shear/3.
 *  @param k stiffness of a structural, a shear and a bend spring, N/m */
function latticeModuli([structural, shear, bend]: readonly number[]) {
  const straight = structural + 4 * bend;
  const sum = straight + shear;
  if (sum === 0) return { young: 0, poisson: 0, shear: 0, isotropic: false };
  const poisson = shear / sum;
  const isotropic = shear > 0 && Math.abs(straight - 2 * shear) <= 1e-9 * straight;
  return { young: sum * (1 - poisson * poisson), poisson, shear, isotropic };
}

/** Uniaxial stretch s along x with free sides: σ₂₂ = 0 gives ε₂₂ = −ν ε₁₁, so that
 *    force = s E t ε₁₁ · width,  ε₁₁ = ½(s² − 1);  lateral stretch √(1 + 2 ε₂₂).
 *  At ε₂₂ = −½ the width is 0, which is the limit. */
function uniaxialTheory(params: Params, width: number, stretch: number): { force: number; lateral: number } {
  const { membraneLambda: lambda, membraneMu: mu, membraneThickness: t } = params;
  const along = 0.5 * (stretch * stretch - 1);
  const across = Math.max(-0.5, -membraneModuli(params).poisson * along);
  const stress = lambda * (along + across) + 2 * mu * along;
  return { force: stretch * stress * t * width, lateral: Math.sqrt(1 + 2 * across) };
}

/** Simple shear γ: ε = ½(0 γ; γ γ²), and the first row of F σ on the sheared edge gives
 *    force = (μ γ + (½λ + μ) γ³) t · width. */
function shearTheory(params: Params, width: number, gamma: number): number {
  const { membraneLambda: lambda, membraneMu: mu, membraneThickness: t } = params;
  return (mu * gamma + (0.5 * lambda + mu) * gamma ** 3) * t * width;
}
