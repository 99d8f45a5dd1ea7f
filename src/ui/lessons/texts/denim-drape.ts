import { experiments, type Lesson, madeOf, RESTART, reload } from '../lesson';
import { energy, strain } from '../live-values';
import { CUSICK, HU } from './sources';

export const lesson: Lesson = {
  sources: [CUSICK, HU],
  parts: [
    { title: 'How many folds?' },
    'The cloth lies over a round hoop, and hangs down around it. A circle of the flat cloth at the distance $r$ from the axis is longer than the circle on which the hanging cloth ends, and the cloth can hardly stretch or shorten: it has to fold. Each fold costs energy of bending, so that there are few of them. Folds that hang deep lower the weight, so that there are some. Their breadth is a few times the bending length:',
    '$$b = \\left(\\frac{D}{w\\,g}\\right)^{1/3}$$',
    'Here $D$ is the flexural rigidity and $w$ the mass by area. Denim has $b = 28$ mm and falls in 4 folds, one for each corner. Silk has $b = 13$ mm and falls in 9.',
    { live: [strain, energy] },
    experiments(
      madeOf('silk', 'Silk', 'Light and limp: many fine folds.'),
      madeOf('denim', 'Denim', 'Few broad folds.'),
      madeOf('wool', 'Wool', 'Between both.'),
      madeOf('paper', 'Paper', 'It bends in one direction only: it stays almost level.'),
      RESTART,
      reload('denim-drape'),
    ),
    { title: 'The drape test' },
    'Textile laboratories measure how cloth drapes in this way: a round specimen of 30 cm lies on a table of 18 cm, and a lamp above it throws its shadow on the floor. The drape coefficient is the part of the ring beyond the table that the shadow covers: 100 % if the cloth does not bend. The instrument Validation repeats this test for silk, cotton, wool and denim.',
  ],
};
