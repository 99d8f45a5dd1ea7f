import { type Chapter, SPRING } from './chapter';

/** Chapter 1. */
export const chapter: Chapter = {
  thought:
    'A cloth is a net of point masses and springs. A stretched spring pulls back with the force $F = -kx$, proportional to its extension. From this one law follows most of what you see.',
  prediction: {
    question: 'A spring has $k = 20$ N/m and is stretched by 0.3 m. How strong is the force on the mass at its end?',
    unit: 'N',
    answer: async (ask) => {
      const setup = { scene: 'damped-oscillator', params: { damping: 0 } };
      return Math.abs((await ask('sceneRun', { setup, steps: 0, particle: 1 })).force[0]);
    },
    within: 0.02,
    because: '$F = kx = 20 \\cdot 0.3 = 6$. The force points back: it is negative where $x$ is positive.',
  },
  experiment: {
    task: 'Stretch the cloth. Set it up and press Play. Then drag it far enough that one of its springs is stretched by 20 % of its length, and hold it there.',
    setUp: [{ type: 'pause' }, { type: 'scene', scene: 'cloth' }],
    holds: (now) => now.builtIn && now.scene === 'cloth' && now.held !== null,
    reached: (now) => now.strain >= 0.2 && !now.blowUp,
    byHand: true,
    success:
      'A spring near your pointer is stretched most. It pulls its neighbours, these pull theirs: so the cloth follows.',
  },
  derivation: [
    '$$F = -k\\,x$$',
    'Hooke’s law. $x$ is the extension in m, $k$ the stiffness in N/m. The minus sign says: back to rest.',
    '$$m\\,a = -k\\,x$$',
    'Newton’s law: mass times acceleration $a$ is the force.',
    '$$\\dot x = v, \\qquad \\dot v = a = -\\frac km\\,x$$',
    'Position changes with the velocity $v$, and velocity with the acceleration. A dot means: per second.',
    '$$\\ddot x = -\\omega^2 x, \\qquad \\omega = \\sqrt{k/m}$$',
    'Together they say that the spring swings. A stiff spring or a light mass makes $\\omega$ large: it swings fast.',
    '$$x(t) = x_0 \\cos \\omega t, \\qquad T = \\frac{2\\pi}{\\omega}$$',
    'The exact motion of a spring that starts at rest. It repeats after the period $T$ and never grows.',
    '$$E = \\tfrac12 m v^2 + \\tfrac12 k x^2 = \\text{constant}$$',
    'The energy in J moves between motion and spring, and its sum stays. If a simulation shows another sum, the method made it or took it.',
  ],
  formulas: [],
  exercise: {
    question: 'How long is the period $T$ of a spring with $k = 20$ N/m and $m = 0.5$ kg?',
    unit: 's',
    answer: async (ask) => {
      const setup = { scene: 'damped-oscillator', params: { stiffness: SPRING.k, mass: SPRING.m, damping: 0 } };
      return (2 * Math.PI) / (await ask('sceneRun', { setup, steps: 0, particle: 1 })).omegaMax;
    },
    within: 0.01,
    hint: 'First $\\omega = \\sqrt{k/m}$, then $T = 2\\pi/\\omega$.',
    because: '$\\omega = \\sqrt{40} = 6.32$ rad/s, so $T = 6.28/6.32 = 0.993$ s.',
  },
  takeHome:
    'Every spring obeys $F = -kx$ and swings with $\\omega = \\sqrt{k/m}$; its exact motion never gains energy.',
  read: [
    {
      label: 'Witkin: Particle System Dynamics (SIGGRAPH course notes)',
      href: 'https://www.cs.cmu.edu/~baraff/sigcourse/notesc.pdf',
    },
    { label: 'The Nature of Code: Oscillation (spring forces)', href: 'https://natureofcode.com/oscillation/' },
  ],
};
