/** Lessons about what hangs and what stands: ropes, and frames with and without diagonals, the scenes of Choi's page on topology. */
import {
  type Experiment,
  energy,
  experiment,
  experiments,
  fromStart,
  type Lesson,
  type LiveValue,
  type Part,
  playing,
  positionOf,
  RESTART,
  RESTORE,
  set,
  strain,
  withUnit,
} from '../lesson';
import { BOLKER_CRAPO, CHOI } from './sources';

const below: LiveValue = {
  label: 'distance of the last particle below the pin',
  value: (frame) => withUnit(positionOf(frame, 0)[1] - positionOf(frame, 10)[1], 'm'),
};

const sag: LiveValue = {
  label: 'sag of the middle particle below the ends',
  value(frame) {
    const last = frame.structure.particleCount - 1;
    const ends = (positionOf(frame, 0)[1] + positionOf(frame, last)[1]) / 2;
    return withUnit(ends - positionOf(frame, last / 2)[1], 'm');
  },
};

/** By id of the scene: ropes, and nets that hang like them. */
const HANGING: Readonly<Record<string, Lesson>> = {
  chain: {
    sources: [CHOI],
    parts: [
      { title: 'Weights add up' },
      'At rest each spring carries all the weight below it. With $N$ particles below the pin, spring $i$ from the top is stretched by $(N + 1 - i)\\,mg/k$. So particle $j$ hangs below the pin by',
      '$$y_j = jL_0 + \\frac{mg}{k}\\sum_{i=1}^{j}(N+1-i)$$',
      'Here $N = 10$, $k = 100$ N/m, $m = 10$ g and $L_0 = 0.1$ m: the last particle hangs 1.053955 m below the pin.',
      { live: [below] },
      experiments(
        experiment(
          'Find equilibrium',
          'At once, and to all digits of the precision.',
          { type: 'precision', id: 'double' },
          { type: 'equilibrium' },
        ),
        fromStart(
          'Let it swing',
          'It is released from the side. Drag and spring damping bring it to the same position.',
        ),
        experiment('Ten times as stiff', 'A tenth of the extension: 1.0054 m.', set({ stiffness: 1000 }), {
          type: 'equilibrium',
        }),
        RESTORE,
      ),
      { instrument: 'spring' },
    ],
  },
  catenary: {
    sources: [CHOI],
    parts: [
      { title: 'The elastic catenary' },
      'A chain hangs between two pins. At rest the tension has the same horizontal component $H$ everywhere, and its vertical component grows by the weight of each particle:',
      '$$\\mathbf T_{j+1} - \\mathbf T_j = m\\,\\mathbf g, \\qquad |\\mathbf T_j| = k\\,(l_j - L_0)$$',
      'From $H$ and the first vertical component, the direction and length of every spring follow, one after the other. The two numbers follow from the condition that the chain ends at the second pin. With ten springs of 0.1 m and 100 N/m, nine particles of 10 g and the ends 0.8 m apart, $H = 0.293953$ N and the middle hangs 0.296747 m below the ends.',
      { live: [sag, strain] },
      experiments(
        experiment(
          'Find equilibrium',
          'In double precision the sag agrees in all digits shown.',
          { type: 'precision', id: 'double' },
          { type: 'equilibrium' },
        ),
        experiment('Ten times as stiff', 'Nearly the catenary of an inextensible chain.', set({ stiffness: 1000 }), {
          type: 'equilibrium',
        }),
        RESTORE,
      ),
      { instrument: 'spring' },
    ],
  },
  'rope-bridge': {
    sources: [CHOI],
    parts: [
      { title: 'Stiffness by tension' },
      'A straight rope without tension has no stiffness against a load from above, because its springs resist only along the rope. It gains this stiffness when it sags and comes under tension. A rope under tension $T$ with links of length $l$ resists motion of a particle across the rope with the stiffness',
      '$$k_{\\perp} = \\frac{2T}{l},$$',
      '$$\\text{the term } k\\left(1 - \\frac{L_0}{l}\\right) \\text{ of } -\\frac{\\partial \\mathbf f}{\\partial \\mathbf x} \\text{ on each side}$$',
      'So the bridge becomes stiffer as the load grows.',
      { live: [strain, energy] },
      experiments(
        experiment('Find equilibrium', 'The shape under its own weight.', { type: 'equilibrium' }),
        playing('Twice the gravity', 'It sags more, but not twice as much.', set({ gravity: 19.62 })),
        RESTORE,
      ),
    ],
  },
  trampoline: {
    sources: [CHOI],
    parts: [
      { title: 'Stiffness by tension' },
      'A flat, unstretched grid has no stiffness normal to its plane: for small deflections $w$ the springs become longer only in proportion to $w^2$, so that the force grows with $w^3$. Under tension it resists at once, like the skin of a drum:',
      '$$f \\propto k\\left(1 - \\frac{L_0}{l}\\right) w + O(w^3)$$',
      'A body that falls on it transfers its energy to the springs and gets it back, except for what goes into damping and ripples.',
      { live: [energy, strain] },
      experiments(
        RESTART,
        fromStart('Without damping', 'It bounces longer. Now energy is lost only to ripples.', set({ damping: 0 })),
        RESTORE,
      ),
    ],
  },
};

const mechanisms: LiveValue = {
  label: 'mechanisms found',
  value: ({ status: { equilibrium } }) => (equilibrium ? String(equilibrium.mechanisms) : 'not searched for yet'),
};

interface Framework {
  /** Of the button that loads it, in the lessons of the other frames. */
  label: string;
  description: string;
  parts: readonly Part[];
}

const FRAMES: Readonly<Record<string, Framework>> = {
  'square-plain': {
    label: 'No diagonals',
    description: 'It shears and falls over.',
    parts: [
      'Bars along rows and columns, and no diagonals: every spring keeps its length, and the frame still leans over until it lies flat. Choi calls it not stable. More stiffness does not help, because no spring is stretched on the way.',
    ],
  },
  'square-diagonal': {
    label: 'One diagonal',
    description: 'It stands but leans: it is stiffer in one direction than in the other.',
    parts: [
      'One diagonal divides a cell into two triangles, and a triangle with sides of fixed length has only one shape. The frame is stable, but not symmetric: a push in one direction stretches the diagonal, a push in the other direction compresses it. The resistance along the diagonal is larger than across it.',
    ],
  },
  'square-two-diagonals': {
    label: 'Two diagonals',
    description: 'It stands, and resists equally in both directions.',
    parts: [
      'With both diagonals, each push stretches one and compresses the other. So the frame resists equally in both directions, and much more than with one diagonal.',
    ],
  },
  'square-bend': {
    label: 'Bend springs',
    description: 'Springs to the second neighbour resist folding, not shear.',
    parts: [
      'Bend springs skip a particle. They keep lines straight, which in a cloth resists folding. They do little against shear, because a leaning grid of straight lines changes none of their lengths.',
    ],
  },
  'square-braced': {
    label: 'Braced',
    description: 'The smallest number of diagonals, in the right cells.',
    parts: [
      'How many diagonals are enough? Draw a dot for each row and each column of cells, and for each braced cell a line between the dots of its row and its column. All upright bars in a row lean by the same angle, and a brace makes the bars of its row and of its column turn by the same angle. The frame is rigid exactly if the lines connect all dots.',
      '$$\\text{braces needed} = \\text{rows} + \\text{columns} - 1$$',
      'A free frame of 3 × 3 cells needs 5, and they must be in the right cells. This is the theorem of Bolker and Crapo, How to Brace a One-Story Building.',
      'Here the feet are pinned, which connects all columns to the ground. So one brace in each row is enough: the three that are here. Take the scissors: if you cut any one of them, the part above it falls over.',
    ],
  },
  'body-plain': {
    label: 'A free frame without diagonals',
    description: 'Dropped on the floor, it collapses.',
    parts: [
      'The same frame without pins. A free body has rigid motions, as it should, and this one also has mechanisms, which it should not have: it collapses where it lands.',
    ],
  },
  'body-braced': {
    label: 'A free frame with both diagonals',
    description: 'It lands, bounces, and keeps its shape.',
    parts: [
      'A free body with both diagonals in each cell. Only motions of the whole body, translation and rotation, cost no energy. It keeps its shape as it falls, tumbles and lands.',
    ],
  },
};

export const lessons: Readonly<Record<string, Lesson>> = {
  ...HANGING,
  ...Object.fromEntries(Object.entries(FRAMES).map(([scene, { parts }]) => [scene, lessonAbout(scene, parts)])),
};

function lessonAbout(scene: string, parts: readonly Part[]): Lesson {
  return {
    sources: [CHOI, BOLKER_CRAPO],
    parts: [
      { title: 'Topology and stability' },
      ...parts,
      { title: 'Counting mechanisms' },
      'To first order, springs resist only what changes their length: a motion $\\mathbf u$ with $(\\mathbf u_a - \\mathbf u_b)\\cdot\\mathbf n = 0$ on every spring costs no energy. Such motions form the null space of the stiffness matrix:',
      '$$K\\mathbf u = 0$$',
      '$$\\text{mechanisms} = \\dim\\ker K - \\text{rigid motions}$$',
      'In the plane, a free body has three rigid motions. A grid of $n \\times n$ particles with springs only along rows and columns has $2n$ motions without resistance: each row can slide along itself, and so can each column. With the diagonals, only the three rigid motions remain.',
      { live: [mechanisms, strain] },
      experiments(
        experiment('Find equilibrium', 'Finds the state in which all forces cancel, and counts the mechanisms there.', {
          type: 'equilibrium',
        }),
      ),
      { title: 'Compare' },
      {
        experiments: Object.keys(FRAMES)
          .filter((id) => id !== scene)
          .map(loadFrame),
      },
    ],
  };
}

function loadFrame(scene: string): Experiment {
  const { label, description } = FRAMES[scene];
  return playing(label, description, { type: 'scene', scene });
}
