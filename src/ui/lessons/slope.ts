import type { Lesson } from './lesson';
import { speedReading } from './live-values';
import { AGAIN, AS_IT_WAS } from './usual-tries';

export const lesson: Lesson = {
  source: 'Particle Dynamics, lecture slides; Charles-Augustin de Coulomb’s law of friction',
  sections: [
    {
      title: 'Stick or slide',
      parts: [
        'On a slope of angle $\\alpha$ gravity pulls down along it by $mg\\sin\\alpha$ and presses with $mg\\cos\\alpha$. Friction holds as long as it needs no more than $\\mu$ times the pressure:',
        { equation: '\\tan\\alpha \\le \\mu' },
        'Above that angle the particle slides, and friction takes all it may:',
        { equation: 'a = g\\,(\\sin\\alpha - \\mu\\cos\\alpha)' },
        'The mass doesn’t matter, and nor does the speed.',
        { live: [speedReading] },
        {
          tries: [
            AGAIN,
            {
              label: 'Half of gravity',
              says: 'Those that stay, stay; those that slide do it half as fast.',
              does: [{ type: 'set', key: 'gravity', value: 4.905 }, { type: 'reset' }, { type: 'play' }],
            },
            AS_IT_WAS,
          ],
        },
        {
          question: 'Tilt the plane by its handle. At which angle do particles with $\\mu = 0.5$ begin to slide?',
          answer: ['At $\\alpha = \\arctan 0.5 = 26.6°$.'],
        },
      ],
    },
  ],
};
