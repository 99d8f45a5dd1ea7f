import type { Lesson } from '../lesson';
import { energyReading, strainReading } from '../live-values';

export const lesson: Lesson = {
  source: 'Min Gyu Choi, Static/Dynamic Deformation with Mass-Spring Systems',
  sections: [
    {
      title: 'From motion to rest',
      parts: [
        'Let alone, the hammock comes to rest where internal and external forces cancel on every free particle. That place can be found without waiting for it:',
        { equation: '\\mathbf f^{\\text{int}}(\\mathbf x) + \\mathbf f^{\\text{ext}} = 0' },
        'It is where the potential energy is least. Newton’s method walks there by solving linear systems in the stiffness matrix, and makes each step shorter until the energy falls.',
        { live: [energyReading, strainReading] },
        {
          tries: [
            {
              label: 'Wait for it',
              says: 'With some drag, so that it comes to rest this minute.',
              does: [{ type: 'set', key: 'drag', value: 0.0005 }, { type: 'play' }],
            },
            {
              label: 'Find equilibrium',
              says: 'At once. The message tells the steps that it took and the net force that is left.',
              does: [{ type: 'equilibrium' }],
            },
            {
              label: 'Free a corner',
              says: 'And it swings, from rest.',
              does: [{ type: 'pin', particle: 0, pinned: false }, { type: 'play' }],
            },
            {
              label: 'From the start',
              says: 'As it was.',
              does: [{ type: 'restore' }, { type: 'reset' }, { type: 'play' }],
            },
          ],
        },
      ],
    },
  ],
};
