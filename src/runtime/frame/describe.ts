/** Describes a run for the page: its structure and its status. */
import {
  KERNELS,
  largestStrain,
  PRECONDITIONERS,
  paramsOf,
  SCENES,
  type Simulation,
  SPRING_KINDS,
  type Surface,
  type Vec3,
} from '../../physics';
import { createObstacles } from '../../physics/constraints/contact/obstacle-cache';
import { rotationMatrix } from '../../physics/constraints/obstacles/mesh/mesh-surface';
import { motionOf } from '../../physics/constraints/obstacles/motion';
import type { Pose } from '../../physics/constraints/obstacles/obstacle';
import { marked } from '../../physics/model/state';
import { coarseRounding } from '../../physics/world/moving-origin';
import { type Frame, type MovedObstacles, OF_RUN, type Status, type Structure } from './frame';
import { createLimitWatch } from './limit-watch';

export function describeStructure(simulation: Simulation, generation: number, sceneNumber = generation): Structure {
  const { model, params } = simulation;
  const off = SPRING_KINDS.map((kind) => params[`${kind}Springs`] === 0);
  return {
    particleCount: model.particleCount,
    masses: model.masses.slice(),
    pinned: model.pinned.slice(),
    springs: model.springs.slice(),
    kinds: model.kinds.slice(),
    restLengths: Float32Array.from(model.restLengths),
    cut: model.cut.slice(),
    absent: model.cut.map((cut, j) => (cut === 1 || off[model.kinds[j]] ? 1 : 0)),
    surface: simulation.surface(),
    membrane: model.membrane !== null,
    grid: model.grid,
    origins: model.origins,
    look: SCENES.find(({ id }) => id === simulation.scene)?.look,
    generation,
    sceneNumber,
  };
}

/** Makes `bodiesOf(simulation)`, the bodies of its environment as triangles: the same array until the environment changes. */
export function createBodiesOf(): (simulation: Simulation) => Frame['bodies'] {
  let environment: Simulation['environment'] | null = null;
  let bodies: Frame['bodies'] = [];
  return (simulation) => {
    if (simulation.environment === environment) return bodies;
    environment = simulation.environment;
    const now = createObstacles(simulation.world.environment).flatMap((obstacle) => obstacle.triangles?.() ?? []);
    if (now.length + bodies.length > 0) bodies = now;
    return bodies;
  };
}

/** Measured by the wall clock. */
export type Pace = Pick<Status, 'stepTime' | 'realTimeFactor'>;

/** Particles up to which sums over all springs are made for every frame. */
const SMALL = 2 ** 14;
/** Pause after these sums while a larger scene plays, in times of what they took; and how long they may take without one, ms. */
const PAUSE = 20;
const SHORT = 2;

/** Makes `sumsOf(simulation, plays)`: for large nets that play they are some frames old. @param clock in ms */
function createSums(clock: () => number) {
  let known: Pick<Status, 'energy' | 'strain'> | null = null;
  let next = 0;
  return (simulation: Simulation, plays: boolean): Pick<Status, 'energy' | 'strain'> => {
    const start = clock();
    if (known && plays && simulation.particleCount > SMALL && start < next) return known;
    known = { energy: simulation.energy(), strain: largestStrain(simulation.model, simulation.state) };
    const took = clock() - start;
    next = took < SHORT ? start : start + PAUSE * took;
    return known;
  };
}

/** Makes `describe(simulation, …)`, the status of a run. @param clock in ms */
export function createDescription(clock: () => number) {
  const stabilityOf = createLimitWatch(clock);
  const sumsOf = createSums(clock);
  const scenePinsOf = createScenePins();
  return (
    simulation: Simulation,
    structure: Structure,
    pace: Pace,
    replay: Status['replay'],
    plays = false,
  ): Omit<Status, 'processor' | 'gain'> => ({
    ...pick(simulation, OF_RUN),
    params: simulation.params,
    kernel: simulation.kernel,
    kernelFallbackReason: fallbackReasonOf(simulation),
    requestedPreconditioner: simulation.requested.preconditioner,
    preconditionerFallbackReason: preconditionerReasonOf(simulation),
    pinned: marked(structure.pinned),
    scenePins: scenePinsOf(simulation),
    target: simulation.held === null ? null : simulation.target,
    ...sumsOf(simulation, plays),
    coarseRounding: coarseRounding(simulation.world, simulation.state),
    stability: stabilityOf(simulation, structure),
    ...pace,
    replay,
  });
}

function pick<T, Key extends keyof T>(from: T, keys: readonly Key[]): Pick<T, Key> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, Key>;
}

/** Why a faster kernel is not used; the registry lists the fastest last. */
function fallbackReasonOf({ kernel, requested, precision }: Simulation): string | null {
  const faster = KERNELS.slice(KERNELS.findIndex(({ id }) => id === kernel) + 1);
  if (faster.length > 0 && requested.kernel === kernel) return 'as requested';
  for (const one of faster) {
    const reason = one.unsupportedReason(precision);
    if (reason !== null) return `${one.label}: ${reason}`;
  }
  return null;
}

/** Why a better preconditioner than the active one is not used; the registry lists the best last. */
function preconditionerReasonOf({ preconditioner, requested, world }: Simulation): string | null {
  if (requested.preconditioner === preconditioner) return null;
  const better = PRECONDITIONERS.slice(PRECONDITIONERS.findIndex(({ id }) => id === preconditioner) + 1);
  for (const one of better.reverse()) {
    const reason = one.unsupportedReason(world);
    if (reason !== null) return `${one.label}: ${reason}`;
  }
  return null;
}

/** Makes `scenePinsOf(simulation)`: the pins of the built-in scene at its own parameters, the same array until it changes. */
function createScenePins(): (simulation: Simulation) => number[] {
  let id: string | null = null;
  let pins: number[] = [];
  return ({ scene, builtIn }) => {
    const definition = builtIn ? SCENES.find((one) => one.id === scene) : undefined;
    if ((definition?.id ?? null) !== id) {
      id = definition?.id ?? null;
      pins = definition?.create(paramsOf(definition)).pinned ?? [];
    }
    return pins;
  };
}

// Where the obstacles of a run are, for the page to draw.

const OBSTACLE_LISTS = ['planes', 'spheres', 'bodies'] as const;
const STILL: Pick<Pose, 'rotation' | 'offset'> = {
  rotation: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
  offset: new Float64Array(3),
};

/** Null while none moves. */
export function movedObstacles({ environment, time }: Simulation): MovedObstacles | null {
  if (!OBSTACLE_LISTS.some((list) => environment[list].some(isMoving))) return null;
  const poses: number[][] = [];
  const [planes, spheres, bodies] = OBSTACLE_LISTS.map((list) =>
    environment[list].map((item) => {
      const poseAt = motionOf(item);
      const place = 'center' in item ? item.center : item.point;
      const { rotation: R, offset } = poseAt?.(time) ?? STILL;
      // x ↦ p + d + R (x − p)
      const shift = place.map(
        (p, i) => p + offset[i] - R[3 * i] * place[0] - R[3 * i + 1] * place[1] - R[3 * i + 2] * place[2],
      );
      if (list === 'bodies') poses.push([...R, ...shift]);
      const now = place.map((p, axis) => p + offset[axis]) as Vec3;
      if ('center' in item)
        return { ...item, center: now, ...('size' in item && { rotation: turned(item.rotation, R) }) };
      return { ...item, point: now, normal: multiply(R, item.normal) };
    }),
  );
  return { planes, spheres, bodies, poses } as MovedObstacles;
}

const isMoving = (item: Surface) => motionOf(item) !== null;

function multiply(R: Float64Array, v: Vec3): Vec3 {
  return [0, 3, 6].map((row) => R[row] * v[0] + R[row + 1] * v[1] + R[row + 2] * v[2]) as Vec3;
}

/** The angles of a rotation R after the one by these angles, degrees. */
function turned(angles: Vec3 = [0, 0, 0], R: Float64Array): Vec3 {
  const first = rotationMatrix(angles);
  const columns = [0, 1, 2].map((column) => multiply(R, [first[column], first[3 + column], first[6 + column]]));
  const [[xx, xy, xz], [, yy, yz], [, zy, zz]] = columns;
  const cosine = Math.hypot(xx, xy);
  // About y by a right angle only the difference of the other two counts.
  const all =
    cosine > 1e-9
      ? [Math.atan2(yz, zz), Math.atan2(-xz, cosine), Math.atan2(xy, xx)]
      : [Math.atan2(-zy, yy), Math.atan2(-xz, cosine), 0];
  return all.map((angle) => (180 * angle) / Math.PI) as Vec3;
}
