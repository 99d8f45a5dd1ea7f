/** Lessons about fabrics, and about membranes: triangles in place of springs. */
import {
  edit,
  energy,
  experiment,
  experiments,
  fromStart,
  hOmega,
  type Lesson,
  madeOf,
  method,
  type Part,
  playing,
  RESTART,
  RESTORE,
  reload,
  set,
  speed,
  strain,
  WIND,
} from '../lesson';
import { BARAFF_WITKIN, BERGOU, CHOI, CUSICK, GAUSS, HU, NISKANEN, OBRIEN, PEIRCE } from './sources';

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
        fromStart('A coarse net', '13 rows and 9 columns.', set({ rows: 13, columns: 9 })),
        fromStart('A fine net', '49 rows and 33 columns.', set({ rows: 49, columns: 33 })),
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
        fromStart('Silk instead of paper', 'It bends and shears so easily that the arc does not help.', {
          type: 'material',
          id: 'silk',
        }),
        fromStart('Paper again', 'From the start.', { type: 'material', id: 'paper' }),
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
        fromStart(
          'Without bending',
          'Nothing resists a fold any more: it may be as sharp as the net allows.',
          set({ bending: 0, bendingDamping: 0 }),
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
        fromStart(
          'No friction',
          'Only contact is left: the dress settles lower, where the shoulders carry it.',
          edit('bodies', 0, 'friction'),
        ),
        madeOf('jersey', 'Jersey', 'With bending by its card. A step takes longer.'),
        RESTART,
        reload('dress-a-body'),
      ),
      { title: 'Your own mesh' },
      'Open scene… reads a garment from an OBJ, glTF, PLY or STL file. Add body from file, under Contact and Obstacles, reads a closed mesh, and Place as in its file in the notice puts it inside the garment. Free the pins, and it falls on the body.',
    ],
  },
  'membrane-cloth': {
    sources: [CHOI, OBRIEN],
    parts: [
      { title: 'Springs or triangles?' },
      'This cloth has no springs in its plane, only springs that resist folding. Its triangles resist strain as a continuum does. Its parameters describe a material, in pascals, and mean the same at any resolution. A spring stiffness means another material on each grid.',
      { live: [energy, hOmega] },
      experiments(
        playing(
          'Implicit Euler, 1/60 s',
          'The stiffness matrix of each triangle is made positive semi-definite, as that of each spring is, and the step is stable.',
          method('implicit-euler'),
          set({ dt: 1 / 60 }),
        ),
        experiment('Colour by energy density', 'It shows where the cloth carries its weight.', {
          type: 'color',
          field: 'membrane-energy',
        }),
        experiment('No colours', 'The cloth in its own colour.', { type: 'color', field: null }),
        RESTORE,
        playing('A cloth of springs', 'For comparison.', { type: 'scene', scene: 'cloth' }),
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
        playing(
          'Three times the gravity',
          'Now the strain is large, and the two differ: springs follow Hooke’s law in their length, the membrane in Green’s strain, which contains the square of the stretch.',
          set({ gravity: 30 }),
        ),
        experiment(
          'Colour by von Mises stress',
          'Only the membrane is coloured, because springs have no such stress.',
          { type: 'color', field: 'membrane-von-mises' },
        ),
        experiment('No colours', 'The strips in their own colour.', { type: 'color', field: null }),
        RESTORE,
      ),
    ],
  },
};
