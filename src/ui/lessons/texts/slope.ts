import { experiment, experiments, FROM_START, type Lesson, reload, set } from '../lesson';
import { speed } from '../live-values';
import { PARTICLE_DYNAMICS } from './sources';

export const lesson: Lesson = {
  sources: [PARTICLE_DYNAMICS],
  parts: [
    { title: 'Stick or slide' },
    'On a slope of angle $\\alpha$, gravity has the component $mg\\sin\\alpha$ along the slope and $mg\\cos\\alpha$ normal to it. The ball, which cannot roll, stays at rest as long as the friction force is at most $\\mu$ times the normal force:',
    '$$\\tan\\alpha \\le \\mu$$',
    'On a steeper slope it slides, with the largest possible friction force:',
    '$$a = g\\,(\\sin\\alpha - \\mu\\cos\\alpha)$$',
    'The result depends neither on the mass nor on the speed. This slope has 25°, and $\\tan 25° = 0.466$. With $\\mu = 0.4$ the balls slide with an acceleration of 0.589 m/s².',
    { live: [speed] },
    experiments(
      experiment(
        'μ = 0.5',
        'They stay at rest, exactly where they are.',
        { type: 'edit', list: 'planes', path: ['friction'], value: 0.5 },
        FROM_START,
      ),
      experiment(
        'No friction',
        'They slide with $g\\sin\\alpha$ = 4.15 m/s².',
        { type: 'edit', list: 'planes', path: ['friction'], value: 0 },
        FROM_START,
      ),
      experiment(
        'Half the gravity',
        'They slide with half the acceleration. Balls at rest stay at rest.',
        set({ gravity: 4.905 }),
        FROM_START,
      ),
      reload('slope'),
    ),
    {
      question: 'Tilt the plane with its handle. At which angle do particles with $\\mu = 0.5$ start to slide?',
      answer: ['At $\\alpha = \\arctan 0.5 = 26.6°$.'],
    },
  ],
};
