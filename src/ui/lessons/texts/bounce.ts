import type { Lesson, Reading } from '../lesson';
import { energyReading, positionOf } from '../live-values';

/** m; of the tops of the pads above the floor. */
const PAD = 0.26;
const RESTITUTIONS = [0, 0.25, 0.5, 0.75, 1];

function height(ball: number): Reading {
  return {
    label: `height of the ball with $k_r$ = ${RESTITUTIONS[ball]}`,
    value: (frame) => `${(positionOf(frame, ball)[1] - PAD).toFixed(3)} m`,
  };
}

export const lesson: Lesson = {
  source: 'Particle Dynamics, lecture slides',
  sections: [
    {
      title: 'Collision with a plane',
      parts: [
        'A plane through $\\mathbf p$ with normal $\\mathbf N$. A particle is on the legal side where the first holds, and heading in where the second does:',
        { equation: '(\\mathbf x - \\mathbf p)\\cdot\\mathbf N \\ge 0, \\qquad \\mathbf v\\cdot\\mathbf N < 0' },
        'The bounce turns the normal part of the velocity round and keeps a part of it, the restitution $k_r$:',
        {
          equation:
            "\\mathbf v_N = (\\mathbf N\\cdot\\mathbf v)\\,\\mathbf N, \\qquad \\mathbf v' = \\mathbf v - \\mathbf v_N - k_r\\,\\mathbf v_N",
        },
        'Speed at the floor is $\\sqrt{2gh}$, so each bounce leads to $k_r^2$ times the height, and the $n$-th to',
        { equation: 'h_n = k_r^{2n}\\, h_0' },
        {
          erratum:
            'The slides ask for $0 \\le k_r < 1$. The elastic bounce, $k_r = 1$, is a fine limit, and allowed here: that ball comes back to its height for ever.',
        },
        { live: [height(2), height(3), height(4), energyReading] },
      ],
    },
    {
      title: 'Resting contact',
      parts: [
        'On the surface with no normal velocity, a particle that is pushed in gets a contact force that cancels the normal part of $\\mathbf f$. And tests at the ends of steps aren’t enough: at 12 m/s a particle passes 25 mm below the floor in one step of 1/480 s, so the time of impact is found within the step.',
        {
          tries: [
            {
              label: 'Drop them again',
              says: 'From 1 m the ball of 0.75 comes back to 0.5625 m, then to 0.316 m; the one of 1 to its metre.',
              does: [{ type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'On the Moon',
              says: 'Slower, and to the same heights: $k_r$ knows nothing of $g$.',
              does: [{ type: 'set', key: 'gravity', value: 1.62 }, { type: 'reset' }, { type: 'play' }],
            },
            {
              label: 'All give back 90 %',
              says: 'Each bounce leads to 81 % of the height.',
              does: [
                { type: 'edit', list: 'spheres', path: ['restitution'], value: 0.9 },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            {
              label: 'As it was',
              says: 'The whole scene, anew.',
              does: [{ type: 'scene', scene: 'bounce' }, { type: 'play' }],
            },
          ],
        },
      ],
    },
  ],
};
