import { experiment, experiments, FROM_START, type Lesson, RESTORE, set } from '../lesson';
import { energy, momentum, speed } from '../live-values';
import { HAIRER } from './sources';

export const lesson: Lesson = {
  sources: [HAIRER],
  parts: [
    { title: 'Conserved quantities' },
    'There is no gravity, no pin and no air: all forces act between pairs of particles, equal and opposite. So the total momentum is constant with every method:',
    '$$\\frac{d}{dt}\\sum_i m_i \\mathbf v_i = \\sum_{(a,b)} (\\mathbf f_a + \\mathbf f_b) = 0$$',
    'Angular momentum is different: symplectic Euler and velocity Verlet conserve it up to rounding, the implicit midpoint rule up to the tolerance of its solver, and with other methods it drifts. The energy distinguishes the methods: watch it here.',
    { live: [momentum, energy, speed] },
    experiments(
      experiment(
        'Symplectic Euler without damping',
        'The energy oscillates a little about its mean, for ever.',
        set({ damping: 0 }),
        { type: 'integrator', id: 'symplectic-euler' },
        FROM_START,
      ),
      experiment(
        'Explicit Euler',
        'It gains energy in every oscillation, and blows up.',
        { type: 'integrator', id: 'explicit-euler' },
        FROM_START,
      ),
      experiment(
        'Implicit Euler',
        'It loses energy, although there is no damping.',
        { type: 'integrator', id: 'implicit-euler' },
        FROM_START,
      ),
      RESTORE,
    ),
  ],
};
