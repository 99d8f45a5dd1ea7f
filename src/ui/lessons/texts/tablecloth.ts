import { experiments, type Lesson, madeOf, RESTART, reload } from '../lesson';
import { energy, strain } from '../live-values';
import { BAERENTZEN } from './sources';

export const lesson: Lesson = {
  sources: [BAERENTZEN],
  parts: [
    { title: 'How far is the table?' },
    'The table is a closed surface of triangles. For each particle the engine looks for the nearest point $\\mathbf p$ of all triangles, in a tree of boxes. The distance to it counts as negative inside the body:',
    '$$\\varphi(\\mathbf x) = \\pm|\\mathbf x - \\mathbf p|, \\qquad \\mathbf N = \\frac{\\mathbf x - \\mathbf p}{\\varphi}$$',
    'With $\\varphi$ and $\\mathbf N$ contact is that of a plane or a sphere: no particle stays at $\\varphi < 0$, and friction is at most $\\mu$ times what presses.',
    'The sign is that of $(\\mathbf x - \\mathbf p)\\cdot\\mathbf n$. On a face $\\mathbf n$ is its normal. On an edge and at a corner it is the sum of the normals of all faces that meet there, each weighted by its angle: the normal of one face alone can put a point near a sharp edge on the wrong side.',
    { live: [strain, energy] },
    experiments(
      madeOf('silk', 'Silk', 'Light and limp: many fine folds.'),
      madeOf('denim', 'Denim', 'Few broad folds.'),
      RESTART,
      reload('tablecloth'),
    ),
    { title: 'What passes through' },
    'Only particles touch the table. An edge or a corner that is sharper than the net is fine comes through between them: the body is drawn a little below its surface, so that one sees less of it. More rows and columns bring the cloth closer to the edge.',
  ],
};
