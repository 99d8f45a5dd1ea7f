import type { Command, SceneFile } from '../../../physics';

/** A blow-up to be looked into: what is done to which scene. */
export interface DiagnosisPhase {
  label: string;
  scene: string | SceneFile;
  deeds: readonly Command[];
}

const set = (key: string, value: number): Command => ({ type: 'set', key, value });

/** One of each kind that a cloth can come to. */
export const DIAGNOSIS_PHASES: readonly DiagnosisPhase[] = [
  { label: 'Springs too stiff', scene: 'cloth', deeds: [set('stiffness', 2000)] },
  { label: 'A step too long', scene: 'cloth', deeds: [set('dt', 8e-4)] },
  { label: 'Too much damping', scene: 'cloth', deeds: [set('damping', 0.3)] },
  { label: 'A particle too light', scene: 'cloth', deeds: [{ type: 'particle', particle: 500, mass: 1e-5 }] },
  {
    label: 'A strong pull',
    scene: 'cloth',
    deeds: [set('grabStiffness', 20_000), { type: 'grab', particle: 784, target: [0, 0.4, 0.4] }],
  },
  { label: 'A spring of zero length', scene: chainWithADouble(), deeds: [] },
  { label: 'A method that holds no step', scene: 'cloth', deeds: [{ type: 'integrator', id: 'explicit-euler' }] },
];

/** A hanging chain whose last particle stands where the one before it does, joined to it by a spring without length. */
function chainWithADouble(): SceneFile {
  const links = 10;
  const places = Array.from({ length: links + 1 }, (_, i): [number, number, number] => [0.05 * i, 0.6, 0]);
  const pairs = Array.from({ length: links + 1 }, (_, i): [number, number] => [i, i + 1]);
  return {
    hooke: 1,
    name: 'chain with a spring of zero length',
    particles: { positions: [...places, places[links]], masses: 0.01, pinned: [0] },
    springs: { pairs, restLengths: pairs.map((_, i) => (i < links ? 0.05 : 1e-9)), stiffness: 100 },
    params: { dt: 0.005 },
  };
}
