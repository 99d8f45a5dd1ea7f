import type { Lesson } from '../lesson';
import { energyReading, speedReading } from '../live-values';

export const lesson: Lesson = {
  source: 'David Baraff and Andrew Witkin, Large Steps in Cloth Simulation',
  sections: [
    {
      title: 'Wind',
      parts: [
        'Wind presses on triangles, not on particles: what counts is how much of it a triangle of area $A$ and normal $\\hat{\\mathbf n}$ catches, with $\\mathbf w$ the wind relative to the triangle:',
        {
          equation:
            '\\mathbf f = \\tfrac12\\,\\rho\\, C_d\\, A\\,(\\mathbf w\\cdot\\hat{\\mathbf n})\\,|\\mathbf w\\cdot\\hat{\\mathbf n}|\\;\\hat{\\mathbf n}',
        },
        'A third of it goes to each corner. Edge on, a triangle catches nothing: so the flag turns along the wind, and its ripples run down it.',
        'Wind does work, so energy isn’t kept; drag, dashpots and the flag’s own motion against the air take it again. Gusts are drawn from a seed: the same run gives the same gusts.',
        { live: [speedReading, energyReading] },
        {
          tries: [
            {
              label: 'Wind on or off',
              says: 'Without it the flag falls and hangs.',
              does: [{ type: 'wind' }, { type: 'play' }],
            },
            {
              label: 'No gravity',
              says: 'Only the wind is left to lay it straight.',
              does: [{ type: 'set', key: 'gravity', value: 0 }, { type: 'play' }],
            },
            {
              label: 'As it was',
              says: 'The whole scene, anew.',
              does: [{ type: 'scene', scene: 'flag' }, { type: 'play' }],
            },
          ],
        },
      ],
    },
  ],
};
