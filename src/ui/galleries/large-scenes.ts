/** Nets that one processor steps too slowly, for computers with a graphics card. */
import { t } from '../../language/translate';
import { formatCount } from '../controls/number-format';
import { methodLabel, sceneLabel } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import { SCENE_THUMBNAILS } from './pictures';

/** Rows and columns, and the link that loads the net. */
const LARGE_SCENES = [
  {
    ...{ scene: 'cloth', side: 1025, integrator: 'implicit-euler' },
    params: 'dt=0.016667&stiffness=1000&mass=1.9e-7&drag=1e-7',
  },
  {
    ...{ scene: 'cloth', side: 513, integrator: 'implicit-euler' },
    params: 'dt=0.016667&stiffness=1000&mass=7.6e-7&drag=4e-7',
  },
  { scene: 'cloth', side: 513, integrator: 'symplectic-euler', params: 'dt=0.00001&mass=7.6e-7&drag=4e-7' },
  { scene: 'silk-scarf', side: 513, integrator: 'implicit-euler', params: 'material=silk' },
] as const;

/** Their cards, whose id is the link; none without a graphics card that the page may use. */
export async function largeScenes({ catalog }: Lab) {
  if (!(await hasGraphicsCard())) return [];
  return LARGE_SCENES.map(({ scene, side, integrator, params }) => {
    const text = `${t`${formatCount(side ** 2)} particles`} · ${t(methodLabel(catalog, integrator))}`;
    return {
      id: `#scene=${scene}&rows=${side}&columns=${side}&integrator=${integrator}&${params}`,
      title: `${t(sceneLabel(catalog, { scene, builtIn: true }))}, ${formatCount(side)}²`,
      text,
      help: text,
      picture: SCENE_THUMBNAILS[scene],
    };
  });
}

/** False also where WebGPU computes in software. */
async function hasGraphicsCard(): Promise<boolean> {
  const adapter = await (navigator as { gpu?: GPU }).gpu?.requestAdapter().catch(() => null);
  return !!adapter && !adapter.info?.isFallbackAdapter;
}
