import type { Lesson } from '../lesson';
import { energyReading } from '../live-values';
import { AS_IT_WAS } from '../usual-tries';
import { MATERIAL, MEMBRANE_SOURCE } from './membrane';

export const lesson: Lesson = {
  source: MEMBRANE_SOURCE,
  sections: [
    { title: 'A visco-elastic membrane', parts: MATERIAL },
    {
      title: 'Two strips',
      parts: [
        'With Young’s modulus $E$ and Poisson’s ratio $\\nu_P$, in plane stress,',
        { equation: '\\lambda = \\frac{E\\,\\nu_P}{1 - \\nu_P^2}, \\qquad \\mu = \\frac{E}{2(1 + \\nu_P)}' },
        'Stretched to 1.2 with free sides, a unit square of $E$ = 1000 Pa, $\\nu_P$ = 0.3 and 1 m thickness pulls back with 264 N and narrows to 0.931665. The test bench among the instruments plots force against stretch, for springs and membrane.',
        'Springs can act as such a sheet: a net with $k_{\\text{structural}} + 4\\,k_{\\text{bend}} = 2\\,k_{\\text{shear}}$ is alike in all directions, and then',
        { equation: '\\nu_P = \\tfrac13, \\qquad E\\,t = \\tfrac83\\,k_{\\text{shear}}' },
        'whatever the stiffness; a membrane takes any $\\nu_P$. The strip on the left is such a net, and the one on the right a membrane of the same $E$, $\\nu_P$ and weight. For small strain they are the same.',
        { live: [energyReading] },
        {
          tries: [
            {
              label: 'Find equilibrium',
              says: 'At rest the stress is in balance everywhere.',
              does: [{ type: 'equilibrium' }],
            },
            {
              label: 'Three times the gravity',
              says: 'Now the strain is large, and the two part: springs follow Hooke’s law in their length, the membrane in Green’s strain, which grows with its square.',
              does: [{ type: 'set', key: 'gravity', value: 30 }, { type: 'play' }],
            },
            {
              label: 'Colour by von Mises stress',
              says: 'Springs have none: only the membrane is coloured by it.',
              does: [{ type: 'colour', field: 'membrane-von-mises' }],
            },
            { label: 'No colours', says: 'The cloth as it is.', does: [{ type: 'colour', field: null }] },
            AS_IT_WAS,
          ],
        },
      ],
    },
  ],
};
