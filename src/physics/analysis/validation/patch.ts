/** A square of cloth in its plane, between grips: of springs, or a membrane. */
import { membrane } from '../../forces/membrane/membrane';
import { spring } from '../../forces/spring';
import { createRelaxation } from '../test-bench/relaxation';
import { type Grips, grips } from '../test-bench/test-bench-patch';
import { createCaseWorld } from './case-world';
import { sheetFile } from './sheet-file';
import { netStrip } from './strip-mesh';
import type { Net } from './validation-case';

/** Stiffness E t of all patches, N/m, and Poisson's ratio of each kind: that of a net of springs is always ⅓. */
export const STRETCH = 100;
export const POISSON = { springs: 1 / 3, membrane: 0.3 } as const;
export type PatchKind = keyof typeof POISSON;
export const PATCH_KINDS = Object.keys(POISSON) as PatchKind[];

/** A patch of 1 m × 1 m. */
export interface SquarePatch {
  readonly positions: Float64Array;
  /** 4n; 1 for each component of a position that a grip holds; z is always held. */
  readonly held: Uint8Array;
  /** Particles by their place at rest, x and y from 0 to 1 m. */
  readonly places: readonly (readonly [number, number])[];
  /** Moves every particle. */
  place(to: (x: number, y: number) => readonly [number, number]): void;
  /** @throws RangeError if there is no equilibrium */
  relax(): void;
  /** Forces of the grips, N; 4n; 0 on free components. */
  reactions(): Float64Array;
}

export function createSquarePatch({ cells, mesh }: Net, kind: PatchKind): SquarePatch {
  const plane = netStrip(cells, cells, 1 / cells, mesh === 'net' ? 'right' : 'alternating');
  const file = sheetFile({ mesh: plane, place: (x, y) => [x, y, 0], density: 0.1, stretch: STRETCH });
  if (kind === 'membrane') {
    const nu = POISSON.membrane;
    const { surface = [] } = file;
    delete file.springs;
    file.membrane = {
      triangles: surface,
      lambda: (STRETCH * nu) / (1 - nu * nu),
      mu: STRETCH / (2 * (1 + nu)),
      thickness: 1,
    };
  }
  const n = plane.at.length;
  const held: Grips = new Uint8Array(4 * n).map((_, i) => (i % 4 >= 2 ? 1 : 0));
  const { world, state } = createCaseWorld(file, [kind === 'membrane' ? membrane : spring], [grips(held)]);
  world.model.inverseMasses.fill(1);
  const positions = state.positions as Float64Array;
  const relaxation = createRelaxation(world);
  return {
    positions,
    held,
    places: plane.at,
    place(to) {
      plane.at.forEach(([x, y], i) => {
        positions.set(to(x, y), 4 * i);
      });
    },
    relax() {
      if (!relaxation(state, TOLERANCE)) throw new RangeError('no equilibrium found');
    },
    reactions() {
      const f = new Float64Array(4 * n);
      for (const force of world.forces) force.addForce?.(f, state);
      return f.map((value, i) => (held[i] === 1 ? -value : 0));
    },
  };
}

/** N; of the net force on a particle. */
const TOLERANCE = 1e-9;

/** Holds x and y of particles where `where` is true. */
export function hold({ held, places }: SquarePatch, axes: readonly number[], where: (x: number, y: number) => boolean) {
  places.forEach(([x, y], i) => {
    if (where(x, y)) for (const axis of axes) held[4 * i + axis] = 1;
  });
}

/** True on the border. */
export const onBorder = (x: number, y: number) => x === 0 || y === 0 || x > 1 - 1e-9 || y > 1 - 1e-9;
