import { type Chapter, isSpringBy, springScene, startOf } from './chapter';

/** Chapter 5. */
export const chapter: Chapter = {
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
