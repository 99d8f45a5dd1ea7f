import { type Chapter, isSpringBy, SPRING, springScene, testSpring } from './chapter';

/** Chapter 3. */
export const chapter: Chapter = {
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
