import type { Vec3 } from '../../model/model';
import { closedMesh } from './mesh/closed-mesh';
import { createMeshSurface } from './mesh/mesh-surface';
import { createSignedDistance, type SignedDistance } from './mesh/signed-distance';
import type { ObstacleDefinition } from './obstacle';
import { SHAPES } from './shapes';
import { SURFACE_FIELDS } from './surface-fields';

const FIELDS = {
  shape: {
    kind: 'choice',
    label: 'shape',
    default: 'box',
    options: Object.fromEntries(Object.entries(SHAPES).map(([id, { label }]) => [id, label])),
    help: 'What it looks like. Each shape fills the box of the given size.',
  },
  size: {
    kind: 'vector',
    label: 'size',
    unit: 'm',
    default: [0.4, 0.3, 0.4],
    accepts: 'extent',
    help: 'Width, height and depth, before it is turned.',
  },
  center: {
    kind: 'vector',
    label: 'center',
    unit: 'm',
    default: [0, 0.5, 0],
    required: true,
    accepts: 'any',
    help: 'Middle of the box that it fills.',
  },
  rotation: {
    kind: 'vector',
    label: 'rotation',
    unit: '°',
    default: [0, 0, 0],
    accepts: 'turn',
    help: 'Turned about its center: about x first, then about y, then about z.',
  },
  ...SURFACE_FIELDS,
} as const;

/** Bodies in a scene, and search trees that are kept: one that is dragged has the same mesh in another place. */
const KEPT = 100;
const kept = new Map<string, SignedDistance>();

/** A closed surface of triangles: φ is the distance to the nearest of them, negative inside. */
export const triangleBody: ObstacleDefinition<typeof FIELDS> = {
  list: 'bodies',
  label: 'Body',
  summary:
    'A solid body that cloth drapes over: a box, a capsule, a ring, a table or a bust. Only particles touch it: what is thinner than their spacing passes between them.',
  fields: FIELDS,
  most: KEPT,
  create: ({ shape, size, center, rotation, restitution, friction }) => ({
    restitution,
    friction,
    curvature: 0,
    ...createMeshSurface(distanceTo(shape, size), center, rotation),
  }),
};

function distanceTo(shape: string, size: Vec3): SignedDistance {
  const key = JSON.stringify([shape, size]);
  let distance = kept.get(key);
  if (!distance) {
    distance = createSignedDistance(closedMesh(SHAPES[shape].mesh(size)));
    if (kept.size >= KEPT) kept.clear();
    kept.set(key, distance);
  }
  return distance;
}
