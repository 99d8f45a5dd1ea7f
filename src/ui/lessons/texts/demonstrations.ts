/** Lessons about the cloths of two well-known demonstrations. */
import {
  energy,
  experiment,
  experiments,
  guidedRun,
  hOmega,
  type Lesson,
  type LessonCommand,
  type LiveValue,
  PLAY,
  playing,
  position,
  speed,
  step,
  withUnit,
} from '../lesson';
import { BENDER, TAICHI } from './sources';

/** @param isDetecting false: the run goes on after a blow-up */
function at(stiffness: number, isDetecting = true): LessonCommand[] {
  const params = { stiffness, stopOnBlowUp: isDetecting ? 1 : 0 };
  return [{ type: 'scene', scene: 'taichi-grid', params }, { type: 'play' }];
}

const period: LiveValue = {
  label: '$\\sqrt{m/k}$',
  value: ({ status: { params } }) => withUnit(1000 * Math.sqrt(params.mass / params.stiffness), 'ms'),
};

const ratio: LiveValue = {
  label: '$h / \\sqrt{m/k}$',
  value: ({ status: { params } }) => (params.dt / Math.sqrt(params.mass / params.stiffness)).toFixed(4),
};

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

export const lessons: Readonly<Record<string, Lesson>> = {
  'taichi-grid': {
    sources: [TAICHI],
    parts: [
      { title: 'Hooke and Newton' },
      '$$\\mathbf f_{ij} = -k\\left(|\\mathbf x_i - \\mathbf x_j| - L_0\\right) \\widehat{\\mathbf x_i - \\mathbf x_j}$$',
      '$$\\mathbf a_i = \\frac{1}{m}\\Big(\\sum_j \\mathbf f_{ij} + \\mathbf f^{\\text{ext}}\\Big) + \\mathbf g$$',
      'Each step first lets all velocities decay, then adds the acceleration, then moves the particles:',
      '$$\\begin{aligned} \\mathbf v_{n+1} &= e^{-10 h}\\, \\mathbf v_n + h\\, \\mathbf a \\\\ \\mathbf x_{n+1} &= \\mathbf x_n + h\\, \\mathbf v_{n+1} \\end{aligned}$$',
      'The decay acts on the velocities directly and is not a force: it does not depend on the mass.',
      {
        remark:
          'Rest lengths are 0.6 of the initial spacing. So every spring starts stretched by two thirds of its rest length, and the grid jumps up before it falls.',
      },
      { live: [period, ratio, hOmega, speed, position(99)] },
      { title: 'Guided run: k = 100,000' },
      'A usual rule for the step is $h \\le \\alpha\\sqrt{m/k}$ with $\\alpha \\approx 1$. With $k$ = 100,000 N/m the grid diverges, although $h / \\sqrt{m/k}$ is only 0.707. Why is $\\alpha = 1$ too large?',
      guidedRun(
        step(
          'k = 1000',
          'The demo with its original parameters. $k$ is in N/m.',
          'It comes to rest within a few seconds. The particle at the lower right ends at (0.652355, 0.305183) m.',
          at(1000),
        ),
        step(
          'k = 70,000',
          'Seventy times as stiff: $h / \\sqrt{m/k} = 0.592$.',
          'It moves violently for a moment, then comes to rest: so far, always. From 75,000 to 100,000 N/m, rounding decides the outcome.',
          at(7e4),
        ),
        step(
          'k = 100,000',
          'Now it is 0.707.',
          'Now it may come to rest, or it may jitter for ever at hundreds of metres per second. The same sum in another order can have another outcome.',
          at(1e5, false),
        ),
        step(
          'k = 105,000',
          'A little more: 0.725. Blow-up detection is off, so that the run continues.',
          'It jitters for ever, with speeds around 500 m/s, and never overflows: a test for numbers that are not finite would never detect it. This is why blow-up detection also checks how much springs change in a single step.',
          at(1.05e5, false),
        ),
        step(
          'k = 150,000, 21 steps',
          'Now 0.866, in 21 single steps.',
          'After 21 steps, at 21 ms, the first particle is more than 100 m away. Press play: it overflows.',
          { type: 'pause' },
          { type: 'scene', scene: 'taichi-grid', params: { stiffness: 1.5e5, stopOnBlowUp: 0 } },
          { type: 'steps', count: 21 },
        ),
        step(
          'k = 150,000 with dt = 0.5 ms',
          'The remedy: half the step, 0.433.',
          'It comes to rest.',
          { type: 'scene', scene: 'taichi-grid', params: { stiffness: 1.5e5, dt: 5e-4 } },
          PLAY,
        ),
      ),
      { title: 'Why α = 1 is too large' },
      'Symplectic Euler is stable for a mode with $h\\,\\omega < 2$. At the rest lengths, the fastest mode of a large grid of such springs has $\\omega^2 = 4k/m$, hence',
      '$$h < \\frac{2}{\\sqrt{4\\,k/m}} = \\sqrt{\\frac mk}\\,: \\qquad \\alpha = 1.$$',
      'This is the limit of the grid at rest. A stretched spring of length $l$ also resists motion across its direction, with the stiffness $k\\,(1 - L_0/l)$. Then $\\omega^2$ can reach $8k/m$:',
      '$$h < \\frac{2}{\\sqrt{8\\,k/m}} \\approx 0.707\\,\\sqrt{\\frac mk}$$',
      {
        remark:
          'So $\\alpha \\approx 0.7$ is the rule for stretched grids, and $k$ = 100,000 N/m is exactly at this limit. Even this limit is for small motion about a state; there is no such limit for large motion.',
      },
      { title: 'The mouse of the demo' },
      'In the demo, pressing the mouse button pushes all particles with the same force: 20 N times the distance from the centre of the window. The push tool in the header does the same.',
      experiments(
        playing('Push right, 5 N', 'On each particle, until you end the push. The weight of each particle is 1.96 N.', {
          type: 'push',
          force: [5, 0, 0],
        }),
        experiment('End the push', 'The grid swings back.', { type: 'push', force: [0, 0, 0] }),
      ),
    ],
  },
  'bender-cloth': {
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
  },
};
