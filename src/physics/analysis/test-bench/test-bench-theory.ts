import type { Params } from '../../model/params';

/** Elastic moduli of a sheet in plane stress, times its thickness. */
export interface SheetModuli {
  /** E t, N/m, along the rows. */
  young: number;
  poisson: number;
  /** μ t, N/m, for shear along the rows. */
  shear: number;
}

/** E t, ν and μ t from λ = Eν/(1 − ν²), μ = E/(2(1 + ν)): ν = λ/(λ + 2μ), E = 4μ(λ + μ)/(λ + 2μ). */
export function membraneModuli({ membraneLambda: lambda, membraneMu: mu, membraneThickness: t }: Params): SheetModuli {
  const sum = lambda + 2 * mu;
  if (sum === 0) return { young: 0, poisson: 0, shear: 0 };
  return { young: (4 * mu * (lambda + mu) * t) / sum, poisson: lambda / sum, shear: mu * t };
}

/** Moduli of a large net of springs at small strain, per width, from the energy of one cell under (ε₁₁, ε₂₂, ε₁₂):
 *    C₁₁ = k_structural + 4 k_bend + k_shear,  C₁₂ = C₆₆ = k_shear.
 *  It is isotropic if C₁₁ − C₁₂ = 2 C₆₆, that is k_structural + 4 k_bend = 2 k_shear; then ν = ⅓ and E·t = 8 k_shear/3.
 *  @param k stiffness of a structural, a shear and a bend spring, N/m */
export function latticeModuli([structural, shear, bend]: readonly number[]): SheetModuli & { isotropic: boolean } {
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
export function uniaxialTheory(params: Params, width: number, stretch: number): { force: number; lateral: number } {
  const { membraneLambda: lambda, membraneMu: mu, membraneThickness: t } = params;
  const along = 0.5 * (stretch * stretch - 1);
  const across = Math.max(-0.5, -membraneModuli(params).poisson * along);
  const stress = lambda * (along + across) + 2 * mu * along;
  return { force: stretch * stress * t * width, lateral: Math.sqrt(1 + 2 * across) };
}

/** Simple shear γ: ε = ½(0 γ; γ γ²), and the first row of F σ on the sheared edge gives
 *    force = (μ γ + (½λ + μ) γ³) t · width. */
export function shearTheory(params: Params, width: number, gamma: number): number {
  const { membraneLambda: lambda, membraneMu: mu, membraneThickness: t } = params;
  return (mu * gamma + (0.5 * lambda + mu) * gamma ** 3) * t * width;
}
