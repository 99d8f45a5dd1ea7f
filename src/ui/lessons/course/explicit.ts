/** Chapters 1 to 3: springs, a step by hand, and what it multiplies by. */

import type { Lab } from '../../lab/lab';
import { type Chapter, isScene, isSpringBy, SPRING, springScene, testSpring } from './chapter';

/** Chapter 1. */
export const springs: Chapter = {
  title: 'A cloth is springs',
  thought:
    'A cloth is a net of point masses and springs. A stretched spring pulls back with the force $F = -kx$, proportional to its extension. From this one law follows most of what you see.',
  prediction: {
    question: 'A spring has $k = 20$ N/m and is stretched by 0.3 m. How strong is the force on the mass at its end?',
    unit: 'N',
    answer: async (ask) => {
      const setup = { scene: 'damped-oscillator', params: { damping: 0 } };
      return Math.abs((await ask('sceneRun', { setup, steps: 0, particle: 1 })).force[0]);
    },
    within: 0.02,
    because: '$F = kx = 20 \\cdot 0.3 = 6$. The force points back: it is negative where $x$ is positive.',
  },
  experiment: {
    task: 'Stretch the cloth. Set it up and press Play. Then drag it far enough that one of its springs is stretched by 20 % of its length, and hold it there.',
    setUp: [{ type: 'pause' }, { type: 'scene', scene: 'cloth' }],
    holds: (now) => isScene(now, 'cloth') && now.held !== null,
    reached: (now) => now.strain >= 0.2 && !now.blowUp,
    byHand: true,
    success:
      'A spring near your pointer is stretched most. It pulls its neighbours, these pull theirs: so the cloth follows.',
  },
  derivation: [
    '$$F = -k\\,x$$',
    'Hooke’s law. $x$ is the extension in m, $k$ the stiffness in N/m. The minus sign says: back to rest.',
    '$$m\\,a = -k\\,x$$',
    'Newton’s law: mass times acceleration $a$ is the force.',
    '$$\\dot x = v, \\qquad \\dot v = a = -\\frac km\\,x$$',
    'Position changes with the velocity $v$, and velocity with the acceleration. A dot means: per second.',
    '$$\\ddot x = -\\omega^2 x, \\qquad \\omega = \\sqrt{k/m}$$',
    'Together they say that the spring swings. A stiff spring or a light mass makes $\\omega$ large: it swings fast.',
    '$$x(t) = x_0 \\cos \\omega t, \\qquad T = \\frac{2\\pi}{\\omega}$$',
    'The exact motion of a spring that starts at rest. It repeats after the period $T$ and never grows.',
    '$$E = \\tfrac12 m v^2 + \\tfrac12 k x^2 = \\text{constant}$$',
    'The energy in J moves between motion and spring, and its sum stays. If a simulation shows another sum, the method made it or took it.',
  ],
  formulas: [],
  exercise: {
    question: 'How long is the period $T$ of a spring with $k = 20$ N/m and $m = 0.5$ kg?',
    unit: 's',
    answer: async (ask) => {
      const setup = { scene: 'damped-oscillator', params: { stiffness: SPRING.k, mass: SPRING.m, damping: 0 } };
      return (2 * Math.PI) / (await ask('sceneRun', { setup, steps: 0, particle: 1 })).omegaMax;
    },
    within: 0.01,
    hint: 'First $\\omega = \\sqrt{k/m}$, then $T = 2\\pi/\\omega$.',
    because: '$\\omega = \\sqrt{40} = 6.32$ rad/s, so $T = 6.28/6.32 = 0.993$ s.',
  },
  takeHome:
    'Every spring obeys $F = -kx$ and swings with $\\omega = \\sqrt{k/m}$; its exact motion never gains energy.',
  read: [
    {
      label: 'Witkin: Particle System Dynamics (SIGGRAPH course notes)',
      href: 'https://www.cs.cmu.edu/~baraff/sigcourse/notesc.pdf',
    },
    { label: 'The Nature of Code: Oscillation (spring forces)', href: 'https://natureofcode.com/oscillation/' },
  ],
};

const STEP = 0.1;
/** The spring after three steps of explicit Euler. */
const third = (ask: Lab['ask']) =>
  ask('sceneRun', {
    setup: { scene: 'damped-oscillator', integrator: 'explicit-euler', params: { damping: 0, dt: STEP } },
    steps: 3,
    particle: 1,
  });

/** Chapter 2. */
export const oneStep: Chapter = {
  title: 'One step by hand',
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

/** Chapter 3. */
export const growthFactor: Chapter = {
  title: 'The growth factor',
  thought:
    'Explicit Euler turns each step of a spring into one multiplication, by a complex number $1 + h\\lambda$. Without damping this number is always longer than 1, so every step adds energy.',
  prediction: {
    question:
      'A spring without damping swings with amplitude 1. Explicit Euler takes 100 steps of $h\\omega = 0.1$. What is the amplitude then?',
    unit: '',
    answer: async (ask) => (await testSpring(ask, 'explicit-euler', 0.1)).growth ** 100,
    within: 0.02,
    because:
      'One step multiplies by only $\\sqrt{1 + 0.1^2} = 1.005$. But $1.005^{100} = 1.64$: a small factor, multiplied many times, becomes large.',
  },
  experiment: {
    task: 'Make explicit Euler double its energy, with a short step. Set up the spring. Choose Explicit Euler in the controls, a spring damping of 0 and a time step of at most 10 ms, then press Play and wait. Do not pull the spring: the method must do it.',
    setUp: springScene('midpoint', { dt: 0.01, damping: 0.3 }),
    holds: (now) => isSpringBy(now, ['explicit-euler'], { damping: 0 }) && now.params.dt <= 0.01,
    reached: (now, start) => now.energy.total >= 2 * start.energy.total,
    success:
      'The energy has doubled, and no force did it. A step half as long takes about twice the time for this. No step makes it stop.',
  },
  duel: { main: 'implicit-euler', against: 'explicit-euler' },
  derivation: [
    '$$\\dot x = v, \\qquad \\dot v = -\\omega^2 x, \\qquad \\omega = \\sqrt{k/m}$$',
    'One spring without damping. $\\omega$ is how fast it swings, in rad/s.',
    '$$z = x + i\\,\\frac{v}{\\omega}$$',
    'Draw position across and velocity over $\\omega$ upwards. Both are in metres. Now the state is one point $z$ of the plane.',
    '$$\\dot z = v - i\\,\\omega x = -i\\omega\\,\\Bigl(x + i\\,\\frac v\\omega\\Bigr) = \\lambda z, \\qquad \\lambda = -i\\omega$$',
    'The exact motion is a rotation: $z$ goes round a circle and keeps its distance from 0. (The other eigenvalue is $+i\\omega$, its mirror image.)',
    '$$z_{n+1} = z_n + h\\,\\dot z_n = (1 + h\\lambda)\\,z_n$$',
    'Explicit Euler follows the tangent for a time $h$. The step is a multiplication by $1 + h\\lambda$, the growth factor.',
    '$$z_n = (1 + h\\lambda)^n\\,z_0, \\qquad |z_n| = |1 + h\\lambda|^n\\,|z_0|$$',
    'After $n$ steps the amplitude is multiplied by the length of this number, to the power $n$.',
    '$$|1 + h\\lambda| = |1 - i h\\omega| = \\sqrt{1 + (h\\omega)^2} > 1$$',
    'A tangent leaves the circle outwards (Pythagoras). So it grows for every $h > 0$. That is why it explodes.',
    '$$\\lambda = -\\zeta\\omega \\pm i\\omega\\sqrt{1 - \\zeta^2}, \\qquad \\zeta = \\frac{c}{2\\sqrt{km}}$$',
    'Damping moves $1 + h\\lambda$ to the left. If that brings it into the circle of radius 1, the motion decays. Drag the point and see.',
  ],
  plane: 'explicit',
  formulas: [
    {
      tex: '|1 + h\\lambda| = \\sqrt{1 - 2\\zeta h\\omega + (h\\omega)^2}',
      method: 'explicit-euler',
      kind: 'growth',
      // For ζ ≤ 1, where both eigenvalues have this modulus.
      value: (hOmega, zeta) => Math.sqrt(1 - 2 * zeta * hOmega + hOmega * hOmega),
      at: { hOmega: 0.5, zeta: 0 },
    },
  ],
  exercise: {
    question:
      'Our spring has $k = 20$ N/m, $m = 0.5$ kg and no damping. What is the growth factor of one explicit Euler step of $h = 0.1$ s?',
    unit: '',
    answer: async (ask) => (await testSpring(ask, 'explicit-euler', 0.1 * SPRING.omega)).growth,
    within: 0.002,
    hint: 'First compute $\\omega^2 = k/m$. Then use $\\sqrt{1 + h^2\\omega^2}$.',
    because: '$h^2\\omega^2 = 0.01 \\cdot 40 = 0.4$, and $\\sqrt{1.4} = 1.183$.',
  },
  takeHome:
    'Explicit Euler multiplies by $1 + h\\lambda$ in each step; without damping $|1 + h\\lambda| > 1$ for every $h$.',
  read: [
    {
      label: 'Hairer, Lubich, Wanner: Geometric Numerical Integration (their letters: $y$ for the state)',
      href: 'https://doi.org/10.1007/3-540-30666-8',
    },
    {
      label: 'Wikipedia: Euler method, numerical stability',
      href: 'https://en.wikipedia.org/wiki/Euler_method#Numerical_stability',
    },
  ],
};
