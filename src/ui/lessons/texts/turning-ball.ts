import { experiment, experiments, FROM_START, type Lesson, RESTART, reload } from '../lesson';
import { energy, strain } from '../live-values';
import { BRIDSON } from './sources';

export const lesson: Lesson = {
  sources: [BRIDSON],
  parts: [
    { title: 'Taken along by friction' },
    'The ball turns about the vertical axis through its centre $\\mathbf p$ with the angular velocity $\\boldsymbol\\omega$. The point $\\mathbf x$ of its surface moves with',
    '$$\\mathbf V(\\mathbf x) = \\boldsymbol\\omega \\times (\\mathbf x - \\mathbf p)$$',
    'Near the top $\\mathbf V$ is small: there the cloth sticks. Farther down, where the surface is steep, less presses, and the cloth slides. What hangs free is pulled along by its springs, and flies outwards.',
    { live: [strain, energy] },
    experiments(
      experiment(
        'No friction',
        'The ball turns under the cloth, which does not notice.',
        { type: 'edit', list: 'spheres', path: ['friction'], value: 0 },
        FROM_START,
      ),
      experiment(
        'Twice as fast',
        'At 10 rad/s the corners fly higher.',
        { type: 'edit', list: 'spheres', path: ['spin', '1'], value: 10 },
        FROM_START,
      ),
      RESTART,
      reload('turning-ball'),
    ),
  ],
};
