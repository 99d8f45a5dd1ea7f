import type { Params } from '../../model/params';
import { type MembraneData, type SceneData, triples } from '../scene';
import { SceneError } from './scene-error';
import type { SceneFile } from './scene-file-shape';

/** A membrane's values in a file, and the parameters that tell them. */
const KEYS = {
  lambda: 'membraneLambda',
  mu: 'membraneMu',
  phi: 'membranePhi',
  psi: 'membranePsi',
  thickness: 'membraneThickness',
} as const;
type Key = keyof typeof KEYS;
const NAMES = Object.entries(KEYS) as [Key, string][];

/** Whether a parameter is told by a file's membrane, and never beside it. */
export function isMembraneParam(key: string): boolean {
  return NAMES.some(([, name]) => name === key);
}

/** Its strengths as parameters; none where the file has no membrane. */
export function membraneParams({ membrane }: SceneFile): Partial<Params> {
  if (!membrane) return {};
  return Object.fromEntries(NAMES.map(([key, name]) => [name, membrane[key] ?? 0]));
}

/**
 * Its triangles; where the file has none, those of its surface, at rest as they stand there, can act as one.
 * @throws SceneError for a triangle without area
 */
export function readMembrane(file: SceneFile, positions: Float64Array): MembraneData | null {
  const triangles = file.membrane?.triangles ?? file.surface ?? [];
  const rest = file.membrane?.rest ? Float64Array.from(file.membrane.rest.flat()) : positions;
  const flat = triangles.findIndex((corners) => !hasArea(corners, rest));
  if (file.membrane && flat >= 0) throw new SceneError(`membrane.triangles[${flat}]`, 'has no area at rest');
  const whole = flat < 0 ? triangles : triangles.filter((corners) => hasArea(corners, rest));
  return whole.length === 0 ? null : { triangles: Uint32Array.from(whole.flat()), rest };
}

/** What the file is told: nothing of a membrane that isn't in force, and at rest where the particles stand. */
export function writeMembrane({ membrane, grid }: SceneData, params: Params): SceneFile['membrane'] {
  if (!membrane) return undefined;
  const inForce = NAMES.some(([key, name]) => key !== 'thickness' && params[name] > 0);
  if (!inForce && !grid) return undefined;
  const values = Object.fromEntries(NAMES.map(([key, name]) => [key, params[name]])) as Record<Key, number>;
  return { triangles: triples(membrane.triangles), rest: triples(membrane.rest), ...values };
}

/** By the cross product of two edges, against their lengths. */
function hasArea([a, b, c]: [number, number, number], x: Float64Array): boolean {
  const edge = (to: number, axis: number) => x[3 * to + axis] - x[3 * a + axis];
  let cross = 0;
  let along = 0;
  let across = 0;
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const normal = edge(b, i) * edge(c, j) - edge(b, j) * edge(c, i);
    cross += normal * normal;
    along += edge(b, i) * edge(b, i);
    across += edge(c, i) * edge(c, i);
  }
  return cross > 1e-24 * along * across;
}
