import type { Part } from '../lesson';

/** The section about the material, for the lessons about both membrane scenes. */
export const MATERIAL: readonly Part[] = [
  'A continuum has no springs. Its stress depends on the local deformation: $F$ maps edges at rest to current edges, and Green’s strain measures the change of lengths and angles, independent of rotation.',
  '$$\\varepsilon = \\tfrac12\\left(F^T F - I\\right), \\qquad \\nu = \\tfrac12\\left(\\dot F^T F + F^T \\dot F\\right)$$',
  'The stress follows from the strain and the strain rate, with Lamé’s constants $\\lambda_{\\text{L}}$ and $\\mu_{\\text{L}}$ and the viscous constants $\\varphi$ and $\\psi$:',
  '$$\\sigma = \\lambda_{\\text{L}}\\,\\mathrm{tr}(\\varepsilon)\\,I + 2\\mu_{\\text{L}}\\,\\varepsilon + \\varphi\\,\\mathrm{tr}(\\nu)\\,I + 2\\psi\\,\\nu$$',
  'On a triangle of area $A_0$ and thickness $t$, with $P = F\\sigma$, it gives forces on the corners:',
  '$$(\\mathbf f_1 \\;\\; \\mathbf f_2) = -A_0\\, t\\, P\\, D_m^{-T}, \\qquad \\mathbf f_0 = -\\mathbf f_1 - \\mathbf f_2$$',
  'Each corner gets a third of the triangle’s mass. With such lumped masses the mass matrix is diagonal, as for particles on springs, and easy to invert.',
  {
    remark:
      'Some texts define $\\varepsilon$ and $\\nu$ without the factor ½: their $\\lambda_{\\text{L}}$, $\\mu_{\\text{L}}$, $\\varphi$ and $\\psi$ are a quarter of those here.',
  },
];
