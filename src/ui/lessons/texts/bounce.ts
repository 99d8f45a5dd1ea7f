import { t } from '../../../language/translate';
import { experiment, experiments, FROM_START, type Lesson, type LiveValue, reload, set } from '../lesson';
import { energy, positionOf } from '../live-values';
import { PARTICLE_DYNAMICS } from './sources';

/** m; height of the tops of the pads above the floor. */
const PAD = 0.26;
const RESTITUTIONS = [0, 0.25, 0.5, 0.75, 1];

function height(ball: number): LiveValue {
  return {
    label: t`height of the ball with $e$ = ${RESTITUTIONS[ball]}`,
    value: (frame) => `${(positionOf(frame, ball)[1] - PAD).toFixed(3)} m`,
  };
}

export const lesson: Lesson = {
  sources: [PARTICLE_DYNAMICS],
  parts: [
    { title: 'Collision with a plane' },
    'Take a plane through $\\mathbf p$ with normal $\\mathbf N$. The first condition says that a particle is on the legal side, the second that it moves towards the plane:',
    '$$(\\mathbf x - \\mathbf p)\\cdot\\mathbf N \\ge 0, \\qquad \\mathbf v\\cdot\\mathbf N < 0$$',
    'The bounce reverses the normal component of the velocity and multiplies it by the coefficient of restitution $e$:',
    '$$\\mathbf v_N = (\\mathbf N\\cdot\\mathbf v)\\,\\mathbf N, \\qquad \\mathbf v^+ = \\mathbf v - \\mathbf v_N - e\\,\\mathbf v_N$$',
    'The speed at the floor is $\\sqrt{2gy}$ after a fall from the height $y$. So after each bounce the height is $e^2$ times the height before, and after the $n$-th bounce it is',
    '$$y_n = e^{2n}\\, y_0$$',
    {
      remark: 'With $e = 1$ the bounce is elastic: that ball returns to its height for ever.',
    },
    { live: [height(2), height(3), height(4), energy] },
    { title: 'Resting contact' },
    'A particle may rest on the surface, without normal velocity, while a force pushes it against the surface. A contact force then cancels the normal component of $\\mathbf f$. Tests at the end of each step are not enough: at 12 m/s a particle moves 25 mm below the floor in one step of 1/480 s. So the time of impact within the step is computed.',
    experiments(
      experiment(
        'Restart',
        'From 1 m the ball with 0.75 returns to 0.5625 m, then to 0.316 m; the ball with 1 returns to 1 m.',
        FROM_START,
      ),
      experiment(
        'On the Moon',
        'Slower, and to the same heights: they do not depend on $g$.',
        set({ gravity: 1.62 }),
        FROM_START,
      ),
      experiment(
        'Set all restitutions to 0.9',
        'After each bounce a ball reaches 81 % of the height before.',
        { type: 'edit', list: 'spheres', path: ['restitution'], value: 0.9 },
        FROM_START,
      ),
      reload('bounce'),
    ),
  ],
};
