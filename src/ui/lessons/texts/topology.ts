import type { Lesson, Part, Reading, Try } from '../lesson';
import { strainReading } from '../live-values';

const mechanisms: Reading = {
  label: 'mechanisms found',
  value: ({ status: { equilibrium } }) => (equilibrium ? String(equilibrium.mechanisms) : 'not searched yet'),
};

function compare(scene: string, label: string, says: string): Try {
  return { label, says, does: [{ type: 'scene', scene }, { type: 'play' }] };
}

const OTHERS: Record<string, Try> = {
  'square-plain': compare('square-plain', 'No diagonals', 'It shears away and falls over.'),
  'square-diagonal': compare('square-diagonal', 'One diagonal', 'It holds, but leans: stiffer one way than the other.'),
  'square-two-diagonals': compare('square-two-diagonals', 'Two diagonals', 'It holds alike both ways.'),
  'square-bend': compare(
    'square-bend',
    'Bend springs',
    'Springs to the next particle but one resist folding, not shear.',
  ),
  'square-braced': compare('square-braced', 'Braced', 'As few diagonals as can be, in the right cells.'),
  'body-plain': compare('body-plain', 'A free body, plain', 'Dropped on the floor, it falls into a heap.'),
  'body-braced': compare('body-braced', 'A free body, braced', 'It lands, bounces, and keeps its shape.'),
};

/** Choi's page on topology and stability, seen from one of its scenes. */
export function topologyLesson(scene: string, own: readonly Part[]): Lesson {
  return {
    source: 'Min Gyu Choi, Static/Dynamic Deformation with Mass-Spring Systems',
    sections: [
      { title: 'Topology and stability', parts: own },
      {
        title: 'Counting what nothing resists',
        parts: [
          'Springs resist only what changes their length, to first order: a motion $\\mathbf u$ with $(\\mathbf u_a - \\mathbf u_b)\\cdot\\mathbf n = 0$ on every spring costs nothing. Such motions are what the stiffness matrix sends to zero:',
          { equation: 'K\\mathbf u = 0' },
          { equation: '\\text{mechanisms} = \\dim\\ker K - \\text{rigid motions}' },
          'In the plane a free body has three rigid motions. A net of $n \\times n$ particles with springs along rows and columns only has $2n$ motions without resistance: each row can slide along itself, and each column. With the diagonals only the three rigid ones are left.',
          { live: [mechanisms, strainReading] },
          {
            tries: [
              {
                label: 'Find equilibrium',
                says: 'It looks for the place where all forces cancel, and counts the mechanisms that are left there.',
                does: [{ type: 'equilibrium' }],
              },
            ],
          },
        ],
      },
      {
        title: 'Compare',
        parts: [
          {
            tries: Object.entries(OTHERS)
              .filter(([id]) => id !== scene)
              .map(([, one]) => one),
          },
        ],
      },
    ],
  };
}
