/** Lessons about membranes: triangles in place of springs. */
import { experiment, experiments, type Lesson, type Part, PLAY, RESTORE, set } from '../lesson';
import { energy, hOmega } from '../live-values';
import { CHOI, OBRIEN } from './sources';

/** The section about the material, for the lessons about both membrane scenes. */
const MATERIAL: readonly Part[] = [
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

export const lessons: Readonly<Record<string, Lesson>> = {
  'membrane-cloth': {
    sources: [CHOI, OBRIEN],
    parts: [
      { title: 'Springs or triangles?' },
      'This cloth has no springs in its plane, only springs that resist folding. Its triangles resist strain as a continuum does. Its parameters describe a material, in pascals, and mean the same at any resolution. A spring stiffness means another material on each grid.',
      { live: [energy, hOmega] },
      experiments(
        experiment(
          'Implicit Euler, 1/60 s',
          'The stiffness matrix of each triangle is made positive semi-definite, as that of each spring is, and the step is stable.',
          { type: 'integrator', id: 'implicit-euler' },
          set({ dt: 1 / 60 }),
          PLAY,
        ),
        experiment('Colour by energy density', 'It shows where the cloth carries its weight.', {
          type: 'color',
          field: 'membrane-energy',
        }),
        experiment('No colours', 'The cloth in its own colour.', { type: 'color', field: null }),
        RESTORE,
        experiment('A cloth of springs', 'For comparison.', { type: 'scene', scene: 'cloth' }, PLAY),
      ),
      { title: 'The material' },
      ...MATERIAL,
    ],
  },
  'membrane-strip': {
    sources: [CHOI, OBRIEN],
    parts: [
      { title: 'A viscoelastic membrane' },
      ...MATERIAL,
      { title: 'Two strips' },
      'With Young’s modulus $E$ and Poisson’s ratio $\\nu_P$, in plane stress,',
      '$$\\lambda_{\\text{L}} = \\frac{E\\,\\nu_P}{1 - \\nu_P^2}, \\qquad \\mu_{\\text{L}} = \\frac{E}{2(1 + \\nu_P)}$$',
      'Take a unit square with $E$ = 1000 Pa, $\\nu_P$ = 0.3 and a thickness of 1 m. Stretched to 1.2 with free sides, it exerts a force of 264 N and its width decreases to 0.931665. The test bench among the instruments plots force against stretch, for springs and membrane.',
      'Springs can act as such a sheet: a grid with $k_{\\text{structural}} + 4\\,k_{\\text{bend}} = 2\\,k_{\\text{shear}}$ is isotropic, with',
      '$$\\nu_P = \\tfrac13, \\qquad E\\,t = \\tfrac83\\,k_{\\text{shear}}$$',
      'for any stiffness. A membrane can have any $\\nu_P$. The strip on the left is such a grid, and the strip on the right is a membrane of the same $E$, $\\nu_P$ and weight. For small strain they behave in the same way.',
      { live: [energy] },
      experiments(
        experiment('Find equilibrium', 'At rest the forces are in equilibrium everywhere.', { type: 'equilibrium' }),
        experiment(
          'Three times the gravity',
          'Now the strain is large, and the two differ: springs follow Hooke’s law in their length, the membrane in Green’s strain, which contains the square of the stretch.',
          set({ gravity: 30 }),
          PLAY,
        ),
        experiment(
          'Colour by von Mises stress',
          'Only the membrane is coloured, because springs have no such stress.',
          {
            type: 'color',
            field: 'membrane-von-mises',
          },
        ),
        experiment('No colours', 'The strips in their own colour.', { type: 'color', field: null }),
        RESTORE,
      ),
    ],
  },
};
