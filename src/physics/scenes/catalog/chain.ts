import { cos, sin } from '../../model/deterministic-math';
import { EMPTY_ENVIRONMENT } from '../../model/environment';
import type { SceneDefinition } from '../scene';

/** Particles below the pin. */
const LINKS = 10;
/** m; rest length of each spring. */
const LENGTH = 0.1;
/** m; height of the pin above the floor. */
const TOP = 1.25;
/** rad; initial angle between the chain and the vertical. */
const ANGLE = 1.2;

export const chain: SceneDefinition = {
  id: 'chain',
  label: 'Hanging chain',
  group: 'Statics and topology',
  rank: 50,
  summary:
    'Ten particles on springs hang below a pin and are released from the side. At rest the lowest particle hangs 1.054 m below the pin, because each spring carries all the weight below it.',
  grid: false,
  integrator: 'rk4',
  params: { dt: 1e-3, stiffness: 100, shear: 0, bend: 0, damping: 0.02, drag: 0.01, mass: 0.01 },
  create(params) {
    const n = LINKS + 1;
    const positions = new Float64Array(3 * n);
    for (let i = 0; i < n; i++) {
      positions[3 * i] = i * LENGTH * sin(ANGLE);
      positions[3 * i + 1] = TOP - i * LENGTH * cos(ANGLE);
    }
    return {
      name: 'Hanging chain',
      positions,
      velocities: new Float64Array(3 * n),
      masses: new Float64Array(n).fill(params.mass),
      pinned: [0],
      springs: Uint32Array.from({ length: 2 * LINKS }, (_, end) => Math.floor((end + 1) / 2)),
      kinds: new Uint8Array(LINKS),
      restLengths: new Float64Array(LINKS).fill(LENGTH),
      stiffness: new Float64Array(LINKS).fill(params.stiffness),
      damping: new Float64Array(LINKS).fill(params.damping),
      surface: new Uint32Array(0),
      membrane: null,
      environment: EMPTY_ENVIRONMENT,
      grid: null,
      time: 0,
    };
  },
};
