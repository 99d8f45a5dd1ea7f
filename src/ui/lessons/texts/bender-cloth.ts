import type { Deed, Lesson } from '../lesson';
import { energyReading, hOmegaReading } from '../live-values';

/** Flat and at rest, but for a noise in the plane: without any, nothing would start to swing. */
function atRest(dt: number): Deed[] {
  return [
    { type: 'pause' },
    { type: 'scene', scene: 'bender-cloth', params: { gravity: 0, dt }, precision: 'double' },
    { type: 'noise', speed: 1e-3 },
    { type: 'play' },
  ];
}

function hanging(dt: number): Deed[] {
  return [{ type: 'scene', scene: 'bender-cloth', params: { dt } }, { type: 'play' }];
}

export const lesson: Lesson = {
  source: 'Jan Bender, Mass-Spring-Damper Model',
  sections: [
    {
      title: 'A spring is a constraint that gives way',
      parts: [
        'Bender writes a spring between particles $a$ and $b$ as a wish for its length: a constraint that is zero at the rest length $d$.',
        { equation: 'C(\\mathbf x_a, \\mathbf x_b) = |\\mathbf x_a - \\mathbf x_b| - d' },
        'Not meeting it costs energy, by the stiffness $k$:',
        { equation: 'E = \\frac k2\\, C^2' },
        'The force is the way downhill, and it comes out along the gradient of the constraint:',
        {
          equation:
            '\\mathbf f_a = -\\frac{\\partial E}{\\partial \\mathbf x_a} = -k\\, C\\, \\frac{\\partial C}{\\partial \\mathbf x_a}, \\qquad \\frac{\\partial C}{\\partial \\mathbf x_a} = \\frac{\\mathbf x_a - \\mathbf x_b}{|\\mathbf x_a - \\mathbf x_b|}',
        },
        'The other end has the opposite gradient, so $\\mathbf f_b = -\\mathbf f_a$: momentum is kept. Nothing here asks for a spring. Put an area or a volume in the place of the length, and the same two lines give its force.',
      ],
    },
    {
      title: 'Damping, in the same manner',
      parts: [
        'A damper resists the rate at which the constraint changes, by the damping coefficient $\\mu$:',
        {
          equation:
            '\\mathbf f^D_a = -\\mu\\, \\dot C\\, \\frac{\\partial C}{\\partial \\mathbf x_a}, \\qquad \\dot C = (\\mathbf v_a - \\mathbf v_b) \\cdot \\frac{\\mathbf x_a - \\mathbf x_b}{|\\mathbf x_a - \\mathbf x_b|}',
        },
        'So it takes energy from stretching, and lets the cloth turn and fall as it likes.',
        {
          erratum:
            'A misprint, put right: where the page writes out the damping forces of a spring it has $-k\\,(\\dots)$ in front. By its own general formula, a few lines above, it must be $-\\mu\\,(\\dots)$. Here $k = 5000$ N/m and $\\mu = 10$ N·s/m: with $k$ in its place a single step of 5 ms would turn round the rate $\\dot C$ a hundredfold.',
        },
        { instrument: 'spring' },
      ],
    },
    {
      title: 'Symplectic Euler, and how long a step it holds',
      parts: [
        {
          equation:
            '\\begin{aligned} \\mathbf v(t + \\Delta t) &= \\mathbf v(t) + \\frac{\\Delta t}{m}\\left(\\mathbf f + \\mathbf f^D + \\mathbf f^{\\text{ext}}\\right) \\\\ \\mathbf x(t + \\Delta t) &= \\mathbf x(t) + \\Delta t\\, \\mathbf v(t + \\Delta t) \\end{aligned}',
        },
        'One spring swings at $\\omega$ with damping ratio $\\zeta$, and the method holds it while',
        { equation: '\\Delta t\\, \\omega < 2\\left(\\sqrt{1 + \\zeta^2} - \\zeta\\right)' },
        'In a net every mode must hold. For this cloth flat and at rest the fastest has $\\omega^2 = 7.9768\\, k/m$, which allows $\\Delta t$ up to 5.358 ms. As it hangs its springs stretch, pull across as well as along, and the limit falls: to 5.10 ms where it hangs still, and to 4.87 ms for a moment at the bottom of each swing. The demonstration’s own 5 ms is just inside.',
        { live: [hOmegaReading, energyReading] },
        'The meter estimates the limit of the present state, a few percent on the safe side. Found to the last digits, from the modes themselves, it is:',
        { instrument: 'limit' },
      ],
    },
    {
      title: 'See the limit',
      parts: [
        {
          guide: [
            {
              label: 'At rest, 5.356 ms',
              says: 'No gravity, flat, velocities of at most 1 mm/s in the plane: 2 µs below the limit.',
              does: atRest(0.005356),
              outcome: 'It holds: the noise dies away, slowly, as the damping takes it. Wait as long as you like.',
            },
            {
              label: 'At rest, 5.364 ms',
              says: 'The same with a step 8 µs longer, above the limit.',
              does: atRest(0.005364),
              outcome:
                'For some seconds there is nothing to be seen: the fastest mode grows by about half a percent each step. Then it bursts, about 9 s into the run.',
            },
            {
              label: 'Hanging, 5 ms',
              says: 'Gravity on, and the step of the demonstration.',
              does: hanging(0.005),
              outcome:
                'It falls, swings and holds. Watch the limit of this state, above, fall from 5.358 ms to 4.87 ms and rise again with every swing, as the springs stretch and slacken.',
            },
            {
              label: 'Hanging, 5.355 ms',
              says: 'Now a step that held at rest.',
              does: hanging(0.005355),
              outcome:
                'It dies: stretched, the cloth holds 4.87 to 5.1 ms only. The blow-up is caught within ten seconds, in which swing hangs on the last digits, and at 5.4 ms within one.',
            },
            {
              label: 'Hanging, 5.355 ms, implicitly',
              says: 'The same step by implicit Euler, which has no limit.',
              does: [
                { type: 'scene', scene: 'bender-cloth', integrator: 'implicit-euler', params: { dt: 0.005355 } },
                { type: 'play' },
              ],
              outcome:
                'It holds, and pays twice: each step solves a linear system, and the fast modes are damped away.',
            },
          ],
        },
      ],
    },
  ],
};
