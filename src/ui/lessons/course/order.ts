import type { Lab } from '../../lab/lab';
import { type Chapter, isSpringBy, springScene, testSpring } from './chapter';

/** Error of RK4 at ωt = 1.6 with this many steps, over the amplitude. */
async function error(ask: Lab['ask'], steps: number): Promise<number> {
  const time = 1.6;
  const { points } = await ask('springRun', { integrator: 'rk4', hOmega: time / steps, zeta: 0, steps });
  return Math.hypot(points[2 * steps] - Math.cos(time), points[2 * steps + 1] + Math.sin(time));
}

/** Chapter 7. */
export const chapter: Chapter = {
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
