/** Lessons about the scenes of Choi's page on topology and stability: frames with and without diagonals. */
import {
  type Experiment,
  experiment,
  experiments,
  type Lesson,
  type LiveValue,
  type Part,
  playing,
  strain,
} from '../lesson';
import { BOLKER_CRAPO, CHOI } from './sources';

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

/** By id of the scene. */
export const lessons: Readonly<Record<string, Lesson>> = Object.fromEntries(
  Object.entries(FRAMES).map(([scene, { parts }]) => [scene, lessonAbout(scene, parts)]),
);

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
