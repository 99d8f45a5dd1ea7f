import type { Command, SceneFile } from '../../../physics';

/** A scene and commands that make it blow up. */
export interface ExampleBlowUp {
  label: string;
  scene: string | SceneFile;
  commands: readonly Command[];
}

const set = (key: string, value: number): Command => ({ type: 'set', key, value });

/** One example of each cause. */
export const EXAMPLE_BLOW_UPS: readonly ExampleBlowUp[] = [
  { label: 'Springs too stiff', scene: 'cloth', commands: [set('stiffness', 2000)] },
  { label: 'A step too long', scene: 'cloth', commands: [set('dt', 8e-4)] },
  { label: 'Too much damping', scene: 'cloth', commands: [set('damping', 0.3)] },
  { label: 'A particle too light', scene: 'cloth', commands: [{ type: 'particle', particle: 500, mass: 1e-5 }] },
  {
    label: 'A strong pull',
    scene: 'cloth',
    commands: [set('grabStiffness', 20_000), { type: 'grab', particle: 784, target: [0, 0.4, 0.4] }],
  },
  { label: 'A spring of zero length', scene: chainWithZeroLengthSpring(), commands: [] },
  {
    label: 'A method that is unstable at every dt',
    scene: 'cloth',
    commands: [{ type: 'integrator', id: 'explicit-euler' }],
  },
];

/** A hanging chain whose last two particles are at the same position, joined by a spring of zero length. */
function chainWithZeroLengthSpring(): SceneFile {
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
