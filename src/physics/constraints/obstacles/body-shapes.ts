/** Bodies made by code: each fills a box of a given size about the origin. */
import { cos, sin } from '../../model/deterministic-math';
import type { Vec3 } from '../../model/model';
import { bust, dressForm, hanger } from './figures';
import { arc, loft, type Section } from './loft';
import type { TriangleMesh } from './obstacle';

interface Shape {
  /** Name on the panel. */
  readonly label: string;
  /** @param size m, along x, y and z */
  mesh(size: Vec3): TriangleMesh;
}

/** The shapes by the names that a scene file gives them. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  box: { label: 'box', mesh: box },
  capsule: { label: 'capsule', mesh: capsule },
  torus: { label: 'ring', mesh: torus },
  table: { label: 'round table', mesh: table },
  bust: { label: 'bust', mesh: bust },
  'dress form': { label: 'dress form', mesh: dressForm },
  hanger: { label: 'hanger', mesh: hanger },
};

/** Triangles around. */
const SEGMENTS = 64;

function box([width, height, depth]: Vec3): TriangleMesh {
  const corners = Array.from({ length: 8 }, (_, i) => [i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5]);
  const sides = [
    [1, 3, 7, 5],
    [0, 4, 6, 2],
    [2, 6, 7, 3],
    [0, 1, 5, 4],
    [4, 5, 7, 6],
    [0, 2, 3, 1],
  ];
  return {
    positions: Float64Array.from(corners.flatMap(([x, y, z]) => [width * x, height * y, depth * z])),
    triangles: Uint32Array.from(sides.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])),
  };
}

/** A cylinder with round ends: half spheres, or flatter if it is not as high as wide. */
function capsule(size: Vec3): TriangleMesh {
  const rise = Math.min(0.5, (0.25 * (size[0] + size[2])) / size[1]);
  const end = SEGMENTS / 4;
  const quarter = (y: number, from: number, to: number) => arc(0, y, 1, rise, from, to, end);
  const lower = quarter(rise, -0.5 * Math.PI, 0).slice(1);
  const upper = quarter(1 - rise, 0, 0.5 * Math.PI).slice(rise < 0.5 ? 0 : 1, -1);
  return closedByPoints(size, [...lower, ...upper]);
}

/** A skin over sections whose end points lie at the bottom and the top of the box. */
function closedByPoints(size: Vec3, sections: readonly Section[]): TriangleMesh {
  const mesh = loft(size, sections, SEGMENTS);
  mesh.positions[mesh.positions.length - 5] = -0.5 * size[1];
  mesh.positions[mesh.positions.length - 2] = 0.5 * size[1];
  return mesh;
}

/** A ring that lies flat: its tube is as thick as the box is high, or thinner if there would be no hole. */
function torus([width, height, depth]: Vec3): TriangleMesh {
  const around = SEGMENTS;
  const across = SEGMENTS / 2;
  const tube = Math.min(0.5 * height, 0.24 * Math.min(width, depth));
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < around; i++) {
    const along = (2 * Math.PI * i) / around;
    for (let k = 0; k < across; k++) {
      const angle = (2 * Math.PI * k) / across;
      const out = tube * (cos(angle) - 1);
      positions.push((0.5 * width + out) * sin(along), 0.5 * height * sin(angle), (0.5 * depth + out) * cos(along));
      const [a, b] = [i, (i + 1) % around].map((ring) => ring * across + k);
      const [c, d] = [i, (i + 1) % around].map((ring) => ring * across + ((k + 1) % across));
      triangles.push(a, b, c, c, b, d);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A round top with a round edge on a column with a foot. */
function table(size: Vec3): TriangleMesh {
  const breadth = 0.5 * Math.min(size[0], size[2]);
  /** Half the thickness of the top, as a fraction of the breadth and of the height. */
  const edge = 0.045;
  const rise = Math.min(0.2, (edge * breadth) / size[1]);
  const top = arc(1 - edge, 1 - rise, edge, rise, -0.5 * Math.PI, 0.5 * Math.PI, 12);
  const foot = arc(0.45 - edge, 0.5 * rise, edge, 0.5 * rise, -0.5 * Math.PI, 0.5 * Math.PI, 8);
  const column = [
    { y: 1.6 * rise, x: 0.12, z: 0.12 },
    { y: 1 - 2.6 * rise, x: 0.1, z: 0.1 },
  ];
  return loft(size, [...foot, ...column, ...top], SEGMENTS);
}
