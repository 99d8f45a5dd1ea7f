/** Chapters 7 and 8: what the order of a method says, and methods that look at the end of the step. */
import type { Lab } from '../../lab/lab';
import { type Chapter, isScene, isSpringBy, springScene, testSpring } from './chapter';

/** Error of RK4 at ωt = 1.6 with this many steps, over the amplitude. */
async function error(ask: Lab['ask'], steps: number): Promise<number> {
  const time = 1.6;
  const { points } = await ask('springRun', { integrator: 'rk4', hOmega: time / steps, zeta: 0, steps });
  return Math.hypot(points[2 * steps] - Math.cos(time), points[2 * steps + 1] + Math.sin(time));
}

/** Chapter 7. */
export const order: Chapter = {
  title: 'Order is not stability',
  thought:
    'The order of a method says how fast its error falls with shorter steps. It does not say that long steps hold. Midpoint has order 2 and explodes like explicit Euler, only slower.',
  prediction: {
    question:
      'RK4 has order 4. You take steps of half the length. By what number is its error divided, for the same time?',
    unit: '',
    answer: async (ask) => (await error(ask, 16)) / (await error(ask, 32)),
    within: 0.1,
    because: 'The error is about proportional to $h^4$, and $2^4 = 16$.',
  },
  experiment: {
    task: 'Let a method of order 2 make energy. Set up the spring: midpoint, no damping. Choose a time step so that midpoint doubles the energy by itself within 200 steps. Press Play after each change, and do not pull.',
    setUp: springScene('midpoint', { dt: 0.01, damping: 0 }),
    holds: (now) => isSpringBy(now, ['midpoint'], { damping: 0 }),
    reached: (now, start) =>
      now.energy.total >= 2 * start.energy.total && now.stepCount <= start.stepCount + 200 && !now.blowUp,
    success:
      'Order 2, and still no step is stable without damping. For short steps the growth is very slow, so many do not notice it.',
  },
  derivation: [
    '$$e^{h\\lambda} = 1 + h\\lambda + \\frac{(h\\lambda)^2}{2} + \\frac{(h\\lambda)^3}{6} + \\frac{(h\\lambda)^4}{24} + \\dots$$',
    'The exact motion multiplies by this number in a time $h$.',
    '$$\\begin{aligned} R_{\\text{midpoint}} &= 1 + h\\lambda + \\frac{(h\\lambda)^2}{2} \\\\ R_{\\text{RK4}} &= \\dots + \\frac{(h\\lambda)^4}{24} \\end{aligned}$$',
    'Explicit methods multiply by the beginning of the series. Order $p$ has all terms up to $(h\\lambda)^p$.',
    '$$\\text{error} \\approx \\text{constant} \\cdot h^p$$',
    'What is missing is about $h^{p+1}$ in one step. A fixed time needs $1/h$ steps, so $h^p$ remains.',
    '$$\\begin{aligned} |R_{\\text{midpoint}}(i h\\omega)|^2 &= \\Bigl(1 - \\frac{(h\\omega)^2}{2}\\Bigr)^2 + (h\\omega)^2 \\\\ &= 1 + \\frac{(h\\omega)^4}{4} \\end{aligned}$$',
    'But the length decides about growth. Without damping, midpoint is longer than 1 for every $h$.',
    '$$|R_{\\text{RK4}}(i h\\omega)|^2 = 1 - \\frac{(h\\omega)^6}{72} + \\frac{(h\\omega)^8}{576}$$',
    'RK4: for short steps the minus term wins.',
    '$$|R_{\\text{RK4}}| \\le 1 \\;\\Leftrightarrow\\; (h\\omega)^2 \\le 8 \\;\\Leftrightarrow\\; h\\omega \\le 2\\sqrt2 \\approx 2.83$$',
    'It is stable a little beyond the 2 of symplectic Euler, but it evaluates the forces four times in each step. Two instruments draw this: “Stability region” for every $h\\lambda$, and “Convergence” the error against the step.',
  ],
  instruments: ['stability-region', 'convergence'],
  formulas: [
    {
      tex: '|R_{\\text{midpoint}}| = \\sqrt{1 + (h\\omega)^4/4}',
      method: 'midpoint',
      kind: 'growth',
      value: (g) => Math.sqrt(1 + g ** 4 / 4),
      at: { hOmega: 0.5, zeta: 0 },
    },
    {
      tex: '|R_{\\text{RK4}}| = \\sqrt{1 - \\frac{(h\\omega)^6}{72} + \\frac{(h\\omega)^8}{576}}',
      method: 'rk4',
      kind: 'growth',
      value: (g) => Math.sqrt(1 - g ** 6 / 72 + g ** 8 / 576),
      at: { hOmega: 2, zeta: 0 },
    },
    {
      tex: '\\text{RK4: } h\\omega \\le 2\\sqrt2',
      method: 'rk4',
      kind: 'limit',
      value: () => Math.sqrt(8),
      at: { hOmega: 1, zeta: 0 },
    },
  ],
  exercise: {
    question:
      'Each method takes its longest stable step. How many times as many force evaluations does RK4 need as symplectic Euler, for the same time?',
    unit: '',
    answer: async (ask) =>
      (4 * (await testSpring(ask, 'symplectic-euler', 1)).limit) / (await testSpring(ask, 'rk4', 1)).limit,
    within: 0.01,
    hint: 'RK4: 4 evaluations per step of 2.83. Symplectic Euler: 1 per step of 2.',
    because: '$(4/2.83)/(1/2) = 2.83$. For stability alone RK4 is expensive; its gain is a small error.',
  },
  takeHome: 'Order says how the error falls with $h$; the growth factor says whether the run survives.',
  read: [
    {
      label:
        'Hairer, Wanner: Solving Ordinary Differential Equations II (stability regions; their letter $z = h\\lambda$)',
      href: 'https://doi.org/10.1007/978-3-642-05221-7',
    },
    {
      label: 'Wikipedia: Runge–Kutta methods, stability',
      href: 'https://en.wikipedia.org/wiki/Runge%E2%80%93Kutta_methods',
    },
  ],
};

/** Chapter 8. */
export const endOfStep: Chapter = {
  title: 'Look at the end of the step',
  thought:
    'Implicit Euler uses the velocity and force at the end of the step. Its growth factor is $1/(1 - h\\lambda)$. For a motion that does not grow by itself, it is never longer than 1.',
  prediction: {
    question:
      'Implicit Euler takes one very long step, $h\\omega = 10$, of a spring without damping. By what factor does the amplitude change?',
    unit: '',
    answer: async (ask) => (await testSpring(ask, 'implicit-euler', 10)).growth,
    within: 0.02,
    because:
      'The factor is $1/\\sqrt{1 + 10^2} = 0.0995$. Explicit Euler multiplies by $10.05$ in the same step. One divides by what the other multiplies by.',
  },
  experiment: {
    task: 'Let a stiff cloth live with a long step. Set up the cloth: it has symplectic Euler. Choose Implicit Euler in the controls, then a time step of at least 16 ms and a stiffness of at least 10 000 N/m. Press Play: it must hold for 1 s of its own time.',
    setUp: [{ type: 'pause' }, { type: 'scene', scene: 'cloth' }],
    holds: (now) =>
      isScene(now, 'cloth') &&
      now.integrator === 'implicit-euler' &&
      now.params.dt >= 0.016 &&
      now.params.stiffness >= 10_000,
    reached: (now, start) => !now.blowUp && now.time >= start.time + 1 && now.strain < 1,
    success:
      'It holds. Symplectic Euler needs steps more than 100 times shorter for this cloth. In chapter 9 you see what this costs: the motion loses energy.',
  },
  duel: { main: 'implicit-euler', against: 'explicit-euler' },
  derivation: [
    '$$z_{n+1} = z_n + h\\,\\lambda\\,z_{n+1}$$',
    'The same spring, but the slope is taken at the end of the step, which is not known yet.',
    '$$(1 - h\\lambda)\\,z_{n+1} = z_n$$',
    'Bring both unknowns to one side.',
    '$$z_{n+1} = \\frac{1}{1 - h\\lambda}\\,z_n$$',
    'Divide. This one line of algebra is the whole method, for one spring.',
    '$$\\begin{aligned} |1 - h\\lambda|^2 &= (1 - h\\,\\mathrm{Re}\\,\\lambda)^2 + (h\\,\\mathrm{Im}\\,\\lambda)^2 \\\\ &\\ge 1 \\quad\\text{if } \\mathrm{Re}\\,\\lambda \\le 0 \\end{aligned}$$',
    'A real spring does not gain energy by itself, so $\\mathrm{Re}\\,\\lambda \\le 0$. Then the first bracket is at least 1, and the second is not negative.',
    '$$\\Bigl|\\frac{1}{1 - h\\lambda}\\Bigr| \\le 1 \\quad \\text{for every } h > 0$$',
    'It holds for every step. Without damping the factor is $1/\\sqrt{1 + (h\\omega)^2}$: it shrinks always.',
    '$$(M - h\\,D - h^2 K)\\,\\Delta v = h\\,(f + h K v)$$',
    'Many springs: in place of $m$, $-c$ and $-k$ there are matrices $M$, $D$ and $K$, and the division becomes a linear system for the change of all velocities. That is the cost. Below you see it for three masses; the instrument “Matrices” shows it for any small net.',
    '$$r = b - A\\,\\Delta v, \\qquad \\|r\\| \\le \\varepsilon\\,\\|b\\|$$',
    'Conjugate gradients solve it step by step, until the residual $r$ is small: $\\varepsilon$ is 0.001 unless you change it. The instrument “CG X-ray” shows each iteration. A curved, buckling cloth is not one fixed $\\lambda$: there this proof is a guide, not a promise.',
  ],
  instruments: ['matrices', 'cg-x-ray'],
  plane: 'explicit and implicit',
  system: true,
  formulas: [
    {
      tex: '\\Bigl|\\frac{1}{1 - h\\lambda}\\Bigr| = \\frac{1}{\\sqrt{1 + 2\\zeta h\\omega + (h\\omega)^2}}',
      method: 'implicit-euler',
      kind: 'growth',
      // For ζ ≤ 1, where both eigenvalues have this modulus.
      value: (hOmega, zeta) => 1 / Math.sqrt(1 + 2 * zeta * hOmega + hOmega * hOmega),
      at: { hOmega: 2, zeta: 0 },
    },
    {
      tex: '\\text{limit of } h\\omega: \\text{none}',
      method: 'implicit-euler',
      kind: 'limit',
      value: () => Number.POSITIVE_INFINITY,
      at: { hOmega: 2, zeta: 0 },
    },
  ],
  exercise: {
    question:
      'A spring has $h\\lambda = -1$: it is so strongly damped that it only creeps back. What is the growth factor of implicit Euler?',
    unit: '',
    answer: async (ask) => (await testSpring(ask, 'implicit-euler', 1, 1)).growth,
    within: 0.002,
    hint: 'Put $h\\lambda = -1$ into $1/(1 - h\\lambda)$. Mind the two minus signs.',
    because: '$1/(1 - (-1)) = 1/2$. Explicit Euler would have $1 + (-1) = 0$: it jumps to rest in one step.',
  },
  takeHome:
    'Implicit Euler multiplies by $1/(1 - h\\lambda)$; that is at most 1 for every $h$, and it costs a linear system in each step.',
  read: [
    {
      label:
        'Baraff, Witkin: Large Steps in Cloth Simulation (their letters: $h$, $\\Delta v$, $\\partial f/\\partial x$ for $K$)',
      href: 'https://doi.org/10.1145/280814.280821',
    },
    {
      label: 'Shewchuk: An Introduction to the Conjugate Gradient Method Without the Agonizing Pain',
      href: 'https://www.cs.cmu.edu/~quake-papers/painless-conjugate-gradient.pdf',
    },
  ],
};
