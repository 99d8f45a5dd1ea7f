import type { Environment, EnvironmentItem } from '../../model/environment';
import { stiffnessOfKinds } from '../../model/material';
import { type Grid, SPRING_KINDS } from '../../model/model';
import type { Params } from '../../model/params';
import type { SceneData } from '../scene';
import { flatNet, gridSprings, gridTriangles } from './grid';

/** Bilinear interpolation of vectors on a grid (3n, row by row) at the places of another grid over the same sheet. */
export function resample(values: Float64Array, from: Grid, to: Grid): Float64Array {
  const result = new Float64Array(3 * to.rows * to.columns);
  for (let i = 0; i < to.rows * to.columns; i++) {
    const { corners, weights } = preimage(i, from, to);
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += weights[k] * values[3 * corners[k] + axis];
      result[3 * i + axis] = sum;
    }
  }
  return result;
}

/** The pins that a scene has by itself, at its size before and after. */
export interface OwnPins {
  before: readonly number[];
  after: readonly number[];
}

/**
 * Pins of a grid as pins of another. A pin goes to the nearest place; between pins that stand side by side, three or
 * more in a row or column, all is pinned: so an edge stays one, and two corners never become one.
 * @param own what no such rule can tell: a whole edge of two places from two corners. Where they are all still there,
 * they become those that the scene has at its new size.
 */
export function resamplePins(pinned: readonly number[], from: Grid, to: Grid, own?: OwnPins): number[] {
  const pins = new Set(place(pinned, from, to));
  if (own && isWithin(own.before, pinned)) {
    for (const i of place(own.before, from, to)) pins.delete(i);
    for (const i of own.after) pins.add(i);
  }
  return [...pins].sort((a, b) => a - b);
}

/** Along rows and along columns, where the grid grows first: pins that come together where it shrinks are no row. */
function place(pinned: readonly number[], from: Grid, to: Grid): Set<number> {
  const wider = to.columns > from.columns;
  const between = wider ? { rows: from.rows, columns: to.columns } : { rows: to.rows, columns: from.columns };
  return stretch(stretch(new Set(pinned), from, between), between, to);
}

/** Pins on a grid that differs in its rows or in its columns only. */
function stretch(old: ReadonlySet<number>, from: Grid, to: Grid): Set<number> {
  const along = from.columns === to.columns ? 'rows' : 'columns';
  const step = along === 'rows' ? from.columns : 1;
  const at = (i: number) => (along === 'rows' ? Math.floor(i / step) : i % from.columns);
  const isPinned = (i: number, away: number) => old.has(i + away * step) && at(i + away * step) === at(i) + away;
  const pins = new Set<number>();
  for (const i of old) {
    const here = nearest(i, from, to);
    pins.add(here);
    if (!isPinned(i, 1) || !(isPinned(i, -1) || isPinned(i, 2))) continue;
    for (let j = here + step; j < nearest(i + step, from, to); j += step) pins.add(j);
  }
  return pins;
}

function isWithin(some: readonly number[], all: readonly number[]): boolean {
  const set = new Set(all);
  return some.every((one) => set.has(one));
}

/** The particle of `to` that stands where particle `i` of `from` does. */
export function nearest(i: number, from: Grid, to: Grid): number {
  const row = Math.round((Math.floor(i / from.columns) * (to.rows - 1)) / (from.rows - 1));
  const column = Math.round(((i % from.columns) * (to.columns - 1)) / (from.columns - 1));
  return row * to.columns + column;
}

/**
 * The sheet of a loaded grid at another number of rows and columns: same size, material uniform as in `params`. At its
 * own number the scene itself, with all that is its own.
 */
export function regrid(scene: SceneData, from: Grid, params: Params): SceneData {
  const to = { rows: params.rows, columns: params.columns };
  if (to.rows === from.rows && to.columns === from.columns) return scene;
  const n = to.rows * to.columns;
  const [width, height] = sheetSize(scene, from);
  const kinds = SPRING_KINDS.filter((_, kind) => scene.kinds.includes(kind));
  const { pairs, kinds: kindOf, lengths } = gridSprings(to, width, height, kinds);
  const stiffness = stiffnessOfKinds(params);
  return {
    name: scene.name,
    positions: resample(scene.positions, from, to),
    velocities: resample(scene.velocities, from, to),
    masses: new Float64Array(n).fill(params.mass),
    pinned: resamplePins(scene.pinned, from, to),
    springs: pairs,
    kinds: kindOf,
    restLengths: lengths,
    stiffness: Float64Array.from(kindOf, (kind) => stiffness[kind]),
    damping: new Float64Array(kindOf.length).fill(params.damping),
    surface: scene.surface.length > 0 ? gridTriangles(to) : new Uint32Array(0),
    membrane: scene.membrane && { triangles: gridTriangles(to), rest: flatNet(to, width, height) },
    // What acts on chosen particles has lost them.
    environment: { ...scene.environment, forces: scene.environment.forces.filter(isForAll), motion: [] },
    grid: to,
    time: scene.time,
  };
}

/** What stands around, on another grid: each list the scene's own at its new size, unless it has been changed. */
export function carryEnvironment(
  live: Environment,
  { environment: before }: SceneData,
  { environment: after }: SceneData,
): Environment {
  return {
    planes: live.planes === before.planes ? after.planes : live.planes,
    spheres: live.spheres === before.spheres ? after.spheres : live.spheres,
    forces: live.forces === before.forces ? after.forces : live.forces.filter(isForAll),
    motion: live.motion === before.motion ? after.motion : [],
  };
}

const isForAll = ({ particles }: EnvironmentItem) => particles === undefined;

/** Width and height of a sheet at rest, m: the mean rest length along rows and columns, times their cells. */
function sheetSize({ springs, kinds, restLengths }: SceneData, { rows, columns }: Grid): [number, number] {
  const sums = [0, 0];
  const counts = [0, 0];
  for (let j = 0; j < kinds.length; j++) {
    if (SPRING_KINDS[kinds[j]] !== 'structural') continue;
    const along = Math.abs(springs[2 * j] - springs[2 * j + 1]) === 1 ? 0 : 1;
    sums[along] += restLengths[j];
    counts[along]++;
  }
  return [(sums[0] / counts[0]) * (columns - 1), (sums[1] / counts[1]) * (rows - 1)];
}

/** The four particles of `from` round the place of particle `i` of `to`, and their bilinear weights. */
function preimage(i: number, from: Grid, to: Grid): { corners: number[]; weights: number[] } {
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
