import { type Lesson, RESTORE } from '../lesson';
import { energy } from '../live-values';
import { MATERIAL } from './membrane';
import { CHOI, OBRIEN } from './sources';

export const lesson: Lesson = {
  sources: [CHOI, OBRIEN],
  sections: [
    { title: 'A viscoelastic membrane', parts: MATERIAL },
    {
      title: 'Two strips',
      parts: [
        'With Young’s modulus $E$ and Poisson’s ratio $\\nu_P$, in plane stress,',
        {
          equation:
            '\\lambda_{\\text{L}} = \\frac{E\\,\\nu_P}{1 - \\nu_P^2}, \\qquad \\mu_{\\text{L}} = \\frac{E}{2(1 + \\nu_P)}',
        },
        'Take a unit square with $E$ = 1000 Pa, $\\nu_P$ = 0.3 and a thickness of 1 m. Stretched to 1.2 with free sides, it exerts a force of 264 N and its width decreases to 0.931665. The test bench among the instruments plots force against stretch, for springs and membrane.',
        'Springs can act as such a sheet: a grid with $k_{\\text{structural}} + 4\\,k_{\\text{bend}} = 2\\,k_{\\text{shear}}$ is isotropic, with',
        { equation: '\\nu_P = \\tfrac13, \\qquad E\\,t = \\tfrac83\\,k_{\\text{shear}}' },
        'for any stiffness. A membrane can have any $\\nu_P$. The strip on the left is such a grid, and the strip on the right is a membrane of the same $E$, $\\nu_P$ and weight. For small strain they behave in the same way.',
        { live: [energy] },
        {
          experiments: [
            {
              label: 'Find equilibrium',
              description: 'At rest the forces are in equilibrium everywhere.',
              commands: [{ type: 'equilibrium' }],
            },
            {
              label: 'Three times the gravity',
              description:
                'Now the strain is large, and the two differ: springs follow Hooke’s law in their length, the membrane in Green’s strain, which contains the square of the stretch.',
              commands: [{ type: 'set', key: 'gravity', value: 30 }, { type: 'play' }],
            },
            {
              label: 'Colour by von Mises stress',
              description: 'Only the membrane is coloured, because springs have no such stress.',
              commands: [{ type: 'color', field: 'membrane-von-mises' }],
            },
            {
              label: 'No colours',
              description: 'The strips in their own colour.',
              commands: [{ type: 'color', field: null }],
            },
            RESTORE,
          ],
        },
      ],
    },
  ],
};
