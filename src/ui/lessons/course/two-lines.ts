import { type Chapter, isSpringBy, SPRING, springScene, startOf, testSpring } from './chapter';

/** Chapter 4. */
export const chapter: Chapter = {
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
      {
        type: 'place',
        positions: [-0.6, 0.7, 0, 0, 0.05, 0.7, 0, 0],
        velocities: [0, 0, 0, 0, 0, 0, 0, 0],
        time: 0,
      },
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
