/** Scenes whose particles and springs form a rectangular grid, and the wavy line that such a cloth is hung along. */

import { stiffnessOfSprings } from '../../model/coefficients';
import { cos, sin } from '../../model/deterministic-math';
import { EMPTY_ENVIRONMENT, type Environment } from '../../model/environment';
import { SPRING_KINDS, type SpringKind, type Vec3 } from '../../model/model';
import type { Params } from '../../model/params';
import { FLOOR, type SceneData } from '../scene';
import { flatGrid, gridSprings, gridTriangles } from './grid';

/** A rectangular grid, apart from what its parameters give. */
interface GridDescription {
  /** Absent: the label of the scene. */
  name?: string;
  /** m; at rest. */
  width: number;
  /** m; at rest. */
  height: number;
  /** Of its springs; absent: all. */
  kinds?: readonly SpringKind[];
  /** Rest length over the spacing of the grid, for a grid that starts stretched; absent: 1. */
  restRatio?: number;
  /** Initial position of a particle, m. */
  position(row: number, column: number): Vec3;
  /** Initial velocity of a particle, m/s; absent: at rest. */
  velocity?(position: Vec3): Vec3;
  /** Absent: none. */
  pinned?: number[];
  /** Absent: the floor alone. */
  environment?: Partial<Environment>;
}

/** A grid of `params.rows` × `params.columns` particles of equal mass, and of one material. */
export function gridScene(params: Params, description: GridDescription): SceneData {
  const { width, height, restRatio = 1, pinned = [], environment = { planes: [FLOOR] } } = description;
  const grid = { rows: params.rows, columns: params.columns };
  const n = grid.rows * grid.columns;
  const springs = () => gridSprings(grid, width, height, description.kinds ?? SPRING_KINDS);
  const first = springs();
  const { kinds } = first;
  /** What the first call made, once: then nothing keeps it. */
  let [pairs, lengths]: [Uint32Array?, Float64Array?] = [first.pairs, first.lengths];
  const material = { ...params };
  const triangles = gridTriangles(grid);
  const positions = new Float64Array(3 * n);
  const velocities = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    const position = description.position(Math.floor(i / grid.columns), i % grid.columns);
    positions.set(position, 3 * i);
    // Zeros over zeros would take physical memory for an array that nothing has written to.
    const velocity = description.velocity?.(position);
    if (velocity?.some((component) => !Object.is(component, 0))) velocities.set(velocity, 3 * i);
  }
  return {
    name: description.name ?? '',
    positions,
    velocities,
    masses: new Float64Array(n).fill(params.mass),
    pinned,
    // What follows from the grid is computed when it is read: a large cloth would take 32 bytes a spring to keep it.
    get springs() {
      const result = pairs ?? springs().pairs;
      pairs = undefined;
      return result;
    },
    kinds,
    get restLengths() {
      const result = lengths ?? springs().lengths;
      lengths = undefined;
      return restRatio === 1 ? result : result.map((length) => length * restRatio);
    },
    get stiffness() {
      return stiffnessOfSprings(kinds, material);
    },
    get damping() {
      return new Float64Array(kinds.length).fill(material.damping);
    },
    surface: triangles,
    membrane: {
      triangles,
      // Computed when it is read: few cloths use their membrane.
      get rest() {
        return flatGrid(grid, width * restRatio, height * restRatio);
      },
    },
    environment: { ...EMPTY_ENVIRONMENT, ...environment },
    grid,
    time: 0,
  };
}

/**
 * Points along a wavy line, neighbours exactly one spacing apart. The angle of the line is slope · cos(2π · waves · s) over
 * the arc length s from 0 to 1: the shape of a compressed elastic strip. No spring along it is stretched.
 * @param length of the line, m
 * @param slope steepest angle, rad
 * @returns coordinates of each point along the line, centred, and across it, m
 */
export function wavyLine(count: number, length: number, slope: number, waves: number) {
  const along = new Float64Array(count);
  const across = new Float64Array(count);
  const spacing = length / (count - 1);
  for (let i = 1; i < count; i++) {
    const angle = slope * cos((2 * Math.PI * waves * (i - 0.5)) / (count - 1));
    along[i] = along[i - 1] + spacing * cos(angle);
    across[i] = across[i - 1] + spacing * sin(angle);
  }
  const middle = along[count - 1] / 2;
  for (let i = 0; i < count; i++) along[i] -= middle;
  return { along, across };
}

/** A cloth in two and a half waves. Its steepest angle is 0.796 rad, so that the ends of a fine grid are 0.85 widths apart. */
export function pleats(columns: number, width: number) {
  return wavyLine(columns, width, 0.796, 2.5);
}
