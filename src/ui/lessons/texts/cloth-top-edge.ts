import { type Lesson, RESTORE } from '../lesson';
import { energy, speed } from '../live-values';
import { CHOI } from './sources';

export const lesson: Lesson = {
  sources: [CHOI],
  sections: [
    {
      title: 'Two kinds of damping',
      parts: [
        'Choi starts from static equilibrium, $\\mathbf f^{\\text{int}} + \\mathbf f^{\\text{ext}} = 0$, and obtains the equation of motion by adding inertia and then damping, in one of two ways. Point damping resists all motion, as air or honey does. With the drag coefficient $d$:',
        { equation: 'm_i \\ddot{\\mathbf x}_i + d\\,\\dot{\\mathbf x}_i = \\mathbf f_i' },
        'A damped spring resists only the change of its own length, with the damping $c$:',
        { equation: '\\mathbf f^D_a = -c \\left[(\\mathbf v_a - \\mathbf v_b)\\cdot\\mathbf n\\right]\\mathbf n' },
        'So point damping slows a falling cloth and reduces its momentum. Damped springs let the cloth fall and swing freely, and damp only its ripples.',
        { live: [speed, energy] },
        {
          experiments: [
            {
              label: 'Point damping only',
              description: 'The cloth moves as in honey: it creeps back to its position at rest.',
              commands: [
                { type: 'set', key: 'damping', value: 0 },
                { type: 'set', key: 'drag', value: 0.002 },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            {
              label: 'Damped springs only',
              description: 'It swings freely; only ripples are damped.',
              commands: [
                { type: 'set', key: 'damping', value: 0.005 },
                { type: 'set', key: 'drag', value: 0 },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            RESTORE,
          ],
        },
      ],
    },
  ],
};
