import { experiment, experiments, FROM_START, type Lesson, RESTORE, set } from '../lesson';
import { energy, speed } from '../live-values';
import { CHOI } from './sources';

export const lesson: Lesson = {
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
      experiment(
        'Point damping only',
        'The cloth moves as in honey: it creeps back to its position at rest.',
        set({ damping: 0, drag: 0.002 }),
        FROM_START,
      ),
      experiment(
        'Damped springs only',
        'It swings freely; only ripples are damped.',
        set({ damping: 0.005, drag: 0 }),
        FROM_START,
      ),
      RESTORE,
    ),
  ],
};
