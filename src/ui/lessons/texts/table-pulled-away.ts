import { experiment, experiments, FROM_START, type Lesson, RESTART, reload } from '../lesson';
import { momentum, speed } from '../live-values';
import { PARTICLE_DYNAMICS } from './sources';

export const lesson: Lesson = {
  sources: [PARTICLE_DYNAMICS],
  parts: [
    { title: 'What friction can do' },
    'The only force that can take the cloth along is friction. It is at most $\\mu$ times what presses, and the weight $mg$ presses. So the acceleration of the cloth is at most',
    '$$|\\dot{\\mathbf v}_T| \\le \\mu g = 0.3 \\cdot 9.81\\,\\mathrm{m/s^2} \\approx 2.9\\,\\mathrm{m/s^2}$$',
    'The table goes a way $s$ in a time $T$, and rests at both ends. Its largest acceleration is $6s/T^2$: with $s = 1.3\\,\\mathrm m$ and $T = 0.5\\,\\mathrm s$ it is $31\\,\\mathrm{m/s^2}$, ten times as much. The cloth slides. While the table is under it, friction gives it the velocity $\\mu g t$, and then it falls.',
    { live: [speed, momentum] },
    experiments(
      experiment(
        'Slowly',
        'In 2.5 s: 6s/T² is 1.2 m/s², less than μg. The cloth goes along.',
        { type: 'edit', list: 'bodies', path: ['path', '4'], value: 2.5 },
        FROM_START,
      ),
      experiment(
        'Fast',
        'In 0.5 s: the cloth stays behind.',
        { type: 'edit', list: 'bodies', path: ['path', '4'], value: 0.5 },
        FROM_START,
      ),
      experiment(
        'No friction',
        'The cloth falls straight down, and no part of it has moved sideways.',
        { type: 'edit', list: 'bodies', path: ['friction'], value: 0 },
        FROM_START,
      ),
      RESTART,
      reload('table-pulled-away'),
    ),
    { title: 'Contact with what moves' },
    'Each point $\\mathbf x$ of a moving obstacle has a velocity $\\mathbf V(\\mathbf x)$. Contact is as with an obstacle at rest, for the velocity relative to it:',
    '$$\\mathbf u = \\mathbf v - \\mathbf V, \\qquad u_N \\ge 0, \\qquad |\\mathbf f_T| \\le \\mu f_N$$',
    'What sticks has $\\mathbf u = 0$: it moves as the table does. The table does work on the cloth. In the energy ledger it stands under “Hand”.',
  ],
};
