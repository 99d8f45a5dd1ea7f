import type { Lesson } from '../lesson';
import { speedReading } from '../live-values';

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
        'The mass doesn’t matter, and nor does the speed. This slope has 25°, and $\\tan 25° = 0.466$; with $\\mu = 0.4$ the blocks slide at 0.589 m/s².',
        { live: [speedReading] },
        {
          tries: [
            {
              label: 'μ = 0.5',
              says: 'They stay, and keep their places to the last bit.',
              does: [
                { type: 'edit', list: 'planes', path: ['friction'], value: 0.5 },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            {
              label: 'No friction',
              says: 'They slide at $g\\sin\\alpha$ = 4.15 m/s².',
              does: [
                { type: 'edit', list: 'planes', path: ['friction'], value: 0 },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            {
              label: 'Half of gravity',
              says: 'They slide at half the acceleration; those that stay, stay.',
              does: [{ type: 'set', key: 'gravity', value: 4.905 }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'As it was',
              says: 'The whole scene, anew.',
              does: [{ type: 'scene', scene: 'slope' }, { type: 'play' }],
            },
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
