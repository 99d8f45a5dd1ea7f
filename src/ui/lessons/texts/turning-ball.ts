import { type Lesson, RESTART, reload } from '../lesson';
import { energy, strain } from '../live-values';
import { BRIDSON } from './sources';

export const lesson: Lesson = {
  sources: [BRIDSON],
  sections: [
    {
      title: 'Taken along by friction',
      parts: [
        'The ball turns about the vertical axis through its centre $\\mathbf p$ with the angular velocity $\\boldsymbol\\omega$. The point $\\mathbf x$ of its surface moves with',
        { equation: '\\mathbf V(\\mathbf x) = \\boldsymbol\\omega \\times (\\mathbf x - \\mathbf p)' },
        'Near the top $\\mathbf V$ is small: there the cloth sticks. Farther down, where the surface is steep, less presses, and the cloth slides. What hangs free is pulled along by its springs, and flies outwards.',
        { live: [strain, energy] },
        {
          experiments: [
            {
              label: 'No friction',
              description: 'The ball turns under the cloth, which does not notice.',
              commands: [
                { type: 'edit', list: 'spheres', path: ['friction'], value: 0 },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            {
              label: 'Twice as fast',
              description: 'At 10 rad/s the corners fly higher.',
              commands: [
                { type: 'edit', list: 'spheres', path: ['spin', '1'], value: 10 },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            RESTART,
            reload('turning-ball'),
          ],
        },
      ],
    },
  ],
};
