import type { Lab } from '../../lab/lab';
import { type Chapter, startOf } from './chapter';

/** The longest step of symplectic Euler for the first cloth at its start, s. */
const limit = async (ask: Lab['ask'], stiffness: number) =>
  (await startOf(ask, 'cloth', 'symplectic-euler', { damping: 0, stiffness })).dt;

/** Chapter 6. */
export const chapter: Chapter = {
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
      now.builtIn &&
      now.scene === 'cloth' &&
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
