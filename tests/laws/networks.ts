import type { SceneFile, Vec3 } from '../../src/physics';
import { lattice } from '../../src/physics/scenes/lattice';
import { readObj } from '../../src/physics/scenes/obj-file';
import { randomNet } from './net';
import { randomNumbers } from './random';

/** A network of springs between random places, with cuts, pins and particles by themselves; particles in no order. */
export function randomNetwork(seed: number, wishes: Parameters<typeof randomNet>[1]): SceneFile {
  const random = randomNumbers(seed + 1e6);
  const { params: _, ...net } = randomNet(seed, wishes);
  const { pairs, kinds, restLengths, stiffness } = net.springs as {
    pairs: [number, number][];
    kinds: ('structural' | 'shear' | 'bend')[];
    restLengths: number[];
    stiffness: number[];
  };
  const n = net.particles.positions.length;
  const any = () => Math.floor(n * random());
  const known = new Set(pairs.map(([a, b]) => a * n + b));
  for (let extra = 0; extra < n / 4; extra++) {
    const [a, b] = [any(), any()].sort((one, other) => one - other);
    if (a === b || known.has(a * n + b)) continue;
    known.add(a * n + b);
    pairs.push([a, b]);
    kinds.push('bend');
    restLengths.push(0.3 * random());
    stiffness.push(stiffness[0] * random());
  }
  return net;
}

/** A net, as `randomNet` makes them, with triangles in most of its cells, at rest in other places than they stand in. */
export function randomMembrane(
  seed: number,
  {
    lambda,
    mu,
    phi,
    psi,
    ...wishes
  }: Parameters<typeof randomNet>[1] & Record<'lambda' | 'mu' | 'phi' | 'psi', number>,
): SceneFile {
  const random = randomNumbers(seed + 2e6);
  const { rows, columns } = wishes;
  const rest = randomNet(seed + 1, { rows, columns, stiffness: 1 }).particles.positions;
  const triangles = Array.from({ length: (rows - 1) * (columns - 1) }, (_, cell): Vec3[] => {
    const a = columns * Math.floor(cell / (columns - 1)) + (cell % (columns - 1));
    const [right, below] = [a + 1, a + columns];
    return random() < 0.2
      ? []
      : [
          [a, below, right],
          [right, below, below + 1],
        ];
  }).flat();
  return { ...randomNet(seed, wishes), membrane: { triangles, rest, lambda, mu, phi, psi, thickness: 1e-3 } };
}

/** A round cloth from a mesh of triangles in rings, the stiffness of its structural springs in N/m; some 3 rings² particles. */
export function ringsOfCloth(rings: number, stiffness: number): SceneFile {
  const vertices: Vec3[] = [[0, 1, 0]];
  const faces: Vec3[] = [];
  const at = (ring: number, place: number) =>
    ring === 0 ? 1 : 2 + 3 * ring * (ring - 1) + (((place % (6 * ring)) + 6 * ring) % (6 * ring));
  for (let ring = 1; ring <= rings; ring++) {
    for (let place = 0; place < 6 * ring; place++) {
      const [angle, radius] = [(Math.PI * place) / (3 * ring), (0.5 * ring) / rings];
      vertices.push([radius * Math.cos(angle), 1 + 0.9 * radius * Math.sin(angle), 0.4 * radius * Math.sin(angle)]);
      const [side, along] = [Math.floor(place / ring), place % ring];
      const inner = side * (ring - 1) + along;
      faces.push([at(ring, place), at(ring, place + 1), at(ring - 1, inner)]);
      if (along > 0) faces.push([at(ring, place), at(ring - 1, inner), at(ring - 1, inner - 1)]);
    }
  }
  const lines = [...vertices.map((v) => `v ${v.join(' ')}`), ...faces.map((f) => `f ${f.join(' ')}`)];
  const file = readObj(lines.join('\n'), 'a round cloth');
  const springs = file.springs as { stiffness: number[] };
  const most = springs.stiffness.reduce((largest, value) => Math.max(largest, value), 0);
  springs.stiffness = springs.stiffness.map((value) => (value * stiffness) / most);
  return file;
}

/** A block of cells³ cubic cells that hangs by its upper face, the stiffness of its structural springs in N/m; (cells + 1)³ particles. */
export function blockOfJelly(cells: number, stiffness: number): SceneFile {
  const { positions, springs } = lattice([cells, cells, cells], 0.4 / cells, [-0.2, 0, -0.2]);
  const ratios = { structural: 1, shear: 0.5, bend: 0.5 };
  return {
    hooke: 1,
    name: 'a block of jelly',
    particles: {
      positions,
      masses: 0.9 / positions.length,
      pinned: positions.flatMap(([, y], i) => (y > 0.4 - 1e-9 ? [i] : [])),
    },
    springs: {
      pairs: springs.map(({ ends: [a, b] }) => [a, b]),
      kinds: springs.map(({ kind }) => kind),
      stiffness: springs.map(({ kind }) => stiffness * ratios[kind]),
      damping: 0.01,
    },
  };
}
