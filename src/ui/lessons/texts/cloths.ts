/** Lessons about cloths of springs, and about what moves them: wind and moving pins. */
import {
  edit,
  energy,
  experiment,
  experiments,
  fromStart,
  hOmega,
  type Lesson,
  momentum,
  playing,
  RESTART,
  RESTORE,
  reload,
  runBy,
  set,
  speed,
  strain,
  WIND,
} from '../lesson';
import { BARAFF_WITKIN, BENDER, CHOI, HAIRER, PROVOT, SPRING_NOTES } from './sources';

export const lessons: Readonly<Record<string, Lesson>> = {
  cloth: {
    sources: [PROVOT, CHOI],
    parts: [
      { title: 'What this cloth is made of' },
      'Particles in a grid are connected by three kinds of springs: structural springs along rows and columns, shear springs along the diagonals, and bend springs to the second neighbour. Structural springs resist stretching, shear springs keep the cells square, and bend springs resist folding.',
      '$$\\mathbf f_a = -\\left[k\\,(l - L_0) + c\\,(\\mathbf v_a - \\mathbf v_b)\\cdot\\mathbf n\\right]\\mathbf n$$',
      '$$\\mathbf n = \\frac{\\mathbf x_a - \\mathbf x_b}{l}$$',
      { live: [strain, energy, hOmega] },
      experiments(
        playing(
          'Without shear springs',
          'With structural springs only, every square can become a rhombus.',
          set({ shearSprings: 0 }),
        ),
        playing(
          'Without bend springs',
          'It folds like a net, with creases one cell wide.',
          set({ shearSprings: 1, bendSprings: 0 }),
        ),
        experiment('All springs again', 'With the scene’s own parameters.', { type: 'restore' }),
      ),
      { title: 'How large can the step be?' },
      'Stiffer springs oscillate faster, and the method must resolve the fastest oscillation. The meter in the status bar compares $h$ with the limit of symplectic Euler:',
      '$$h\\,\\omega_{\\max} < 2\\left(\\sqrt{1+\\zeta^2}-\\zeta\\right), \\qquad \\omega_{\\max}^2 \\propto \\frac km$$',
      experiments(
        playing(
          'Twenty times as stiff',
          'The meter exceeds its limit, and the cloth blows up. A message offers ways to continue.',
          set({ stiffness: 4000 }),
        ),
        playing(
          'The same stiffness, implicit Euler',
          'It solves a linear system in each step, and damps the fast motion. A step after which the energy would have risen is shortened by a line search, or solved again by Newton’s method: the row “corrected steps” of the numbers counts them. With “line search” off, a long step of a stiff cloth overshoots.',
          { type: 'scene', scene: 'cloth', integrator: 'implicit-euler', params: { stiffness: 4000, dt: 1 / 240 } },
        ),
        playing(
          'The same stiffness, TR-BDF2',
          'Of second order, by two stages of Newton’s method: slow motion keeps more of its energy than with implicit Euler, and fast motion is damped. Implicit Euler replaces a step that would create energy: “corrected steps” counts these too.',
          { type: 'scene', scene: 'cloth', integrator: 'tr-bdf2', params: { stiffness: 4000, dt: 1 / 240 } },
        ),
        reload('cloth'),
      ),
    ],
  },
  'cloth-top-edge': {
    sources: [CHOI],
    parts: [
      { title: 'Two kinds of damping' },
      'Choi starts from static equilibrium, $\\mathbf f^{\\text{int}} + \\mathbf f^{\\text{ext}} = 0$, and obtains the equation of motion by adding inertia and then damping, in one of two ways. Point damping resists all motion, as air or honey does. With the drag coefficient $d$:',
      '$$m_i \\ddot{\\mathbf x}_i + d\\,\\dot{\\mathbf x}_i = \\mathbf f_i$$',
      'A damped spring resists only the change of its own length, with the damping $c$:',
      '$$\\mathbf f^D_a = -c \\left[(\\mathbf v_a - \\mathbf v_b)\\cdot\\mathbf n\\right]\\mathbf n$$',
      'So point damping slows a falling cloth and reduces its momentum. Damped springs let the cloth fall and swing freely, and damp only its ripples.',
      { live: [speed, energy] },
      experiments(
        fromStart(
          'Point damping only',
          'The cloth moves as in honey: it creeps back to its position at rest.',
          set({ damping: 0, drag: 0.002 }),
        ),
        fromStart(
          'Damped springs only',
          'It swings freely; only ripples are damped.',
          set({ damping: 0.005, drag: 0 }),
        ),
        RESTORE,
      ),
    ],
  },
  'cloth-four-corners': {
    sources: [CHOI],
    parts: [
      { title: 'Static equilibrium' },
      'If left alone, the hammock comes to rest where internal and external forces cancel on every free particle. This equilibrium can be computed without waiting for it:',
      '$$\\mathbf f^{\\text{int}}(\\mathbf x) + \\mathbf f^{\\text{ext}} = 0$$',
      'There the potential energy has a minimum. Newton’s method finds it by solving linear systems with the stiffness matrix. A line search shortens each step until the energy decreases.',
      { live: [energy, strain] },
      experiments(
        playing('Wait for it', 'With some drag, so that it comes to rest within a minute.', set({ drag: 0.0005 })),
        experiment('Find equilibrium', 'At once. The message shows the number of steps and the remaining net force.', {
          type: 'equilibrium',
        }),
        playing('Unpin a corner', 'It starts to swing, from rest.', { type: 'pin', particle: 0, pinned: false }),
        RESTORE,
      ),
    ],
  },
  curtain: {
    sources: [SPRING_NOTES],
    parts: [
      { title: 'Rings on a rail' },
      'A curtain hangs only from some of its particles. Between them it falls in folds, because it is wider than the rail. Pinned particles keep their position exactly. A moving pin has a prescribed velocity; the velocities of the free particles are computed.',
      '$$\\mathbf x = P^T\\hat{\\mathbf x} + \\mathbf b$$',
      '$P$ selects the free particles, and $\\mathbf b$ holds the positions of the pins.',
      { live: [speed, strain] },
      experiments(RESTART, WIND, reload('curtain')),
    ],
  },
  'cloth-floating': {
    sources: [HAIRER],
    parts: [
      { title: 'Conserved quantities' },
      'There is no gravity, no pin and no air: all forces act between pairs of particles, equal and opposite. So the total momentum is constant with every method:',
      '$$\\frac{d}{dt}\\sum_i m_i \\mathbf v_i = \\sum_{(a,b)} (\\mathbf f_a + \\mathbf f_b) = 0$$',
      'Angular momentum is different: symplectic Euler and velocity Verlet conserve it up to rounding, the implicit midpoint rule up to the tolerance of its solver, and other methods change it. The energy distinguishes the methods: watch it here.',
      { live: [momentum, energy, speed] },
      experiments(
        experiment(
          'Symplectic Euler without damping',
          'The energy oscillates a little about its mean, for ever.',
          runBy('symplectic-euler', { damping: 0 }),
        ),
        experiment('Explicit Euler', 'It gains energy in every oscillation, and blows up.', runBy('explicit-euler')),
        experiment('Implicit Euler', 'It loses energy, although there is no damping.', runBy('implicit-euler')),
        RESTORE,
      ),
    ],
  },
  'jelly-cube': {
    sources: [CHOI, BENDER],
    parts: [
      { title: 'A body of springs' },
      'With springs only along the edges of its cells, a cube would shear flat, as a square does. Diagonals on the faces and through the volume brace it: each of the six ways to deform a cell then changes the length of some spring.',
      'Springs do not preserve the volume when the cube is squeezed. So a volume spring acts on the whole surface. With the volume $V$ inside the surface, the rest volume $V_0$ and a bulk modulus $\\kappa$, its energy is',
      '$$E = \\frac{\\kappa}{2}\\,\\frac{(V - V_0)^2}{V_0}$$',
      'This is Bender’s method with a volume in place of a length: the constraint is $C = V - V_0$, and the force points along its gradient.',
      { live: [strain, energy] },
      experiments(
        RESTART,
        fromStart('Without the volume spring', 'It sags where it lands.', { type: 'forces', forces: [] }),
        fromStart('Softer springs', 'A third of the stiffness.', set({ stiffness: 50 })),
        fromStart(
          'Without diagonals',
          'Nothing resists shear, and the cube collapses.',
          set({ shearSprings: 0, bendSprings: 0 }),
        ),
        reload('jelly-cube'),
      ),
    ],
  },
  flag: {
    sources: [BARAFF_WITKIN],
    parts: [
      { title: 'Wind' },
      'Wind acts on triangles, not on particles. The force on a triangle of area $A$ and normal $\\hat{\\mathbf n}$ depends on the wind $\\mathbf w$ relative to the triangle:',
      '$$\\mathbf f = \\tfrac12\\,\\rho\\, C_d\\, A\\,(\\mathbf w\\cdot\\hat{\\mathbf n})\\,|\\mathbf w\\cdot\\hat{\\mathbf n}|\\;\\hat{\\mathbf n}$$',
      'Each corner gets a third of it. A triangle parallel to the wind gets no force: so the flag turns into the direction of the wind, and ripples travel along it.',
      'Wind does work, so the energy is not conserved. Drag, spring damping and the motion of the flag against the air remove energy. A seed determines the gusts: the same run has the same gusts.',
      { live: [speed, energy] },
      experiments(
        playing('Wind on or off', 'Without wind the flag falls and hangs.', { type: 'wind' }),
        playing('No gravity', 'Only the wind straightens the flag.', set({ gravity: 0 })),
        reload('flag'),
      ),
    ],
  },
  'twisted-cloth': {
    sources: [SPRING_NOTES, BARAFF_WITKIN],
    parts: [
      { title: 'Moving pins' },
      'The motion of the pins is prescribed: when shaken, twisted or stretched they follow a given path, independent of the forces on them. An explicit method simply sets their velocity. An implicit method needs it when it solves for the free particles:',
      '$$P(M - h^2K)P^T\\,\\hat{\\mathbf v}_{n+1} = P\\left(M\\mathbf v_n + h\\,\\mathbf f + h^2K\\,\\mathbf v_{\\text{pins}}\\right)$$',
      {
        remark:
          'The last term is for pins that move. Without it, moving pins would act as if they stood still during the step: their neighbours would lag behind, and more so with a larger stiffness.',
      },
      { live: [strain, energy] },
      experiments(
        RESTART,
        playing(
          'Reverse the rotation',
          'In the opposite direction, from the current state.',
          edit('motion', -1.2, 'twist', 'rate'),
        ),
        playing('Stop the pins', 'The cloth springs back.', { type: 'motion', motion: [] }),
        reload('twisted-cloth'),
      ),
    ],
  },
};
