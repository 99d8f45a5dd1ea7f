import { guidedRun, type Lesson, type LessonCommand, PLAY, step } from '../lesson';
import { energy, hOmega } from '../live-values';
import { BENDER } from './sources';

/** Flat and at rest, except for noise in the plane: without it no mode would be excited. */
function atRest(dt: number): LessonCommand[] {
  return [
    { type: 'pause' },
    { type: 'scene', scene: 'bender-cloth', params: { gravity: 0, dt }, precision: 'double' },
    { type: 'noise', speed: 1e-3 },
    { type: 'play' },
  ];
}

function hanging(dt: number): LessonCommand[] {
  return [{ type: 'scene', scene: 'bender-cloth', params: { dt } }, { type: 'play' }];
}

export const lesson: Lesson = {
  sources: [BENDER],
  parts: [
    { title: 'A spring is a soft constraint' },
    'Bender writes a spring between particles $a$ and $b$ as a constraint on its length, which is zero at the rest length $L_0$.',
    '$$C(\\mathbf x_a, \\mathbf x_b) = |\\mathbf x_a - \\mathbf x_b| - L_0$$',
    'Violating it costs energy, with the stiffness $k$:',
    '$$E = \\frac k2\\, C^2$$',
    'The force is the negative gradient of the energy. It points along the gradient of the constraint:',
    '$$\\mathbf f_a = -\\frac{\\partial E}{\\partial \\mathbf x_a} = -k\\, C\\, \\frac{\\partial C}{\\partial \\mathbf x_a}, \\qquad \\frac{\\partial C}{\\partial \\mathbf x_a} = \\frac{\\mathbf x_a - \\mathbf x_b}{|\\mathbf x_a - \\mathbf x_b|}$$',
    'The other end has the opposite gradient, so $\\mathbf f_b = -\\mathbf f_a$, and momentum is conserved. The formula is not limited to springs: with an area or a volume in place of the length, the same two lines give its force.',
    { title: 'Damping, in the same way' },
    'A damper resists the rate of change of the constraint, with the damping coefficient $c$:',
    '$$\\mathbf f^D_a = -c\\, \\dot C\\, \\frac{\\partial C}{\\partial \\mathbf x_a}, \\qquad \\dot C = (\\mathbf v_a - \\mathbf v_b) \\cdot \\frac{\\mathbf x_a - \\mathbf x_b}{|\\mathbf x_a - \\mathbf x_b|}$$',
    'So it removes energy from stretching, but does not slow the cloth as it rotates or falls.',
    {
      remark:
        'Here $k = 5000$ N/m and $c = 10$ N·s/m. They have different units and different sizes: with $k$ in place of $c$, a single step of 5 ms would reverse the rate $\\dot C$ and make it a hundred times larger.',
    },
    { instrument: 'spring' },
    { title: 'Symplectic Euler and its largest stable step' },
    '$$\\begin{aligned} \\mathbf v_{n+1} &= \\mathbf v_n + \\frac{h}{m}\\left(\\mathbf f + \\mathbf f^D + \\mathbf f^{\\text{ext}}\\right) \\\\ \\mathbf x_{n+1} &= \\mathbf x_n + h\\, \\mathbf v_{n+1} \\end{aligned}$$',
    'One spring oscillates at $\\omega$ with damping ratio $\\zeta$. The method is stable for',
    '$$h\\, \\omega < 2\\left(\\sqrt{1 + \\zeta^2} - \\zeta\\right)$$',
    'In a grid of springs, every mode must be stable. For this cloth, flat and at rest, the fastest mode has $\\omega^2 = 7.9768\\, k/m$, which allows $h$ up to 5.358 ms. When it hangs, its springs are stretched and resist motion across them as well as along them, and the limit falls: to 5.10 ms when it hangs still, and to 4.86 ms for a moment at the bottom of each swing. The 5 ms of the demonstration are 98 % of the limit of the cloth that hangs still. At the bottom of each swing they are above it by 3 %, for less than half a second: what grows then is too small to be seen, and decays again on the way up.',
    { live: [hOmega, energy] },
    'The meter estimates the same limit a few times per second, up to 1 % too low. Computed from the modes of the current state, it is:',
    { instrument: 'limit' },
    { title: 'See the limit' },
    guidedRun(
      step(
        'At rest, 5.356 ms',
        'No gravity, flat, velocities of at most 1 mm/s in the plane. The step is 2 µs below the limit.',
        'It is stable: the damping slowly removes the noise. Wait as long as you like.',
        atRest(0.005356),
      ),
      step(
        'At rest, 5.364 ms',
        'The same with a step 8 µs longer, above the limit.',
        'For some seconds nothing is visible: the fastest mode grows by about half a percent in each step. Then it blows up, about 9 s after the start.',
        atRest(0.005364),
      ),
      step(
        'Hanging, 5 ms',
        'With gravity, and the step of the demonstration.',
        'It falls, swings and stays stable. Watch the limit of this state, above: it falls from 5.358 ms to 4.86 ms and rises again with every swing, as the springs stretch and contract.',
        hanging(0.005),
      ),
      step(
        'Hanging, 5.355 ms',
        'Now a step that was stable at rest.',
        'It blows up: when stretched, the cloth is stable only up to 4.86 to 5.1 ms. The blow-up is detected within ten seconds; in which swing depends on rounding. At 5.4 ms it is detected within one second.',
        hanging(0.005355),
      ),
      step(
        'Hanging, 5.355 ms, implicit',
        'The same step with implicit Euler, which corrects a step that would create energy.',
        'It is stable, at two costs: each step solves a linear system, and the fast modes are damped.',
        { type: 'scene', scene: 'bender-cloth', integrator: 'implicit-euler', params: { dt: 0.005355 } },
        PLAY,
      ),
    ),
  ],
};
