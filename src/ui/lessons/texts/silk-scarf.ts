import { experiment, experiments, FROM_START, type Lesson, madeOf, RESTART, reload, set, WIND } from '../lesson';
import { energy, strain } from '../live-values';
import { BERGOU, PEIRCE } from './sources';

export const lesson: Lesson = {
  sources: [PEIRCE, BERGOU],
  parts: [
    { title: 'How wide is a fold?' },
    'Cloth hardly stretches, but it bends easily. Its resistance to bending is the flexural rigidity $D$: moment per breadth over curvature. Weight works against it:',
    '$$M = D\\,\\kappa, \\qquad b = \\left(\\frac{D}{w\\,g}\\right)^{1/3}$$',
    'Here $w$ is the mass by area. The bending length $b$ (Peirce writes $c$) is a length that the material alone gives: the larger it is, the wider are the folds. Silk has 13 mm, wool 16 mm, cotton 19 mm, nylon 23 mm and denim 28 mm.',
    { live: [strain, energy] },
    experiments(
      madeOf('silk', 'Silk', 'Light: the wind lifts it. Fine folds.'),
      madeOf('denim', 'Denim', 'Heavy: it hangs. Wider folds.'),
      madeOf('jersey', 'Jersey', 'It stretches most: look at the strain.'),
      madeOf('nylon', 'Nylon ripstop', 'Lighter than silk, but it bends less easily.'),
      WIND,
      RESTART,
      reload('silk-scarf'),
    ),
    { title: 'The same on every net' },
    'Mass, stiffness, bending and air drag are given by area and by breadth, so that the cloth is the same with any number of rows and columns. But a fold needs some cells across: a coarse net lacks the finest folds of silk.',
    experiments(
      experiment('A coarse net', '13 rows and 9 columns.', set({ rows: 13, columns: 9 }), FROM_START),
      experiment('A fine net', '49 rows and 33 columns.', set({ rows: 49, columns: 33 }), FROM_START),
      reload('silk-scarf'),
    ),
  ],
};
