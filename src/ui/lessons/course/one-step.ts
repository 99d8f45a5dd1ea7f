import type { Lab } from '../../lab/lab';
import { type Chapter, isSpringBy, springScene } from './chapter';

const STEP = 0.1;
/** The spring after three steps of explicit Euler. */
const third = (ask: Lab['ask']) =>
  ask('sceneRun', {
    setup: { scene: 'damped-oscillator', integrator: 'explicit-euler', params: { damping: 0, dt: STEP } },
    steps: 3,
    particle: 1,
  });

/** Chapter 2. */
export const chapter: Chapter = {
  thought:
    'A simulation cannot follow the motion: it jumps. A step looks at the slope at one moment, and goes straight on for a time $h$. Explicit Euler looks at the beginning of the step.',
  prediction: {
    question:
      'A spring with $k/m = 40$ 1/s² starts at $x = 0.3$ m at rest. Explicit Euler takes three steps of $h = 0.1$ s. Where is the mass then?',
    unit: 'm',
    answer: async (ask) => (await third(ask)).position[0],
    within: 0.02,
    because:
      'The positions are 0.3, 0.3, 0.18 and −0.06 m. In the first step the mass does not move at all, because its velocity at the beginning was 0.',
  },
  experiment: {
    task: 'Make the three steps. Set up the spring: it is paused, with explicit Euler, $h = 100$ ms and no damping. Press One step three times, no more.',
    setUp: springScene('explicit-euler', { dt: STEP, damping: 0 }),
    holds: (now) => isSpringBy(now, ['explicit-euler'], { dt: STEP, damping: 0 }),
    reached: (now, start) =>
      now.stepCount === start.stepCount + 3 && Math.abs(now.energy.total / start.energy.total - 1.4 ** 3) < 1e-6,
    success:
      'The energy was 0.900 J and is 2.470 J now: each step has multiplied it by 1.4. In chapter 3 you find out why.',
  },
  derivation: [
    '$$\\frac{x_{n+1} - x_n}{h} \\approx \\dot x(t_n) = v_n$$',
    'The slope is nearly what $x$ changes in a short time $h$, over $h$.',
    '$$x_{n+1} = x_n + h\\,v_n$$',
    'So the next position is the old one plus $h$ times the old velocity.',
    '$$v_{n+1} = v_n + h\\,a_n, \\qquad a_n = -\\frac km\\,x_n$$',
    'The same for the velocity, with the old acceleration. These two lines are explicit Euler.',
    '$$\\begin{aligned} x_1 &= 0.3 + 0.1 \\cdot 0 = 0.3 \\\\ v_1 &= 0 - 0.1 \\cdot 40 \\cdot 0.3 = -1.2 \\end{aligned}$$',
    'The first step by hand, in m and m/s.',
    '$$\\begin{aligned} x_2 &= 0.3 - 0.1 \\cdot 1.2 = 0.18 \\\\ v_2 &= -1.2 - 0.1 \\cdot 40 \\cdot 0.3 = -2.4 \\end{aligned}$$',
    { solves: 'The second step. The velocity uses the old position, 0.3, and not the new one.' },
    '$$\\begin{aligned} x_3 &= 0.18 - 0.1 \\cdot 2.4 = -0.06 \\\\ v_3 &= -2.4 - 0.1 \\cdot 40 \\cdot 0.18 = -3.12 \\end{aligned}$$',
    {
      solves:
        'The third. In the exact motion the speed is never more than $\\omega x_0 = 1.90$ m/s. Here it is already more.',
    },
    '$$E_{n+1} = (1 + h^2\\omega^2)\\,E_n$$',
    'Put both lines into $E = \\frac12 m v^2 + \\frac12 k x^2$: the mixed terms cancel, and each step multiplies the energy by this number. Here it is $1 + 0.01 \\cdot 40 = 1.4$.',
  ],
  formulas: [
    {
      tex: '\\sqrt{E_{n+1}/E_n} = \\sqrt{1 + h^2\\omega^2}',
      method: 'explicit-euler',
      kind: 'growth',
      value: (hOmega) => Math.sqrt(1 + hOmega * hOmega),
      at: { hOmega: 0.6, zeta: 0 },
    },
  ],
  exercise: {
    question: 'What is the velocity after these three steps? Mind the sign.',
    unit: 'm/s',
    answer: async (ask) => (await third(ask)).velocity[0],
    within: 0.005,
    hint: '$v_3 = v_2 - h\\,(k/m)\\,x_2$, with the position at the beginning of the step.',
    because: '$v_3 = -2.4 - 0.1 \\cdot 40 \\cdot 0.18 = -3.12$.',
  },
  takeHome: 'Explicit Euler goes straight on from the beginning of each step; it always arrives a little too far out.',
  read: [
    {
      label: 'Witkin, Baraff: Differential Equation Basics (SIGGRAPH course notes)',
      href: 'https://www.cs.cmu.edu/~baraff/sigcourse/notesb.pdf',
    },
    { label: 'Wikipedia: Euler method', href: 'https://en.wikipedia.org/wiki/Euler_method' },
  ],
};
