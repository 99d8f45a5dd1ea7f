import { ENVIRONMENT_LISTS, type Environment } from '../../model/environment';
import { MATERIAL_KEYS } from '../../model/material';
import { validationError } from '../../model/params';
import { pathOf, show } from '../../model/validate';
import { integrators, PARAMS } from '../../registry';
import { parseEnvironment } from './parse-environment';
import { SceneError } from './scene-error';
import { isMembraneParam } from './scene-file-membrane';
import type { SceneFile } from './scene-file-shape';

/** More than any page could step; a file of more is taken for a mistake. */
const MOST_PARTICLES = 2 ** 20;

/** Whether a parameter is told by springs and masses, and never beside them. */
export function isMaterial(key: string): boolean {
  return (MATERIAL_KEYS as readonly string[]).includes(key);
}

/**
 * Whether the things in a file, each of its kind, go together: lengths, indices, names.
 * @throws SceneError for the first that doesn't
 */
export function checkRelations(file: SceneFile): void {
  const { particles, springs, surface, membrane, integrator, params } = file;
  const n = particles.positions.length;
  if (n === 0) throw new SceneError('particles.positions', 'a scene needs at least one particle, got []');
  if (n > MOST_PARTICLES) throw new SceneError('particles.positions', `${n} particles, at most ${MOST_PARTICLES}`);
  checkCount('particles.velocities', particles.velocities, n, 'particles');
  checkCount('particles.masses', particles.masses, n, 'particles');
  checkPins(particles.pinned ?? [], n);
  if (springs) checkSprings(springs, n);
  checkTriangles('surface', surface ?? [], n);
  checkTriangles('membrane.triangles', membrane?.triangles ?? [], n);
  checkCount('membrane.rest', membrane?.rest, n, 'particles');
  checkIntegrator(integrator);
  checkParams(params ?? {});
}

/** @throws SceneError for the first thing that can't be what its list says */
export function readEnvironmentOf(file: SceneFile): Environment {
  const n = file.particles.positions.length;
  const refuse = (path: (string | number)[], message: string) => {
    throw new SceneError(pathOf(path), message);
  };
  return Object.fromEntries(
    ENVIRONMENT_LISTS.map((list) => [
      list,
      file[list] === undefined ? [] : parseEnvironment(list, file[list], [list], n, refuse),
    ]),
  ) as never;
}

function checkTriangles(path: string, triangles: readonly (readonly number[])[], n: number): void {
  triangles.forEach((corners, t) => {
    corners.forEach((corner, c) => {
      checkIndex(corner, n, () => `${path}[${t}][${c}]`);
      const first = corners.indexOf(corner);
      if (first < c) throw new SceneError(`${path}[${t}][${c}]`, `particle ${corner} is corner ${first} already`);
    });
  });
}

function checkPins(pinned: readonly number[], n: number): void {
  const seen = new Set<number>();
  pinned.forEach((i, at) => {
    const path = () => `particles.pinned[${at}]`;
    checkIndex(i, n, path);
    if (seen.has(i)) throw new SceneError(path(), `particle ${i} is pinned already`);
    seen.add(i);
  });
}

function checkSprings({ pairs, ...each }: NonNullable<SceneFile['springs']>, n: number): void {
  for (const [key, values] of Object.entries(each)) checkCount(`springs.${key}`, values, pairs.length, 'springs');
  pairs.forEach(([a, b], j) => {
    checkIndex(a, n, () => `springs.pairs[${j}][0]`);
    checkIndex(b, n, () => `springs.pairs[${j}][1]`);
    if (a === b) throw new SceneError(`springs.pairs[${j}]`, `a spring from particle ${a} to itself`);
  });
}

function checkIntegrator(id: string | undefined): void {
  if (id === undefined || integrators.some((integrator) => integrator.id === id)) return;
  const ids = integrators.map((integrator) => integrator.id).join(', ');
  throw new SceneError('integrator', `there is no integrator ${show(id)}; there are ${ids}`);
}

function checkParams(params: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(params)) {
    const path = pathOf(['params', key]);
    if (isMaterial(key) || isMembraneParam(key)) {
      const source = key === 'mass' ? 'the masses' : isMaterial(key) ? 'the springs' : 'the membrane';
      throw new SceneError(path, `follows from ${source} and can't be given, got ${show(value)}`);
    }
    const why = validationError(PARAMS, key, value);
    if (why) throw new SceneError(path, why);
  }
}

function checkIndex(i: number, n: number, path: () => string): void {
  if (!Number.isInteger(i) || i < 0 || i >= n) throw new SceneError(path(), `${i} is not a particle (0–${n - 1})`);
}

function checkCount(path: string, values: unknown, count: number, what: string): void {
  if (!Array.isArray(values) || values.length === count) return;
  const noun = values.length === 1 ? 'value' : 'values';
  throw new SceneError(path, `${values.length} ${noun} for ${count} ${count === 1 ? what.slice(0, -1) : what}`);
}
