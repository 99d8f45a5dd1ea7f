/** Chapters 4 to 6: how long a step may be, with damping and with many springs. */

import type { Lab } from '../../lab/lab';
import { type Chapter, isScene, isSpringBy, SPRING, springScene, startOf, testSpring } from './chapter';

/** Chapter 4. */
export const twoLines: Chapter = {
  title: 'The order of two lines',
  thought:
    'Swap two lines of the code: first the velocity, then the position with the new velocity. This symplectic Euler keeps areas in the plane of $x$ and $v$, and holds as long as $h\\omega < 2$.',
  prediction: {
    question:
      'A spring has $k = 20$ N/m, $m = 0.5$ kg and no damping. What is the longest step with which symplectic Euler is stable?',
    unit: 'ms',
    answer: async (ask) => 1000 * (await startOf(ask, 'damped-oscillator', 'symplectic-euler', { damping: 0 })).dt,
    within: 0.02,
    because: '$h = 2/\\omega = 2/6.32$ s. That is about a third of the period.',
  },
  experiment: {
    task: 'Go near the limit. Set up the spring: its amplitude is small. Type a time step from 285 to 310 ms into the controls, and press Play: it must hold for 20 steps.',
    setUp: [
      ...springScene('symplectic-euler', { dt: 0.1, damping: 0 }),
      { type: 'place', positions: [-0.6, 0.7, 0, 0, 0.05, 0.7, 0, 0], velocities: [0, 0, 0, 0, 0, 0, 0, 0], time: 0 },
    ],
    holds: (now) =>
      isSpringBy(now, ['symplectic-euler'], { damping: 0 }) &&
      now.params.dt * SPRING.omega >= 1.8 &&
      now.params.dt * SPRING.omega < 2,
    reached: (now, start) => !now.blowUp && now.stepCount >= start.stepCount + 20,
    success:
      'It swings in large, rough jumps, but it holds. With 320 ms, just beyond the limit of 316 ms, it blows up within a few steps. Try it.',
  },
  derivation: [
    '$$v_{n+1} = v_n - h\\,\\omega^2 x_n, \\qquad x_{n+1} = x_n + h\\,v_{n+1}$$',
    'The two lines in the other order: the position moves with the new velocity.',
    '$$u = \\frac v\\omega, \\quad g = h\\omega: \\qquad u_{n+1} = u_n - g\\,x_n$$',
    'Short letters for this page of algebra: both coordinates are in metres, and $g$ has no unit.',
    '$$x_{n+1} = x_n + g\\,u_{n+1} = (1 - g^2)\\,x_n + g\\,u_n$$',
    'Put the first line into the second.',
    '$$A = \\begin{pmatrix} 1 - g^2 & g \\\\ -g & 1 \\end{pmatrix}$$',
    'A step is a multiplication by this matrix.',
    '$$\\det A = (1 - g^2) \\cdot 1 + g \\cdot g = 1$$',
    'The determinant is 1: a step keeps areas. So not all motions can shrink, and not all can grow.',
    '$$\\mu^2 - (\\mathrm{tr}\\,A)\\,\\mu + \\det A = 0, \\qquad \\mathrm{tr}\\,A = 2 - g^2$$',
    'The eigenvalues $\\mu$ are the growth factors. Their sum is the trace, and their product is 1.',
    '$$|\\mathrm{tr}\\,A| < 2 \\;\\Rightarrow\\; \\mu = e^{\\pm i\\varphi}, \\quad |\\mu| = 1$$',
    'If the trace is between −2 and 2, the two are a complex pair. As their product is 1, both lie on the circle: nothing grows.',
    '$$|2 - g^2| < 2 \\;\\Leftrightarrow\\; 0 < h\\omega < 2$$',
    'That is where $h\\omega = 2$ comes from. Beyond it both are real and negative, and one is below −1: the motion grows and changes its sign in each step.',
  ],
  formulas: [
    {
      tex: '|\\mu| = \\frac{g^2 - 2}{2} + \\sqrt{\\Bigl(\\frac{g^2 - 2}{2}\\Bigr)^2 - 1}',
      method: 'symplectic-euler',
      kind: 'growth',
      value: (g) => (g <= 2 ? 1 : (g * g - 2) / 2 + Math.sqrt(((g * g - 2) / 2) ** 2 - 1)),
      at: { hOmega: 2.1, zeta: 0 },
    },
    {
      tex: 'h\\omega < 2',
      method: 'symplectic-euler',
      kind: 'limit',
      value: (_, zeta) => 2 * (Math.sqrt(1 + zeta * zeta) - zeta),
      at: { hOmega: 1, zeta: 0 },
    },
  ],
  exercise: {
    question:
      'Beyond the limit, at $h\\omega = 2.5$: by what factor does symplectic Euler multiply the amplitude in a step?',
    unit: '',
    answer: async (ask) => (await testSpring(ask, 'symplectic-euler', 2.5)).growth,
    within: 0.005,
    hint: 'The trace is $2 - 6.25 = -4.25$. Solve $\\mu^2 + 4.25\\,\\mu + 1 = 0$ and take the larger length.',
    because: '$\\mu = (-4.25 - \\sqrt{4.25^2 - 4})/2 = -4$. Ten steps make $4^{10}$, more than a million.',
  },
  takeHome: 'Symplectic Euler keeps areas; without damping it is stable for $h\\omega < 2$ and explodes beyond.',
  read: [
    {
      label:
        'Hairer, Lubich, Wanner: Geometric numerical integration illustrated by the Störmer–Verlet method (their letters: $q$, $p$)',
      href: 'https://doi.org/10.1017/S0962492902000144',
    },
    {
      label: 'Wikipedia: Semi-implicit Euler method',
      href: 'https://en.wikipedia.org/wiki/Semi-implicit_Euler_method',
    },
  ],
};

/** Chapter 5. */
export const damping: Chapter = {
  title: 'Damping',
  thought:
    'Damping moves $1 + h\\lambda$ to the left, into the circle. So explicit Euler becomes stable for short steps. But too much damping moves it out of the circle at the other side: that explodes too.',
  prediction: {
    question:
      'A spring has $k = 20$ N/m, $m = 0.5$ kg and a damping of $c = 0.3$ N·s/m. What is the longest step with which explicit Euler is stable?',
    unit: 'ms',
    answer: async (ask) => 1000 * (await startOf(ask, 'damped-oscillator', 'explicit-euler', { damping: 0.3 })).dt,
    within: 0.02,
    because: 'For weak damping the limit is $h = c/k = 0.3/20$ s. The mass does not matter.',
  },
  experiment: {
    task: 'Explode by damping. Set up the spring: symplectic Euler with a step of 100 ms, which holds. Change only the spring damping, until the run blows up. Press Reset and Play after each change.',
    setUp: springScene('symplectic-euler', { dt: 0.1, damping: 0.1 }),
    holds: (now) => isSpringBy(now, ['symplectic-euler'], { dt: 0.1 }) && now.params.damping > 0,
    reached: (now) => now.blowUp !== null,
    success:
      'Beyond $c = 9$ N·s/m each step reverses the velocity and makes it larger. More damping is not always safer.',
  },
  derivation: [
    '$$m\\,a = -k\\,x - c\\,v$$',
    'A damper pulls against the velocity. $c$ is in N·s/m.',
    '$$\\lambda^2 + 2\\zeta\\omega\\,\\lambda + \\omega^2 = 0, \\qquad \\zeta = \\frac{c}{2\\sqrt{km}}$$',
    'Put $x = e^{\\lambda t}$ into it. The solutions are the two eigenvalues; $\\zeta$ is the damping ratio.',
    '$$\\lambda = -\\zeta\\omega \\pm i\\omega\\sqrt{1 - \\zeta^2} \\qquad (\\zeta \\le 1)$$',
    'Weak damping: the spring swings and decays.',
    '$$\\begin{aligned} |1 + h\\lambda|^2 &= (1 - \\zeta h\\omega)^2 + (h\\omega)^2(1 - \\zeta^2) \\\\ &= 1 - 2\\zeta h\\omega + (h\\omega)^2 \\end{aligned}$$',
    'The length of the growth factor, squared (Pythagoras).',
    '$$|1 + h\\lambda| \\le 1 \\;\\Leftrightarrow\\; h\\omega \\le 2\\zeta \\;\\Leftrightarrow\\; h \\le \\frac ck$$',
    'The circle allows explicit Euler steps up to $c/k$. Without damping there are none.',
    '$$\\lambda = -\\omega\\,\\bigl(\\zeta + \\sqrt{\\zeta^2 - 1}\\bigr) \\approx -\\frac cm \\qquad (\\zeta > 1)$$',
    'Strong damping: two real eigenvalues. This is the fast one.',
    '$$1 + h\\lambda \\ge -1 \\;\\Leftrightarrow\\; h \\le \\frac{2}{|\\lambda|} \\approx \\frac{2m}{c}$$',
    'It must not leave the circle on the left. Twice the damping halves the longest step: too much damping explodes.',
    '$$(h\\omega)^2 + 4\\zeta h\\omega \\le 4$$',
    {
      solves:
        'For symplectic Euler both meet in one condition. With $h = 0.1$ s and our spring: $0.4 + 0.4\\,c \\le 4$, so $c \\le 9$ N·s/m.',
    },
  ],
  plane: 'explicit',
  formulas: [
    {
      tex: '\\text{explicit Euler: } h\\omega \\le 2\\zeta',
      method: 'explicit-euler',
      kind: 'limit',
      value: (_, zeta) => 2 * (zeta <= 1 ? zeta : zeta - Math.sqrt(zeta * zeta - 1)),
      at: { hOmega: 0.1, zeta: 0.25 },
    },
    {
      tex: '\\text{symplectic Euler: } h\\omega \\le 2\\bigl(\\sqrt{1 + \\zeta^2} - \\zeta\\bigr)',
      method: 'symplectic-euler',
      kind: 'limit',
      value: (_, zeta) => 2 * (Math.sqrt(1 + zeta * zeta) - zeta),
      at: { hOmega: 0.1, zeta: 0.75 },
    },
  ],
  exercise: {
    question:
      'Only a damper, no spring: $k = 0$, $c = 10$ N·s/m, $m = 0.5$ kg. What is the longest stable step of explicit Euler?',
    unit: 'ms',
    answer: async (ask) => {
      const params = { stiffness: 0, damping: 10 };
      return 1000 * (await startOf(ask, 'damped-oscillator', 'explicit-euler', params)).dt;
    },
    within: 0.01,
    hint: 'Here $\\lambda = -c/m$ exactly. The step must satisfy $h\\,c/m \\le 2$.',
    because: '$h = 2m/c = 1/10$ s.',
  },
  takeHome: 'A little damping makes explicit Euler stable up to $h = c/k$; strong damping demands $h \\le 2m/c$.',
  read: [
    {
      label: 'Bridson, Marino, Fedkiw: Simulation of Clothing with Folds and Wrinkles (implicit damping)',
      href: 'https://doi.org/10.2312/SCA03/028-036',
    },
    { label: 'Wikipedia: Damping', href: 'https://en.wikipedia.org/wiki/Damping' },
  ],
};

/** The longest step of symplectic Euler for the first cloth at its start, s. */
const limit = async (ask: Lab['ask'], stiffness: number) =>
  (await startOf(ask, 'cloth', 'symplectic-euler', { damping: 0, stiffness })).dt;

/** Chapter 6. */
export const manySprings: Chapter = {
  title: 'Many springs',
  thought:
    'A cloth swings in many modes at once, each with its own $\\omega$. They do not wait for each other: the fastest mode decides about the step of the whole cloth.',
  prediction: {
    question:
      'The first cloth has springs of $k = 200$ N/m and particles of $m = 0.195$ g. Predict its longest step for symplectic Euler, without damping.',
    unit: 'ms',
    answer: async (ask) => 1000 * (await limit(ask, 200)),
    within: 0.1,
    because:
      'One spring has $\\sqrt{k/m} = 1012$ rad/s. The net makes its fastest mode $\\sqrt6$ times as fast, and $2/2479$ s is 0.807 ms.',
  },
  experiment: {
    task: 'Measure the limit. Set up the cloth and press Play. Lengthen the time step slowly until the cloth blows up: with symplectic Euler, a stiffness of 200 N/m and a time step of at most 0.9 ms.',
    setUp: [{ type: 'pause' }, { type: 'scene', scene: 'cloth' }],
    holds: (now) =>
      isScene(now, 'cloth') &&
      now.integrator === 'symplectic-euler' &&
      now.params.stiffness === 200 &&
      now.params.dt <= 9e-4,
    reached: (now) => now.blowUp !== null,
    success:
      'The limit that you met is a little below 0.807 ms, because this cloth has damping and its springs are stretched. The meter at the foot of the page shows it live.',
  },
  derivation: [
    '$$M\\,\\ddot x = K\\,x$$',
    'All displacements from rest in one list $x$; all masses in the matrix $M$, all springs in $K = \\partial f/\\partial x$ for small motion. Of one spring, $K$ is the number $-k$.',
    '$$K\\,q = -\\omega^2 M\\,q$$',
    'A mode $q$ is a pattern in which all particles swing with the same $\\omega$. Each mode behaves as one spring: chapters 3 to 5 hold for each.',
    '$$\\dots\\; +x,\\; -x,\\; +x,\\; -x \\;\\dots$$',
    'The fastest pattern of a long chain: neighbours move against each other.',
    '$$F = -k\\,(x - (-x)) - k\\,(x - (-x)) = -4k\\,x$$',
    'Each particle has two springs, and each spring is stretched by $2x$. Together they act like one spring of $4k$.',
    '$$\\omega_{\\max} = 2\\sqrt{k/m}$$',
    'So a long chain swings up to twice as fast as one spring. This is also the largest $\\omega$ of a large net with springs along its threads alone.',
    '$$\\omega_{\\max}^2 \\approx \\frac{4\\,(k + k_{\\text{shear}})}{m}$$',
    'Diagonal springs pull in the same pattern. In our cloth $k_{\\text{shear}} = k/2$, so $\\omega_{\\max} = \\sqrt6\\,\\sqrt{k/m}$, flat and at rest.',
    '$$h < \\frac{2}{\\omega_{\\max}}$$',
    'Chapter 4 for the fastest mode. Strongly stretched springs also resist motion across them, and then the limit falls. That is why a cloth can explode while you pull it.',
  ],
  instruments: ['modes'],
  formulas: [],
  exercise: {
    question: 'You make the cloth four times as stiff. By what factor does the longest step change?',
    unit: '',
    answer: async (ask) => (await limit(ask, 800)) / (await limit(ask, 200)),
    within: 0.01,
    hint: '$\\omega$ grows with the square root of $k$.',
    because: '$\\omega_{\\max}$ doubles, so the step must be half as long.',
  },
  takeHome: 'The fastest mode decides: $h < 2/\\omega_{\\max}$, and $\\omega_{\\max}$ is a few times $\\sqrt{k/m}$.',
  read: [
    {
      label: 'Wikipedia: Normal mode (their letters: $A$ for the matrix, $\\omega$ as here)',
      href: 'https://en.wikipedia.org/wiki/Normal_mode',
    },
    {
      label: 'Choi, Ko: Stable but Responsive Cloth (stiff nets that buckle)',
      href: 'https://doi.org/10.1145/566654.566624',
    },
  ],
};
