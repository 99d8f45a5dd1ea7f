import type { MultigridLevel } from '../../kernels/kernel';

/** Smoothing sweeps that replace the inverse on the coarsest level; an even number, so that the cycle is positive definite. */
const SWEEPS = 8;

/** A V-cycle: x of the finest level :≈ A⁻¹b. With one sweep of block Jacobi before and after, on every level
 *
 *    x = ωD⁻¹b;  r = b − A x;  e = V(Pᵀr);  x += P e;  x += ωD⁻¹(b − A x)
 *
 *  Every level is a spring network, A = Σ (e_a − e_b)(e_a − e_b)ᵀ ⊗ B + Σ e_i e_iᵀ ⊗ G with B, G ≥ 0. Hence
 *  A ≤ 2 blockdiag(A): the sweeps converge for ω < 1 on every level without an estimate of eigenvalues. The cycle is then
 *  symmetric and positive definite, since it sets c < 0 to 0 even if A does not. On the net itself the filter S restricts
 *  smoother, residual and correction to what can change.
 *  Sources: Briggs, Henson and McCormick, A Multigrid Tutorial; Tatebe, The Multigrid Preconditioned Conjugate Gradient
 *  Method, for the symmetry.
 *  @param levels the finest first */
export function vCycle(levels: readonly MultigridLevel[]): void {
  const coarsest = levels.length - 1;
  for (let i = 0; i < coarsest; i++) {
    levels[i].preSmooth();
    levels[i].restrict();
  }
  levels[coarsest].preSmooth();
  for (let sweep = 1; sweep < SWEEPS; sweep++) levels[coarsest].postSmooth();
  for (let i = coarsest - 1; i >= 0; i--) {
    levels[i].prolong();
    levels[i].postSmooth();
  }
}
