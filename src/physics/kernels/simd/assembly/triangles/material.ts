/** Constants of a membrane. */
@unmanaged
export class Material {
  /** λ and μ, Pa. */
  lambda: f64 = 0;
  mu: f64 = 0;
  /** φ and ψ, Pa·s. */
  phi: f64 = 0;
  psi: f64 = 0;
  /** t, m. */
  thickness: f64 = 0;
}
