import type { Part } from '../lesson';

/** What both membrane scenes have to say of the material. */
export const MATERIAL: readonly Part[] = [
  'A continuum knows no springs. It knows how a small piece of it is deformed: $F$ takes edges at rest to edges now, and Green’s strain tells how lengths and angles have changed, whatever the rotation.',
  {
    equation:
      '\\varepsilon = \\tfrac12\\left(F^T F - I\\right), \\qquad \\nu = \\tfrac12\\left(\\dot F^T F + F^T \\dot F\\right)',
  },
  'Stress follows from strain and its rate, elastic by $\\lambda$ and $\\mu$, viscous by $\\varphi$ and $\\psi$:',
  {
    equation:
      '\\sigma = \\lambda\\,\\mathrm{tr}(\\varepsilon)\\,I + 2\\mu\\,\\varepsilon + \\varphi\\,\\mathrm{tr}(\\nu)\\,I + 2\\psi\\,\\nu',
  },
  'and on each triangle of area $A_0$ and thickness $t$ it comes out as forces on the corners, with $P = F\\sigma$:',
  {
    equation:
      '(\\mathbf f_1 \\;\\; \\mathbf f_2) = -A_0\\, t\\, P\\, D_m^{-T}, \\qquad \\mathbf f_0 = -\\mathbf f_1 - \\mathbf f_2',
  },
  'Each corner gets a third of the triangle’s mass: lumped, so that no matrix of masses must be inverted, just as with particles on springs.',
  {
    erratum:
      'The slides write $\\varepsilon$ and $\\nu$ without the factor ½, so that their $\\lambda$, $\\mu$, $\\varphi$ and $\\psi$ are a quarter of those here; and the sign of $K$ changes between slides: first it is in $K(\\mathbf x) + \\mathbf f^{\\text{ext}} = 0$, then in $M\\ddot{\\mathbf u} + C\\dot{\\mathbf u} + K\\mathbf u = \\mathbf f$.',
  },
];

export const MEMBRANE_SOURCE =
  'Min Gyu Choi, Static/Dynamic Deformation with Mass-Spring Systems; James F. O’Brien and Jessica K. Hodgins, Graphical Modeling and Animation of Brittle Fracture';
