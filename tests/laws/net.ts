import type { SceneFile, Vec3 } from '../../src/physics';
import { randomNumbers } from './random';

interface Net {
  rows: number;
  columns: number;
  /** N/m of structural springs; of shear and bend springs as parts of it. */
  stiffness: number;
  shear?: number;
  bend?: number;
  damping?: number;
  /** kg of the lightest particle; the heaviest weighs twice as much. */
  mass?: number;
  /** How far particles stand from their places, in cells; how fast they are, m/s. */
  crumple?: number;
  speed?: number;
  /** Part of the springs that are missing, and of the particles that are pinned. */
  missing?: number;
  pinned?: number;
}

const DIRECTIONS = [
  [0, 1, 'structural'],
  [1, 0, 'structural'],
  [1, 1, 'shear'],
  [1, -1, 'shear'],
  [0, 2, 'bend'],
  [2, 0, 'bend'],
] as const;

/** A rectangular net with cells of 0.1 m and cuts anywhere, but for the first springs, which make a grid of it. */
export function randomNet(seed: number, net: Net): SceneFile {
  const { rows, columns, stiffness, shear = 0.5, bend = 0.2, damping = 0, mass = 0.01 } = net;
  const { crumple = 0.3, speed = 0.5, missing = 0, pinned = 0 } = net;
  const random = randomNumbers(seed);
  const spread = (size: number) => size * (2 * random() - 1);
  const ratios = { structural: 1, shear, bend };
  const positions = Array.from({ length: rows * columns }, (_, i): Vec3 => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return [0.1 * (column + spread(crumple)), 1 - 0.1 * (row + spread(crumple)), 0.1 * spread(crumple)];
  });
  const springs = positions.flatMap((_, i) =>
    DIRECTIONS.flatMap(([down, right, kind]) => {
      const [row, column] = [Math.floor(i / columns) + down, (i % columns) + right];
      if (row >= rows || column < 0 || column >= columns || (i > 0 && random() < missing)) return [];
      const restLength = 0.1 * Math.hypot(down, right) * (0.7 + 0.6 * random());
      return [{ pair: [i, row * columns + column] as [number, number], kind, restLength }];
    }),
  );
  // In any order: a file's springs need not come row by row.
  for (let j = springs.length - 1; j > 0; j--) {
    const k = Math.floor(random() * (j + 1));
    [springs[j], springs[k]] = [springs[k], springs[j]];
  }
  return {
    hooke: 1,
    particles: {
      positions,
      velocities: positions.map((): Vec3 => [spread(speed), spread(speed), spread(speed)]),
      masses: positions.map(() => mass * (1 + random())),
      pinned: positions.flatMap((_, i) => (random() < pinned ? [i] : [])),
    },
    springs: {
      pairs: springs.map(({ pair }) => pair),
      kinds: springs.map(({ kind }) => kind),
      restLengths: springs.map(({ restLength }) => restLength),
      stiffness: springs.map(({ kind }) => stiffness * ratios[kind]),
      damping,
    },
    params: { rows, columns },
  };
}
