/** Scenes made of any list of particles and springs. */

import { stiffnessOfSprings } from '../../model/coefficients';
import { distance } from '../../model/deterministic-math';
import { EMPTY_ENVIRONMENT, type Environment } from '../../model/environment';
import { type Grid, SPRING_KINDS, type SpringKind, type Vec3 } from '../../model/model';
import type { Params } from '../../model/params';
import { FLOOR, type MembraneData, type SceneData } from '../scene';
import { gridSprings } from './grid';

export interface NetworkSpring {
  ends: readonly [number, number];
  kind: SpringKind;
  /** m; absent: the initial distance between its ends. */
  restLength?: number;
}

/** Particles and springs of one material. */
export interface Network {
  /** Absent: the label of the scene. */
  name?: string;
  /** m. */
  positions: readonly Vec3[];
  /** m/s; absent: at rest. */
  velocities?: readonly Vec3[];
  /** Mass of each particle over the parameter `mass`; the largest is 1; absent: all 1. */
  massRatios?: readonly number[];
  /** Absent: none. */
  springs?: readonly NetworkSpring[];
  pinned?: readonly number[];
  surface?: readonly Vec3[];
  membrane?: MembraneData;
  /** Absent: the floor alone. */
  environment?: Partial<Environment>;
}

/** The springs of a grid that is a part of a network. @param restRatio rest length over the spacing */
export function springsOfGrid(grid: Grid, width: number, height: number, restRatio = 1): NetworkSpring[] {
  const { pairs, kinds, lengths } = gridSprings(grid, width, height, SPRING_KINDS);
  return Array.from(kinds, (kind, j) => ({
    ends: [pairs[2 * j], pairs[2 * j + 1]],
    kind: SPRING_KINDS[kind],
    restLength: restRatio * lengths[j],
  }));
}

/** Springs from each particle to the next one. @param count of them @param restLength m */
export function chainOf(count: number, restLength: number): NetworkSpring[] {
  return Array.from({ length: count }, (_, j) => ({ ends: [j, j + 1], kind: 'structural', restLength }));
}

export function networkScene(params: Params, network: Network): SceneData {
  const { positions, velocities = [], springs = [], environment = { planes: [FLOOR] } } = network;
  const n = positions.length;
  const kinds = Uint8Array.from(springs, ({ kind }) => SPRING_KINDS.indexOf(kind));
  const flat = Float64Array.from(positions.flat());
  const surface = Uint32Array.from((network.surface ?? []).flat());
  return {
    name: network.name ?? '',
    positions: flat,
    velocities: velocities.length > 0 ? Float64Array.from(velocities.flat()) : new Float64Array(3 * n),
    masses: Float64Array.from({ length: n }, (_, i) => params.mass * (network.massRatios?.[i] ?? 1)),
    pinned: [...(network.pinned ?? [])],
    springs: Uint32Array.from(springs.flatMap(({ ends }) => ends)),
    kinds,
    restLengths: Float64Array.from(
      springs,
      ({ ends: [a, b], restLength }) => restLength ?? distance(positions[a], positions[b]),
    ),
    stiffness: stiffnessOfSprings(kinds, params),
    damping: new Float64Array(springs.length).fill(params.damping),
    surface,
    // As when a file is read: the surface can act as a membrane whose rest shape is the initial one.
    membrane: network.membrane ?? (surface.length > 0 ? { triangles: surface.slice(), rest: flat.slice() } : null),
    environment: { ...EMPTY_ENVIRONMENT, ...environment },
    grid: null,
    time: 0,
  };
}
