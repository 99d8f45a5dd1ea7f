/** Carries a cloth over to a grid of another size: positions, velocities, pins and environment. */

import type { Environment, EnvironmentItem } from '../../model/environment';
import { type Grid, SPRING_KINDS } from '../../model/model';
import type { Params } from '../../model/params';
import type { SceneData } from '../scene';
import { wholeParticle } from './grid';
import { gridScene } from './grid-scene';

/** Bilinear interpolation of vectors on a grid (3n or more, row by row) at the particles of another grid over the same sheet. */
export function resample(values: Float64Array, from: Grid, to: Grid): Float64Array {
  const result = new Float64Array(3 * to.rows * to.columns);
  for (let i = 0; i < to.rows * to.columns; i++) {
    const { corners, weights } = cellAround(i, from, to);
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += weights[k] * values[3 * corners[k] + axis];
      result[3 * i + axis] = sum;
    }
  }
  return result;
}

/**
 * Pins of a grid on another grid, without those that slits have added. Each pin moves to the nearest particle. Between adjacent pins, if three or more are in a
 * row or column, all particles are pinned: a pinned edge stays pinned, and two corners never become an edge.
 * @param defined pins that the scene's definition gives, at the old and the new size. If all of the old ones are still set, the new ones
 *   replace them: the rule above can't tell an edge of two particles from two corners
 */
export function resamplePins(
  pinned: readonly number[],
  from: Grid,
  to: Grid,
  defined?: { before: readonly number[]; after: readonly number[] },
): number[] {
  const pins = movePins(
    pinned.filter((i) => i < from.rows * from.columns),
    from,
    to,
  );
  if (defined && isSubset(defined.before, pinned)) {
    for (const i of movePins(defined.before, from, to)) pins.delete(i);
    for (const i of defined.after) pins.add(i);
  }
  return [...pins].sort((a, b) => a - b);
}

/** One direction at a time, a growing one first: pins that become adjacent in a shrinking direction are not a row. */
function movePins(pinned: readonly number[], from: Grid, to: Grid): Set<number> {
  const wider = to.columns > from.columns;
  const between = wider ? { rows: from.rows, columns: to.columns } : { rows: to.rows, columns: from.columns };
  return movePinsAlongOneAxis(movePinsAlongOneAxis(new Set(pinned), from, between), between, to);
}

/** From a grid to one that differs only in its rows or only in its columns. */
function movePinsAlongOneAxis(old: ReadonlySet<number>, from: Grid, to: Grid): Set<number> {
  const along = from.columns === to.columns ? 'rows' : 'columns';
  const step = along === 'rows' ? from.columns : 1;
  const coordinate = (i: number) => (along === 'rows' ? Math.floor(i / step) : i % from.columns);
  const isPinned = (i: number, offset: number) =>
    old.has(i + offset * step) && coordinate(i + offset * step) === coordinate(i) + offset;
  const pins = new Set<number>();
  for (const i of old) {
    const moved = nearest(i, from, to);
    pins.add(moved);
    if (!isPinned(i, 1) || !(isPinned(i, -1) || isPinned(i, 2))) continue;
    for (let j = moved + step; j < nearest(i + step, from, to); j += step) pins.add(j);
  }
  return pins;
}

function isSubset(part: readonly number[], whole: readonly number[]): boolean {
  const set = new Set(whole);
  return part.every((i) => set.has(i));
}

/** The particle of `to` nearest to particle `i` of `from`. */
export function nearest(i: number, from: Grid, to: Grid): number {
  const row = Math.round((Math.floor(i / from.columns) * (to.rows - 1)) / (from.rows - 1));
  const column = Math.round(((i % from.columns) * (to.columns - 1)) / (from.columns - 1));
  return row * to.columns + column;
}

/**
 * A scene with a grid at another number of rows and columns: the same size in metres, with the uniform material of `params`.
 * At its own number of rows and columns, the scene itself.
 */
export function regrid(scene: SceneData, from: Grid, params: Params): SceneData {
  const to = { rows: params.rows, columns: params.columns };
  if (to.rows === from.rows && to.columns === from.columns) return scene;
  const [width, height] = restSize(scene, from);
  const made = gridScene(params, {
    name: scene.name,
    width,
    height,
    kinds: SPRING_KINDS.filter((_, kind) => scene.kinds.includes(kind)),
    position: () => [0, 0, 0],
    pinned: resamplePins(scene.pinned, from, to),
    // Particle indices don't carry over: only what acts on all particles stays.
    environment: { ...scene.environment, forces: scene.environment.forces.filter(actsOnAll), motion: [] },
  });
  return Object.assign(made, {
    positions: resample(scene.positions, from, to),
    velocities: resample(scene.velocities, from, to),
    surface: scene.surface.length > 0 ? made.surface : new Uint32Array(0),
    membrane: scene.membrane && made.membrane,
    time: scene.time,
  });
}

/** The environment on another grid: each list is the scene's own at its new size, unless it has been changed. */
export function carryEnvironment(
  current: Environment,
  { environment: before }: SceneData,
  { environment: after }: SceneData,
): Environment {
  // Lists that slits have extended are compared by their values.
  const changed = Object.entries(current).filter(
    ([list, items]) => items !== before[list] && JSON.stringify(items) !== JSON.stringify(before[list]),
  );
  const { forces, motion, ...obstacles } = Object.fromEntries(changed);
  return { ...after, ...obstacles, ...(forces && { forces: forces.filter(actsOnAll) }), ...(motion && { motion: [] }) };
}

const actsOnAll = ({ particles }: EnvironmentItem) => particles === undefined;

/** Width and height of a grid at rest, m: mean rest length along rows and columns, times the number of cells. */
function restSize({ springs, kinds, restLengths, origins }: SceneData, grid: Grid): [number, number] {
  const { rows, columns } = grid;
  const sums = [0, 0];
  const counts = [0, 0];
  for (let j = 0; j < kinds.length; j++) {
    if (SPRING_KINDS[kinds[j]] !== 'structural') continue;
    const [a, b] = [springs[2 * j], springs[2 * j + 1]].map((end) => wholeParticle(grid, end, origins));
    const axis = Math.abs(a - b) === 1 ? 0 : 1;
    sums[axis] += restLengths[j];
    counts[axis]++;
  }
  return [(sums[0] / counts[0]) * (columns - 1), (sums[1] / counts[1]) * (rows - 1)];
}

/** The four particles of `from` around particle `i` of `to`, and their bilinear weights. */
function cellAround(i: number, from: Grid, to: Grid): { corners: number[]; weights: number[] } {
  const y = (Math.floor(i / to.columns) * (from.rows - 1)) / (to.rows - 1);
  const x = ((i % to.columns) * (from.columns - 1)) / (to.columns - 1);
  const row = Math.min(Math.floor(y), from.rows - 2);
  const column = Math.min(Math.floor(x), from.columns - 2);
  const v = y - row;
  const u = x - column;
  const corner = row * from.columns + column;
  return {
    corners: [corner, corner + 1, corner + from.columns, corner + from.columns + 1],
    weights: [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v],
  };
}
