import { type Chapter, testSpring } from './chapter';

/** Chapter 8. */
export const chapter: Chapter = {
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
      now.builtIn &&
      now.scene === 'cloth' &&
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
