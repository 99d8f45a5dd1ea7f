import type { Lesson } from './lesson';
import { energyReading } from './live-values';
import { MATERIAL, MEMBRANE_SOURCE } from './membrane';

export const lesson: Lesson = {
  source: MEMBRANE_SOURCE,
  sections: [
    { title: 'A visco-elastic membrane', parts: MATERIAL },
    {
      title: 'Pulling a strip',
      parts: [
        'With Young’s modulus $E$ and Poisson’s ratio $\\nu_P$, in plane stress,',
        { equation: '\\lambda = \\frac{E\\,\\nu_P}{1 - \\nu_P^2}, \\qquad \\mu = \\frac{E}{2(1 + \\nu_P)}' },
        'Stretched to 1.2 with free sides, a unit square of $E$ = 1000 Pa, $\\nu_P$ = 0.3 and 1 m thickness pulls back with 264 N and narrows to 0.931665. The test bench among the instruments plots force against stretch, for springs and membrane.',
        'Springs can act as such a sheet, but only as one: a net with $k_{\\text{structural}} + 4\\,k_{\\text{bend}} = 2\\,k_{\\text{shear}}$ is alike in all directions, and then $\\nu_P = \\tfrac13$, whatever the stiffness. A membrane takes any.',
        { live: [energyReading] },
        {
          tries: [
            {
              label: 'Find equilibrium',
              says: 'At rest the stress is in balance everywhere.',
              does: [{ type: 'equilibrium' }],
            },
            {
              label: 'Hang up a cloth of it',
              says: 'The same material, larger.',
              does: [{ type: 'scene', scene: 'membrane-cloth' }, { type: 'play' }],
            },
          ],
        },
      ],
    },
  ],
};
