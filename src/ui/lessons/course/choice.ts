/** Chapters 9 and 10: what stability costs, and which method to choose. */
import { type Chapter, isScene, isSpringBy, springScene, startOf, testSpring } from './chapter';

const SOLVING = ['implicit-euler', 'implicit-euler-newton', 'tr-bdf2', 'trapezoidal', 'implicit-midpoint'];

/** Chapter 9. */
export const price: Chapter = {
  title: 'The price',
  thought:
    'Implicit Euler pays for its stability with energy: the motion is damped even where nothing damps it. Better implicit methods lose less. And with springs that turn and buckle, linear proofs are no promise.',
  prediction: {
    question:
      'Implicit Euler takes 100 steps of $h\\omega = 0.1$, without damping: 1.6 swings. How much of the amplitude is left?',
    unit: '%',
    answer: async (ask) => 100 * (await testSpring(ask, 'implicit-euler', 0.1)).growth ** 100,
    within: 0.03,
    because: 'Each step divides by $\\sqrt{1 + 0.1^2}$. After 100 steps 61 % is left, and no damper took the rest.',
  },
  experiment: {
    task: 'Keep the energy with a long step. Set up the spring: implicit Euler, no damping, 16 ms. Choose another method that solves for the end of the step, so that 90 % of the energy is left after 5 s. The step must stay at 15 ms or more.',
    setUp: springScene('implicit-euler', { dt: 0.016, damping: 0 }),
    holds: (now) => isSpringBy(now, SOLVING, { damping: 0 }) && now.params.dt >= 0.015,
    reached: (now, start) => now.time >= start.time + 5 && now.energy.total >= 0.9 * start.energy.total,
    success:
      'Implicit Euler keeps 4 % of its energy in the same time. TR-BDF2 keeps more than 99 %, with two solves in each step.',
  },
  duel: { main: 'tr-bdf2', against: 'implicit-euler' },
  derivation: [
    '$$\\frac{1}{|1 - i h\\omega|} = \\frac{1}{\\sqrt{1 + (h\\omega)^2}} \\approx 1 - \\frac{(h\\omega)^2}{2}$$',
    'What implicit Euler leaves of the amplitude in a step, without damping.',
    '$$\\frac1h \\cdot \\frac{(h\\omega)^2}{2} = \\frac{h\\omega}{2}\\,\\omega$$',
    'Per second it loses this share. True damping loses the share $\\zeta\\omega$.',
    '$$\\zeta_{\\text{method}} \\approx \\frac{h\\omega}{2}$$',
    'So for small $h\\omega$ the method acts as a damper, which is strong for fast modes. The small, fast folds die first.',
    '$$z_{n+1} = \\frac{1 + \\frac12 h\\lambda}{1 - \\frac12 h\\lambda}\\,z_n$$',
    'Trapezoidal: half of the slope from the beginning, half from the end.',
    '$$\\Bigl|\\frac{1 + \\frac12 i h\\omega}{1 - \\frac12 i h\\omega}\\Bigr| = 1$$',
    'Numerator and denominator are mirror images, so they are equally long: no loss, at any $h$. But it also never damps the fastest modes.',
    '$$\\begin{aligned} \\text{TR-BDF2: } & |R(ih\\omega)| \\le 1, \\\\ & R(h\\lambda) \\to 0 \\text{ for } h\\lambda \\to -\\infty \\end{aligned}$$',
    'TR-BDF2 is between them: nearly no loss of slow modes, strong loss of the fastest.',
    '$$E(x_{n+1}) > E(x_n) \\;\\text{ is possible}$$',
    'In a cloth the springs turn and buckle within a step, so $\\lambda$ changes. Then trapezoidal can gain energy, and one linear solve can go too far. This page’s implicit Euler corrects a step that would create energy, at first by a line search.',
  ],
  instruments: ['energy-ledger'],
  formulas: [
    {
      tex: '\\text{implicit Euler: } \\frac{1}{\\sqrt{1 + (h\\omega)^2}}',
      method: 'implicit-euler',
      kind: 'growth',
      value: (g) => 1 / Math.sqrt(1 + g * g),
      at: { hOmega: 0.1, zeta: 0 },
    },
    {
      tex: '\\text{trapezoidal: } 1',
      method: 'trapezoidal',
      kind: 'growth',
      value: () => 1,
      at: { hOmega: 0.1, zeta: 0 },
    },
  ],
  exercise: {
    question: 'What does implicit Euler leave of the amplitude in one step of $h\\omega = 1$, without damping?',
    unit: '%',
    answer: async (ask) => 100 * (await testSpring(ask, 'implicit-euler', 1)).growth,
    within: 0.01,
    hint: 'Use $1/\\sqrt{1 + (h\\omega)^2}$, and write it in percent.',
    because: '$1/\\sqrt2 = 70.7$ %.',
  },
  takeHome:
    'Stability costs energy: implicit Euler damps like $\\zeta \\approx h\\omega/2$, and TR-BDF2 damps far less.',
  read: [
    {
      label: 'Bank et al.: Transient Simulation of Silicon Devices and Circuits (TR-BDF2)',
      href: 'https://doi.org/10.1109/TCAD.1985.1270142',
    },
    {
      label: 'Gast et al.: Optimization Integrator for Large Time Steps (line search)',
      href: 'https://doi.org/10.1109/TVCG.2015.2459687',
    },
  ],
};

/** s; one picture of a usual screen. */
const PICTURE = 1 / 60;

/** Chapter 10. */
export const choose: Chapter = {
  title: 'Choose for your game',
  thought:
    'A game has a budget: so many milliseconds of computing for each picture. The stiffness sets $\\omega_{\\max}$, this sets the longest explicit step, and the number of steps decides which method is cheaper.',
  prediction: {
    question:
      'You show 60 pictures a second. The first cloth has $k = 5000$ N/m now. At least how many steps of symplectic Euler does each picture need?',
    unit: 'steps',
    answer: async (ask) =>
      Math.ceil(PICTURE / (await startOf(ask, 'cloth', 'symplectic-euler', { stiffness: 5000 })).dt),
    within: 0.15,
    because: 'The longest step is 0.16 ms at the start of the run, and a picture lasts 16.7 ms.',
  },
  experiment: {
    task: 'Make it with one step for each picture. Set up the cloth with 5000 N/m and 16.7 ms. Symplectic Euler blows up at once. Choose a method that holds for 2 s, without stretching any spring by more than half. Do not shorten the step.',
    setUp: [{ type: 'pause' }, { type: 'scene', scene: 'cloth', params: { stiffness: 5000, dt: 0.0167 } }],
    holds: (now) => isScene(now, 'cloth') && now.params.stiffness >= 5000 && now.params.dt >= 0.0166,
    reached: (now, start) => now.time >= start.time + 2 && !now.blowUp && now.strain < 0.5,
    success:
      'It holds with 60 steps a second. Look at the energy at the foot of the page, and at the motion: is it still as lively as you want?',
  },
  duel: { main: 'implicit-euler', against: 'symplectic-euler' },
  derivation: [
    '$$N = \\Bigl\\lceil \\frac{1/60\\text{ s}}{h_{\\max}} \\Bigr\\rceil, \\qquad h_{\\max} < \\frac{2}{\\omega_{\\max}}$$',
    'First: how many explicit steps does a picture need? Stay some percent below the limit, because it falls when you pull.',
    '$$t_{\\text{explicit}} = N\\,t_1$$',
    'Each costs the time $t_1$ of one step. The foot of the page measures it: “one step takes”.',
    '$$t_{\\text{implicit}} = t_2$$',
    'An implicit step costs more, $t_2$, because it solves a linear system. But one step may be enough for a picture.',
    '$$N\\,t_1 < t_2 \\;\\Rightarrow\\; \\text{explicit}, \\qquad N\\,t_1 > t_2 \\;\\Rightarrow\\; \\text{implicit}$$',
    'Soft cloth: symplectic Euler, simple and lively. Stiff cloth: implicit Euler, or TR-BDF2 if the motion matters.',
    '$$\\text{error} \\sim h^p$$',
    'Last: is it accurate enough? Halve the step and compare. The instruments “Convergence” and “League of solvers” do this for the cloth in view. For a budget of computing time the league names the method, the step and their error.',
  ],
  instruments: ['league', 'convergence'],
  formulas: [],
  exercise: {
    question:
      'A step of symplectic Euler takes 0.02 ms, an implicit step takes 1 ms. With how many explicit steps per picture do both cost the same?',
    unit: 'steps',
    answer: async () => 1 / 0.02,
    within: 0.001,
    hint: 'Set $N\\,t_1 = t_2$.',
    because: '$N = 1/0.02 = 50$. With more steps than that, the implicit method is cheaper.',
  },
  takeHome:
    'Count the explicit steps per picture; if they cost more than one implicit step, go implicit, and look at what it damps.',
  read: [
    { label: 'Baraff, Witkin: Large Steps in Cloth Simulation', href: 'https://doi.org/10.1145/280814.280821' },
    { label: 'Macklin et al.: Small Steps in Physics Simulation', href: 'https://doi.org/10.1145/3309486.3340247' },
  ],
};
