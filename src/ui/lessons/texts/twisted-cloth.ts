import type { Lesson } from '../lesson';
import { energyReading, strainReading } from '../live-values';
import { AGAIN } from '../usual-tries';

export const lesson: Lesson = {
  source: '3D Mass Spring System, lecture notes; David Baraff and Andrew Witkin, Large Steps in Cloth Simulation',
  sections: [
    {
      title: 'Pins that move',
      parts: [
        'The pins’ motion is prescribed: shaken, twisted or stretched, they follow their own law, whatever pulls at them. An explicit method just puts their velocity in the place of $\\mathbf f/m$. An implicit one must know it when it solves for the others:',
        {
          equation:
            'P(M - h^2K)P^T\\,\\hat{\\mathbf v}^{+} = P\\left(M\\mathbf v + h\\,\\mathbf f + h^2K\\,\\mathbf v_{\\text{pins}}\\right)',
        },
        {
          erratum:
            'The notes’ form, made for points at rest, lacks the last term. With pins that move it would be as if they stood still during the step: their neighbours would lag behind by a part that grows with the stiffness.',
        },
        { live: [strainReading, energyReading] },
        {
          tries: [
            AGAIN,
            {
              label: 'Turn back',
              says: 'The other way round, from here.',
              does: [{ type: 'edit', list: 'motion', path: ['twist', 'rate'], value: -1.2 }, { type: 'play' }],
            },
            {
              label: 'Let the pins rest',
              says: 'It springs back.',
              does: [{ type: 'motion', motion: [] }, { type: 'play' }],
            },
            {
              label: 'As it was',
              says: 'The whole scene, anew.',
              does: [{ type: 'scene', scene: 'twisted-cloth' }, { type: 'play' }],
            },
          ],
        },
      ],
    },
  ],
};
