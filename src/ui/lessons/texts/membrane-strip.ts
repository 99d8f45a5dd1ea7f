import { experiment, experiments, type Lesson, PLAY, RESTORE, set } from '../lesson';
import { energy } from '../live-values';
import { MATERIAL } from './membrane';
import { CHOI, OBRIEN } from './sources';

export const lesson: Lesson = {
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
      experiment('Colour by von Mises stress', 'Only the membrane is coloured, because springs have no such stress.', {
        type: 'color',
        field: 'membrane-von-mises',
      }),
      experiment('No colours', 'The strips in their own colour.', { type: 'color', field: null }),
      RESTORE,
    ),
  ],
};
