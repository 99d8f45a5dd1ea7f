import type { State } from '../../model/model';
import type { World } from '../../world/world';

/** For x, y and z: false where nothing moves along that axis. */
export type MovingAxes = readonly [x: boolean, y: boolean, z: boolean];

export const ALL_AXES: MovingAxes = [true, true, true];

/**
 * An axis is at rest if all particles have the same coordinate along it, no velocity along it, and no force along it. Such a run
 * stays so, to the bit: differences of equal coordinates are 0, and so are the forces of springs along the axis. The modes along it
 * cannot grow, whatever their growth per step, until something pushes the particles out of their line or plane.
 */
export function movingAxes({ model, forces }: World, state: State): MovingAxes {
  const { positions: x, velocities: v } = state;
  const still = [0, 1, 2].map((axis) => {
    for (let i = axis; i < x.length; i += 4) if (x[i] !== x[axis] || v[i] !== 0) return false;
    return true;
  });
  if (!still.includes(true)) return ALL_AXES;
  const f = x.slice().fill(0);
  for (const force of forces) force.addForce?.(f, state);
  const isPushed = (axis: number) => model.inverseMasses.some((w, i) => w !== 0 && f[4 * i + axis] !== 0);
  const moves = still.map((isStill, axis) => !isStill || isPushed(axis));
  // A particle that rests alone may be pushed along any axis.
  return moves.includes(true) ? [moves[0], moves[1], moves[2]] : ALL_AXES;
}

/** Of the squares of a shape, the part along moving axes that is rounding error. */
const ROUNDING = 1e-12;

/** True if a shape, 3n, has no part along the axes along which something moves: then the run does not contain that motion. */
export function isAcross(shape: ArrayLike<number>, axes: MovingAxes): boolean {
  let along = 0;
  let all = 0;
  for (let i = 0; i < shape.length; i++) {
    all += shape[i] * shape[i];
    if (axes[i % 3]) along += shape[i] * shape[i];
  }
  return along <= ROUNDING * all;
}
