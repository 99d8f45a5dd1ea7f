/** Lessons about materials: how they bend and fall in folds. */
import { experiment, experiments, FROM_START, type Lesson, madeOf, RESTART, reload, set, WIND } from '../lesson';
import { energy, hOmega, speed, strain } from '../live-values';
import { BARAFF_WITKIN, BERGOU, CUSICK, GAUSS, HU, NISKANEN, PEIRCE } from './sources';

export const lessons: Readonly<Record<string, Lesson>> = {
  'silk-scarf': {
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
  },
  'denim-drape': {
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
  },
  'paper-sheet': {
    sources: [GAUSS, NISKANEN],
    parts: [
      { title: 'Why a bent sheet is stiff' },
      'A sheet that bends along its length resists with its flexural rigidity $D$ alone. For a flat sheet of paper of this length $L$ and mass by area $w$, that is little against its weight:',
      '$$\\Gamma = \\frac{w\\,g\\,L^3}{D} = \\frac{0.08 \\cdot 9.81 \\cdot 0.297^3}{3\\cdot 10^{-4}} \\approx 69$$',
      'At such a $\\Gamma$ a flat strip hangs down almost vertically. But a sheet that is bent to an arc across its length can only bend along it by stretching: where lengths do not change, the product of both principal curvatures stays zero. Paper resists stretching with 250,000 to 500,000 N/m, and so it stands out.',
      { live: [strain, energy] },
      experiments(
        RESTART,
        experiment(
          'Silk instead of paper',
          'It bends and shears so easily that the arc does not help.',
          { type: 'material', id: 'silk' },
          FROM_START,
        ),
        experiment('Paper again', 'From the start.', { type: 'material', id: 'paper' }, FROM_START),
        reload('paper-sheet'),
      ),
    ],
  },
  shirt: {
    sources: [BERGOU],
    parts: [
      { title: 'Sewn together' },
      'Front and back are two nets that share the particles along the shoulders, the sides and the sleeves. Springs act along their length only, so they hold no angle: about a line of shared particles the two panels would turn as about a hinge.',
      'What resists is bending. It acts on every triangle and its neighbours, across a seam as everywhere, with the flexural rigidity $D$ and the curvature $\\kappa_0$ at rest:',
      '$$E = \\tfrac12 D\\int |\\boldsymbol\\kappa - \\boldsymbol\\kappa_0|^2\\,\\mathrm dA$$',
      { live: [strain, energy] },
      experiments(
        experiment(
          'Without bending',
          'Nothing resists a fold any more: it may be as sharp as the net allows.',
          set({ bending: 0, bendingDamping: 0 }),
          FROM_START,
        ),
        madeOf('cotton', 'Cotton', 'Woven: it hardly stretches.'),
        RESTART,
        reload('shirt'),
      ),
    ],
  },
  'dress-a-body': {
    sources: [BARAFF_WITKIN],
    parts: [
      { title: 'One step a picture' },
      'The dress moves slowly, but its springs do not: the fastest mode oscillates with $\\omega$, and symplectic Euler needs $h\\omega < 2$. With $h = 1/60\\,\\mathrm s$ it is more than ten times as much:',
      { live: [hOmega, speed] },
      'An implicit method takes this step all the same: it solves for the velocities at the end of the step, with contact and friction among the equations. Friction bounds what holds the dress along the surface:',
      '$$|\\mathbf f_T| \\le \\mu f_N$$',
      experiments(
        experiment(
          'No friction',
          'Only contact is left: the dress settles lower, where the shoulders carry it.',
          { type: 'edit', list: 'bodies', path: ['friction'], value: 0 },
          FROM_START,
        ),
        madeOf('jersey', 'Jersey', 'With bending by its card. A step takes longer.'),
        RESTART,
        reload('dress-a-body'),
      ),
      { title: 'Your own mesh' },
      'Open scene… reads a garment from an OBJ, glTF, PLY or STL file. Add body from file, under Contact and Obstacles, reads a closed mesh, and Place as in its file in the notice puts it inside the garment. Free the pins, and it falls on the body.',
    ],
  },
};
