import type { MeshInFile } from '../../model/environment';
import type { Vec3 } from '../../model/model';
import { SHAPES } from './body-shapes';
import { closedMesh } from './mesh/closed-mesh';
import { boxOf, fitted, trianglesOf } from './mesh/fit';
import { createMeshSurface } from './mesh/mesh-surface';
import { createSignedDistance, type SignedDistance } from './mesh/signed-distance';
import type { ObstacleDefinition } from './obstacle';
import { SURFACE_FIELDS } from './surface-fields';

const FIELDS = {
  shape: {
    kind: 'choice',
    label: 'shape',
    default: 'box',
    options: Object.fromEntries(Object.entries(SHAPES).map(([id, { label }]) => [id, label])),
    orMesh: true,
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

/** Bodies in a scene at most. */
const MAX_BODIES = 100;
/** Search trees that are kept, the last used ones at the end: a body that is dragged has the same mesh in another place. */
const kept = new Map<string, SignedDistance>();
/** Triangles in them at most, some 250 bytes each. */
const MAX_KEPT = 1_000_000;
/** A number for each list of vertices: meshes of one name can differ. */
const numbers = new WeakMap<readonly number[], number>();
let lastNumber = 0;

/** A closed surface of triangles: φ is the distance to the nearest of them, negative inside. */
export const triangleBody: ObstacleDefinition<typeof FIELDS> = {
  list: 'bodies',
  label: 'Body',
  summary:
    'A solid body that cloth drapes over: a box, a capsule, a ring, a table, a mannequin, a hanger, or a closed mesh from a file. Sharp edges and corners touch a net between its particles too, except on the GPU.',
  fields: FIELDS,
  most: MAX_BODIES,
  defaults({ shape }, meshes) {
    const mesh = meshes.find(({ name }) => name === shape);
    return mesh ? { size: boxOf(trianglesOf(mesh)).size } : {};
  },
  create: ({ shape, size, center, rotation, restitution, friction }, meshes = []) => ({
    restitution,
    friction,
    curvature: 0,
    ...createMeshSurface(distanceTo(shape, size, meshes), center, rotation),
  }),
};

/** The distance to a shape of this size about the origin. */
function distanceTo(shape: string, size: Vec3, meshes: readonly MeshInFile[]): SignedDistance {
  const mesh = meshes.find(({ name }) => name === shape);
  const key = JSON.stringify([mesh ? numberOf(mesh) : shape, size]);
  const distance =
    kept.get(key) ??
    createSignedDistance(closedMesh(mesh ? fitted(trianglesOf(mesh), size) : SHAPES[shape].mesh(size)));
  kept.delete(key);
  kept.set(key, distance);
  let count = 0;
  for (const { mesh } of kept.values()) count += mesh.triangles.length / 3;
  for (const [oldest, { mesh }] of kept) {
    if (count <= MAX_KEPT || oldest === key) break;
    kept.delete(oldest);
    count -= mesh.triangles.length / 3;
  }
  return distance;
}

function numberOf({ vertices }: MeshInFile): number {
  const number = numbers.get(vertices) ?? ++lastNumber;
  numbers.set(vertices, number);
  return number;
}
