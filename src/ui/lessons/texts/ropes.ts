/** Lessons about ropes, and nets that hang like them. */
import {
  energy,
  experiment,
  experiments,
  fromStart,
  type Lesson,
  type LiveValue,
  playing,
  positionOf,
  RESTART,
  RESTORE,
  set,
  strain,
  withUnit,
} from '../lesson';
import { CHOI } from './sources';

const below: LiveValue = {
  label: 'distance of the last particle below the pin',
  value: (frame) => withUnit(positionOf(frame, 0)[1] - positionOf(frame, 10)[1], 'm'),
};

const sag: LiveValue = {
  label: 'sag of the middle particle below the ends',
  value(frame) {
    const last = frame.structure.particleCount - 1;
    const ends = (positionOf(frame, 0)[1] + positionOf(frame, last)[1]) / 2;
    return withUnit(ends - positionOf(frame, last / 2)[1], 'm');
  },
};

export const lessons: Readonly<Record<string, Lesson>> = {
  chain: {
    sources: [CHOI],
    parts: [
      { title: 'Weights add up' },
      'At rest each spring carries all the weight below it. With $N$ particles below the pin, spring $i$ from the top is stretched by $(N + 1 - i)\\,mg/k$. So particle $j$ hangs below the pin by',
      '$$y_j = jL_0 + \\frac{mg}{k}\\sum_{i=1}^{j}(N+1-i)$$',
      'Here $N = 10$, $k = 100$ N/m, $m = 10$ g and $L_0 = 0.1$ m: the last particle hangs 1.053955 m below the pin.',
      { live: [below] },
      experiments(
        experiment(
          'Find equilibrium',
          'At once, and to all digits of the precision.',
          { type: 'precision', id: 'double' },
          { type: 'equilibrium' },
        ),
        fromStart(
          'Let it swing',
          'It is released from the side. Drag and spring damping bring it to the same position.',
        ),
        experiment('Ten times as stiff', 'A tenth of the extension: 1.0054 m.', set({ stiffness: 1000 }), {
          type: 'equilibrium',
        }),
        RESTORE,
      ),
      { instrument: 'spring' },
    ],
  },
  catenary: {
    sources: [CHOI],
    parts: [
      { title: 'The elastic catenary' },
      'A chain hangs between two pins. At rest the tension has the same horizontal component $H$ everywhere, and its vertical component grows by the weight of each particle:',
      '$$\\mathbf T_{j+1} - \\mathbf T_j = m\\,\\mathbf g, \\qquad |\\mathbf T_j| = k\\,(l_j - L_0)$$',
      'From $H$ and the first vertical component, the direction and length of every spring follow, one after the other. The two numbers follow from the condition that the chain ends at the second pin. With ten springs of 0.1 m and 100 N/m, nine particles of 10 g and the ends 0.8 m apart, $H = 0.293953$ N and the middle hangs 0.296747 m below the ends.',
      { live: [sag, strain] },
      experiments(
        experiment(
          'Find equilibrium',
          'In double precision the sag agrees in all digits shown.',
          { type: 'precision', id: 'double' },
          { type: 'equilibrium' },
        ),
        experiment('Ten times as stiff', 'Nearly the catenary of an inextensible chain.', set({ stiffness: 1000 }), {
          type: 'equilibrium',
        }),
        RESTORE,
      ),
      { instrument: 'spring' },
    ],
  },
  'rope-bridge': {
    sources: [CHOI],
    parts: [
      { title: 'Stiffness by tension' },
      'A straight rope without tension has no stiffness against a load from above, because its springs resist only along the rope. It gains this stiffness when it sags and comes under tension. A rope under tension $T$ with links of length $l$ resists motion of a particle across the rope with the stiffness',
      '$$k_{\\perp} = \\frac{2T}{l},$$',
      '$$\\text{the term } k\\left(1 - \\frac{L_0}{l}\\right) \\text{ of } -\\frac{\\partial \\mathbf f}{\\partial \\mathbf x} \\text{ on each side}$$',
      'So the bridge becomes stiffer as the load grows.',
      { live: [strain, energy] },
      experiments(
        experiment('Find equilibrium', 'The shape under its own weight.', { type: 'equilibrium' }),
        playing('Twice the gravity', 'It sags more, but not twice as much.', set({ gravity: 19.62 })),
        RESTORE,
      ),
    ],
  },
  trampoline: {
    sources: [CHOI],
    parts: [
      { title: 'Stiffness by tension' },
      'A flat, unstretched grid has no stiffness normal to its plane: for small deflections $w$ the springs become longer only in proportion to $w^2$, so that the force grows with $w^3$. Under tension it resists at once, like the skin of a drum:',
      '$$f \\propto k\\left(1 - \\frac{L_0}{l}\\right) w + O(w^3)$$',
      'A body that falls on it transfers its energy to the springs and gets it back, except for what goes into damping and ripples.',
      { live: [energy, strain] },
      experiments(
        RESTART,
        fromStart('Without damping', 'It bounces longer. Now energy is lost only to ripples.', set({ damping: 0 })),
        RESTORE,
      ),
    ],
  },
};
