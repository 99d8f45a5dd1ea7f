import { type Chapter, startOf } from './chapter';

/** s; one picture of a usual screen. */
const PICTURE = 1 / 60;

/** Chapter 10. */
export const chapter: Chapter = {
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
    holds: (now) => now.builtIn && now.scene === 'cloth' && now.params.stiffness >= 5000 && now.params.dt >= 0.0166,
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
    {
      label: 'Baraff, Witkin: Large Steps in Cloth Simulation',
      href: 'https://doi.org/10.1145/280814.280821',
    },
    { label: 'Macklin et al.: Small Steps in Physics Simulation', href: 'https://doi.org/10.1145/3309486.3340247' },
  ],
};
