import type { Lesson } from '../lesson';
import { energyReading, speedReading } from '../live-values';
import { AS_IT_WAS } from '../usual-tries';

export const lesson: Lesson = {
  source: 'Min Gyu Choi, Static/Dynamic Deformation with Mass-Spring Systems',
  sections: [
    {
      title: 'Two dampings',
      parts: [
        'Choi comes from static equilibrium, $\\mathbf f^{\\text{int}} + \\mathbf f^{\\text{ext}} = 0$, to motion by adding inertia, and then damping, in one of two ways. Point damping resists all motion, like air or honey:',
        { equation: 'm_i \\ddot{\\mathbf x}_i + c\\,\\dot{\\mathbf x}_i = \\mathbf f_i' },
        'A damped spring resists only the change of its own length:',
        { equation: '\\mathbf f^D_a = -k_d \\left[(\\mathbf v_a - \\mathbf v_b)\\cdot\\mathbf n\\right]\\mathbf n' },
        'So point damping stops a falling cloth in the air, and takes momentum away. Damped springs let it fall and swing freely, and calm only its ripples.',
        { live: [speedReading, energyReading] },
        {
          tries: [
            {
              label: 'Point damping only',
              says: 'The cloth swings as in honey: it creeps back to its place.',
              does: [
                { type: 'set', key: 'damping', value: 0 },
                { type: 'set', key: 'drag', value: 0.002 },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            {
              label: 'Damped springs only',
              says: 'It swings freely to and fro; only ripples die away.',
              does: [
                { type: 'set', key: 'damping', value: 0.005 },
                { type: 'set', key: 'drag', value: 0 },
                { type: 'reset' },
                { type: 'play' },
              ],
            },
            AS_IT_WAS,
          ],
        },
      ],
    },
  ],
};
