import { EMPTY_ENVIRONMENT, type Environment } from '../../model/environment';
import { stiffnessOfKinds } from '../../model/material';
import type { SpringKind, Vec3 } from '../../model/model';
import type { Params } from '../../model/params';
import type { SceneData } from '../scene';
import { flatNet, gridSprings, gridTriangles } from './grid';

/** What a net is made of besides its parameters. */
interface Net {
  name: string;
  /** m; at rest. */
  width: number;
  /** m; at rest. */
  height: number;
  kinds: readonly SpringKind[];
  /** Rest lengths as a fraction of the cells' own, for a net that starts stretched; absent: 1. */
  restRatio?: number;
  /** Where a particle starts, m. */
  place(row: number, column: number): Vec3;
  /** How it starts to move, m/s; absent: at rest. */
  velocity?(position: Vec3): Vec3;
  pinned: number[];
  /** What stands around; absent: nothing. */
  environment?: Partial<Environment>;
}

/** A rectangular net of `params.rows` × `params.columns` particles, all alike. */
export function gridScene(params: Params, net: Net): SceneData {
  const grid = { rows: params.rows, columns: params.columns };
  const n = grid.rows * grid.columns;
  const { pairs, kinds, lengths } = gridSprings(grid, net.width, net.height, net.kinds);
  const restRatio = net.restRatio ?? 1;
  const stiffness = stiffnessOfKinds(params);
  const positions = new Float64Array(3 * n);
  const velocities = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    const position = net.place(Math.floor(i / grid.columns), i % grid.columns);
    positions.set(position, 3 * i);
    if (net.velocity) velocities.set(net.velocity(position), 3 * i);
  }
  return {
    name: net.name,
    positions,
    velocities,
    masses: new Float64Array(n).fill(params.mass),
    pinned: net.pinned,
    springs: pairs,
    kinds,
    restLengths: lengths.map((length) => length * restRatio),
    stiffness: Float64Array.from(kinds, (kind) => stiffness[kind]),
    damping: new Float64Array(kinds.length).fill(params.damping),
    surface: gridTriangles(grid),
    membrane: {
      triangles: gridTriangles(grid),
      rest: flatNet(grid, net.width * restRatio, net.height * restRatio),
    },
    environment: { ...EMPTY_ENVIRONMENT, ...net.environment },
    grid,
    time: 0,
  };
}
