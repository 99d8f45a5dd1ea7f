import { describe, expect, test } from 'vitest';
import { createSimulation, type MeshInFile, readObjBody, type SceneFile, type Vec3 } from '../../../../src/physics';
import { createObstacles } from '../../../../src/physics/constraints/contact/obstacle-cache';
import { SHAPES } from '../../../../src/physics/constraints/obstacles/body-shapes';
import { SCENE, TETRAHEDRON } from '../../../fixtures/random-acts';

type Faces = readonly (readonly number[])[];
const SIZE: Vec3 = [0.4, 0.3, 0.2];
const box = SHAPES.box.mesh(SIZE);
/** cm. */
const POINTS = Array.from({ length: 8 }, (_, v) => [...box.positions.subarray(3 * v, 3 * v + 3)].map((x) => 100 * x));
const FACES = Array.from({ length: 12 }, (_, t) => [...box.triangles.subarray(3 * t, 3 * t + 3)]);
const reversed = (face: readonly number[]) => [...face].reverse();
const moved = (by: number) => POINTS.map((point) => point.map((x, axis) => x + 100 * by * SIZE[axis]));

const objOf = (points: Faces, faces: Faces) =>
  [
    ...points.map((point) => `v ${point.join(' ')}`),
    ...faces.map((face) => `f ${face.map((v) => v + 1).join(' ')}`),
  ].join('\n');

/** Volume that the triangles enclose, m³. */
function volume({ vertices: x, triangles }: MeshInFile): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => x.slice(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    for (let i = 0; i < 3; i++) {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      sum += (a[i] * (b[j] * c[k] - b[k] * c[j])) / 6;
    }
  }
  return sum;
}
const BOX = SIZE[0] * SIZE[1] * SIZE[2];

describe('a body from an OBJ file', () => {
  const second = FACES.map((face) => face.map((v) => v + 8));
  test.each<[string, string, number, number]>([
    ['as it is', objOf(POINTS, FACES), 8, 1],
    ['inside out', objOf(POINTS, FACES.map(reversed)), 8, 1],
    [
      'some faces turned over',
      objOf(
        POINTS,
        FACES.map((face, t) => (t % 3 === 0 ? reversed(face) : face)),
      ),
      8,
      1,
    ],
    [
      'a corner for each face',
      objOf(
        FACES.flat().map((v) => POINTS[v]),
        FACES.map((_, t) => [3 * t, 3 * t + 1, 3 * t + 2]),
      ),
      8,
      1,
    ],
    ['a vertex without a face', objOf([...POINTS, [900, 0, 0]], FACES), 8, 1],
    ['two boxes with one corner', objOf([...POINTS, ...moved(1)], [...FACES, ...second]), 16, 2],
    [
      'two boxes, one turned over here and there',
      objOf([...POINTS, ...moved(2)], [...FACES, ...second.map((face, t) => (t % 2 ? reversed(face) : face))]),
      16,
      2,
    ],
  ])('encloses its volume: %s', (_, text, vertices, boxes) => {
    const { mesh, report } = readObjBody(text, 'box', { unit: 'cm' });
    expect(mesh.vertices).toHaveLength(3 * vertices);
    expect(volume(mesh)).toBeCloseTo(boxes * BOX, 12);
    expect(report).toMatchObject({ pieces: boxes, options: { unit: 'cm' } });
  });

  test('keeps a hollow, and says its size and where it is', () => {
    const inner = POINTS.map((point) => point.map((x) => 0.5 * x));
    const hollow = FACES.map((face) => reversed(face.map((v) => v + 8)));
    const all = [...POINTS, ...inner].map((point) => point.map((x) => x + 30));
    const { mesh, report, center } = readObjBody(objOf(all, [...FACES, ...hollow]), 'shell', { unit: 'cm' });
    expect(volume(mesh)).toBeCloseTo(BOX * (1 - 1 / 8), 12);
    for (let axis = 0; axis < 3; axis++) {
      expect(center[axis]).toBeCloseTo(0.3, 12);
      expect(report.size[axis]).toBeCloseTo(SIZE[axis], 12);
    }
  });

  const sheet = FACES.slice(0, 10);
  const many = Array.from({ length: 100_002 }, (_, k) => [k, k + 1, k + 2]);
  test.each<[string, string, string]>([
    [
      'one that is open',
      objOf(POINTS, sheet),
      'its surface is open: 4 edges have a face on one side only, as from vertex',
    ],
    [
      'a flat one',
      objOf(
        POINTS.map(([x, , z]) => [x, 0, z]),
        FACES,
      ),
      'its surface is open',
    ],
    ['one without faces', objOf(POINTS, []), 'has no triangles'],
    [
      'one with too many',
      objOf(
        many
          .map((_, k) => [k, k * k, 0])
          .concat([
            [0, 0, 1],
            [1, 0, 1],
          ]),
        many,
      ),
      'it has 100,002 triangles, a body has at most 100,000',
    ],
  ])('refuses %s', (_, text, message) => {
    expect(() => readObjBody(text, 'box')).toThrow(
      expect.objectContaining({ name: 'RangeError', message: expect.stringContaining(message) }),
    );
  });
});

const body = { shape: TETRAHEDRON.name, center: [0, 0.5, 0] as Vec3, friction: 0.3 };
const WITH_BODY: SceneFile = { ...SCENE, meshes: [TETRAHEDRON], bodies: [body] };

describe('a mesh in a scene', () => {
  test('is the shape of a body, which has its size unless it gives another', () => {
    const scene = { ...WITH_BODY, bodies: [body, { ...body, size: [0.4, 0.2, 0.1] as Vec3 }] };
    const { environment, world } = createSimulation({ scene });
    expect(environment.bodies.map(({ size }) => size)).toEqual([
      [0.2, 0.2, 0.2],
      [0.4, 0.2, 0.1],
    ]);
    const [, , own, wide] = createObstacles(world.environment).map((obstacle) => obstacle.triangles?.().positions);
    for (let v = 0; v < 4; v++) {
      for (let axis = 0; axis < 3; axis++) {
        const from = TETRAHEDRON.vertices[3 * v + axis] - 0.1;
        expect(own?.[3 * v + axis]).toBeCloseTo(from + body.center[axis], 12);
        expect(wide?.[3 * v + axis]).toBeCloseTo(from * [2, 1, 0.5][axis] + body.center[axis], 12);
      }
    }
  });

  test('is saved and read back, and the run goes on as it would have', () => {
    const one = createSimulation({ scene: WITH_BODY, integrator: 'velocity-verlet' });
    one.step(50);
    const file = JSON.parse(JSON.stringify(one.save()));
    expect(file.meshes).toEqual([TETRAHEDRON]);
    const other = createSimulation({ scene: file });
    for (const simulation of [one, other]) simulation.step(50);
    expect(other.hash()).toBe(one.hash());
  });

  test('comes and goes with its body, by undo and redo too, at once or after steps', () => {
    for (const steps of [0, 3]) {
      const simulation = createSimulation({ scene: SCENE, integrator: 'implicit-euler' });
      const lists = () => {
        simulation.step(steps);
        const { meshes, bodies } = simulation.environment;
        return [meshes.map(({ name }) => name), bodies.map(({ shape }) => shape)];
      };
      const both = [[TETRAHEDRON.name], [TETRAHEDRON.name]];
      const none = [[], []];
      simulation.apply({ type: 'meshes', meshes: [TETRAHEDRON] }, 1);
      simulation.apply({ type: 'bodies', bodies: [body] }, 1);
      expect(lists()).toEqual(both);
      simulation.apply({ type: 'undo' });
      expect(lists()).toEqual(none);
      simulation.apply({ type: 'redo' });
      expect(lists()).toEqual(both);
      simulation.apply({ type: 'meshes', meshes: [] }, 2);
      expect(lists()).toEqual(both);
      simulation.apply({ type: 'bodies', bodies: [] }, 3);
      expect(lists()).toEqual(none);
    }
  });

  test('stays the same object while other meshes come, and is replaced by one of its name', () => {
    const simulation = createSimulation({ scene: WITH_BODY });
    const [first] = simulation.environment.meshes;
    const other = { ...TETRAHEDRON, name: 'other' };
    simulation.apply({ type: 'meshes', meshes: JSON.parse(JSON.stringify([TETRAHEDRON, other])) });
    expect(simulation.environment.meshes[0]).toBe(first);
    const larger = { ...TETRAHEDRON, vertices: TETRAHEDRON.vertices.map((x) => 2 * x) };
    simulation.apply({ type: 'meshes', meshes: [larger] });
    expect(simulation.environment.meshes).toEqual([larger]);
  });
});
