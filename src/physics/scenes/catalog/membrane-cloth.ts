import type { SceneDefinition } from '../scene';
import { CLOTH_PARAMS, hangingCloth } from './cloth';

/** Source: Choi, Static/Dynamic Deformation with Mass-Spring Systems; O'Brien and Hodgins, Animation of Brittle Fracture. */
export const membraneCloth: SceneDefinition = {
  id: 'membrane-cloth',
  label: 'Membrane cloth',
  group: 'Membrane',
  rank: 10,
  summary:
    'The same cloth, with a viscoelastic continuum in place of the structural and shear springs. Only the springs that resist folding remain. Colour it by strain, stress or energy.',
  grid: true,
  look: 'rubber',
  integrator: 'implicit-euler',
  params: {
    ...CLOTH_PARAMS,
    dt: 1 / 120,
    rows: 24,
    columns: 24,
    mass: 0.2 / (24 * 24),
    structuralSprings: 0,
    shearSprings: 0,
    membraneLambda: 1e5,
    membraneMu: 1e5,
    membranePhi: 20,
    membranePsi: 20,
    membraneThickness: 1e-3,
  },
  create: (params) => hangingCloth(params, [0, params.columns - 1]),
};
