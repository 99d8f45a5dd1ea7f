import { networkScene } from '../builders/network-scene';
import type { SceneDefinition } from '../scene';

/** Source: lecture notes 3D Mass Spring System; Choi, Static/Dynamic Deformation with Mass-Spring Systems, model problem. */
export const threeSprings: SceneDefinition = {
  id: 'three-springs',
  label: 'Three springs',
  group: 'Statics and topology',
  rank: 44,
  summary:
    'A triangle of three springs hangs from one pin. It is small enough to write down its matrices: open them and follow one implicit step, number by number.',
  grid: false,
  integrator: 'implicit-euler',
  params: { dt: 1 / 60, stiffness: 40, shear: 0, bend: 0, damping: 0.05, drag: 0, mass: 0.1 },
  create: (params) =>
    networkScene(params, {
      positions: [
        [0, 1, 0],
        [-0.3, 0.55, 0],
        [0.35, 0.6, 0],
      ],
      springs: [
        { ends: [0, 1], kind: 'structural', restLength: 0.5 },
        { ends: [1, 2], kind: 'structural', restLength: 0.6 },
        { ends: [2, 0], kind: 'structural', restLength: 0.5 },
      ],
      pinned: [0],
    }),
};
