import type { Deed, Lesson, Reading } from '../lesson';
import { hOmegaReading, positionReading, speedReading } from '../live-values';
import { withUnit } from '../vector-format';

function at(stiffness: number, watch = false): Deed[] {
  const params = { stiffness, stopOnBlowUp: watch ? 0 : 1 };
  return [{ type: 'scene', scene: 'taichi-grid', params }, { type: 'play' }];
}

const period: Reading = {
  label: '$\\sqrt{m/k}$',
  value: ({ status: { params } }) => withUnit(1000 * Math.sqrt(params.mass / params.stiffness), 'ms'),
};

const ratio: Reading = {
  label: '$\\Delta t / \\sqrt{m/k}$',
  value: ({ status: { params } }) => (params.dt / Math.sqrt(params.mass / params.stiffness)).toFixed(4),
};

export const lesson: Lesson = {
  source: '物理模拟学习01: 质点弹簧系统, the Taichi mass–spring demo',
  sections: [
    {
      title: 'Hooke and Newton',
      parts: [
        {
          equation:
            '\\mathbf f_{ij} = -k\\left(|\\mathbf x_i - \\mathbf x_j| - l_{ij}\\right) \\widehat{\\mathbf x_i - \\mathbf x_j}',
        },
        {
          equation:
            '\\mathbf a_i = \\frac{1}{m}\\Big(\\sum_j \\mathbf f_{ij} + \\mathbf f^{\\text{ext}}\\Big) + \\mathbf g',
        },
        'Each step first lets all velocities decay, then kicks, then drifts:',
        {
          equation:
            '\\begin{aligned} \\mathbf v &\\leftarrow e^{-10\\,\\Delta t}\\, \\mathbf v + \\Delta t\\, \\mathbf a \\\\ \\mathbf x &\\leftarrow \\mathbf x + \\Delta t\\, \\mathbf v \\end{aligned}',
        },
        'The decay is an operator on the velocities, not a force: its strength doesn’t depend on the mass.',
        {
          erratum:
            'What surprises at the start is in the code: rest lengths are 0.6 of the spacing that the net is laid out with. So every spring starts stretched by two thirds of its length, and the net snaps up before it falls.',
        },
        { live: [period, ratio, hOmegaReading, speedReading, positionReading(99)] },
      ],
    },
    {
      title: 'Guided run: k = 100,000',
      parts: [
        'The author raised $k$ to 100,000 N/m, saw the net diverge, and gave the rule $\\Delta t \\le c\\sqrt{m/k}$ with $c \\approx 1$. But there $\\Delta t / \\sqrt{m/k}$ was only 0.707. Why was $c = 1$ too much?',
        {
          guide: [
            {
              label: 'k = 1000',
              says: 'The demo as it was.',
              does: at(1000),
              outcome:
                'It settles within a few seconds. The particle at the lower right ends at (0.652355, 0.305183) m.',
            },
            {
              label: 'k = 70,000',
              says: 'Seventy times as stiff: $\\Delta t / \\sqrt{m/k} = 0.592$.',
              does: at(7e4),
              outcome:
                'It thrashes for a moment and settles: so far, always. From 75,000 to 100,000 rounding decides which way it goes.',
            },
            {
              label: 'k = 100,000',
              says: 'The author’s own: 0.707.',
              does: at(1e5, true),
              outcome:
                'Now it may settle, or may jitter at hundreds of metres a second for ever. The same numbers in another order of summation go another way.',
            },
            {
              label: 'k = 105,000',
              says: 'A little more: 0.725. The watch over blow-ups is switched off, so that it may go on.',
              does: at(1.05e5, true),
              outcome:
                'It jitters for ever, with speeds around 500 m/s, and never overflows: who waits for numbers that are no longer finite waits in vain. This is why the watch over blow-ups looks at how far springs change in a single step, too.',
            },
            {
              label: 'k = 150,000, 21 steps',
              says: 'And 0.866, step by step.',
              does: [
                { type: 'pause' },
                { type: 'scene', scene: 'taichi-grid', params: { stiffness: 1.5e5, stopOnBlowUp: 0 } },
                { type: 'steps', count: 21 },
              ],
              outcome: 'After 21 steps, 21 ms, the first particle is more than 100 m away. Press play: it overflows.',
            },
            {
              label: 'k = 150,000 with dt = 0.5 ms',
              says: 'The cure: half the step, 0.433.',
              does: [{ type: 'scene', scene: 'taichi-grid', params: { stiffness: 1.5e5, dt: 5e-4 } }, { type: 'play' }],
              outcome: 'It settles.',
            },
          ],
        },
      ],
    },
    {
      title: 'Why c = 1 was too much',
      parts: [
        'Symplectic Euler holds a mode while $\\Delta t\\,\\omega < 2$. At the rest lengths the fastest mode of a large net of such springs has $\\omega^2 = 4k/m$, hence',
        { equation: '\\Delta t < \\frac{2}{\\sqrt{4\\,k/m}} = \\sqrt{\\frac mk}\\,: \\qquad c = 1.' },
        'That is the limit of the net at rest. A stretched spring of length $l$ also resists across its direction, with $k\\,(1 - l_0/l)$, and then $\\omega^2$ can reach $8k/m$:',
        { equation: '\\Delta t < \\frac{2}{\\sqrt{8\\,k/m}} \\approx 0.707\\,\\sqrt{\\frac mk}' },
        {
          erratum:
            'So $c \\approx 0.7$ is the rule for stretched nets, and $k$ = 100,000 sits right on it. Even this is a limit for small motion about a state; large motion is covered by no such limit.',
        },
      ],
    },
    {
      title: 'The mouse of the demo',
      parts: [
        'In the demo, pressing the mouse pushes all particles alike, by 20 N times the distance from the middle of the window. The push tool in the header does the same.',
        {
          tries: [
            {
              label: 'Push right, 5 N',
              says: 'On each particle, until it is ended. Gravity is 1.96 N on each.',
              does: [{ type: 'push', force: [5, 0, 0] }, { type: 'play' }],
            },
            { label: 'End the push', says: 'It swings back.', does: [{ type: 'push', force: [0, 0, 0] }] },
          ],
        },
      ],
    },
  ],
};
