// @module-tag sampled
import { Euler, Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { createSimulation, type Simulation, type Vec3 } from '../../../src/physics';
import { ballMesh } from '../../fixtures/ball-mesh';
import { CELL, coarseNet } from '../../fixtures/coarse-net';
import { randomNumbers } from '../../fixtures/random';
import { LONG } from '../../fixtures/run-length';

const g = 9.81;
/** Triangles around the tube of a ring, half as many as around a capsule; and around the ring. */
const ACROSS = 32;
const AROUND = 64;

/** A capsule or a ring by the line in the middle of its tube. */
interface Tube {
  shape: 'capsule' | 'torus';
  /** m; of the tube, and from the middle to the end of the line, or the radius of the ring. */
  radius: number;
  half: number;
}

/** How deep points of the net's triangles are in the tube, m, from the distance to its line. @param toBody into its axes */
function depthOf({ model, state: { positions: x } }: Simulation, { shape, radius, half }: Tube, toBody: Matrix4) {
  // The flat triangles of the mesh are inside the round tube, by this much at most.
  const flat =
    radius * (1 - Math.cos(Math.PI / ACROSS)) + (shape === 'torus' ? half * (1 - Math.cos(Math.PI / AROUND)) : 0);
  const n = 12;
  const point = new Vector3();
  let nearest = Number.POSITIVE_INFINITY;
  for (let t = 0; t < model.surface.length; t += 3) {
    const [a, b, c] = model.surface.subarray(t, t + 3);
    for (let i = 0; i <= n; i++) {
      for (let j = 0; i + j <= n; j++) {
        const mean = (axis: number) => (i * x[4 * a + axis] + j * x[4 * b + axis] + (n - i - j) * x[4 * c + axis]) / n;
        const { x: px, y: py, z: pz } = point.set(mean(0), mean(1), mean(2)).applyMatrix4(toBody);
        const distance =
          shape === 'capsule'
            ? Math.hypot(px, pz, Math.max(0, Math.abs(py) - half))
            : Math.hypot(Math.hypot(px, pz) - half, py);
        nearest = Math.min(nearest, distance);
      }
    }
  }
  return radius - flat - nearest;
}

const SETUPS: [string, number][] = [
  ['implicit-euler', 1 / 60],
  ['symplectic-euler', 5e-4],
  ['implicit-euler-newton', 1 / 60],
  ['velocity-verlet', 5e-4],
  ['tr-bdf2', 1 / 60],
  ['rk4', 5e-4],
  ['xpbd', 1 / 60],
  ['vertex-block-descent', 1 / 60],
];

const COUNT = LONG ? 200 : 1;
/** How deep a tube enters at most, in cells. */
const DEEPEST = 0.01;
/** Of the energy of the net at its start: it rises by no more in a net that lies on a tube that stands still, and in one that is pushed. */
const MOST_RISE = { still: 0.02, pushed: 3 };

test(`tubes with a radius of a tenth to half of a cell do not come through a net between its particles, in ${COUNT} drops and pushes`, {
  timeout: 600_000,
}, () => {
  const random = randomNumbers(12);
  const between = (low: number, high: number) => low + (high - low) * random();
  for (let k = 0; k < COUNT; k++) {
    const [integrator, dt] = SETUPS[k % SETUPS.length];
    const tube: Tube = {
      shape: random() < 0.5 ? 'capsule' : 'torus',
      radius: between(0.1, 0.49) * CELL,
      half: between(0.08, 0.2),
    };
    const [thick, long] = [2 * tube.radius, 2 * (tube.half + tube.radius)];
    const size: Vec3 = tube.shape === 'capsule' ? [thick, long, thick] : [long, thick, long];
    const moves = random() < 0.5;
    const velocity: Vec3 = moves ? [between(-0.5, 0.5), between(0, 1), between(-0.5, 0.5)] : [0, 0, 0];
    const rotation: Vec3 = [between(-180, 180), between(-180, 180), between(-180, 180)];
    const shift: Vec3 = [between(-0.15, 0.15), between(0, 0.1), between(-0.15, 0.15)];
    const friction = random() < 0.3 ? 0 : random();
    const scene = coarseNet(0.05 + 0.5 * Math.hypot(...size), shift, {
      bodies: [{ shape: tube.shape, size, center: [0, 0, 0], velocity, rotation, friction }],
      params: { dt, gravity: g, drag: 0, stopOnBlowUp: 0 },
    });
    const simulation = createSimulation({ scene, integrator, precision: 'double' });
    const start = simulation.energy().total;
    const [a, b, c] = rotation.map((angle) => (angle * Math.PI) / 180);
    const turned = new Matrix4().makeRotationFromEuler(new Euler(a, b, c, 'ZYX'));
    let deepest = Number.NEGATIVE_INFINITY;
    let rise = Number.NEGATIVE_INFINITY;
    while (simulation.time < 0.5) {
      simulation.step(dt < 1e-3 ? 10 : 1);
      const [x, y, z] = velocity.map((v) => v * simulation.time);
      deepest = Math.max(deepest, depthOf(simulation, tube, turned.clone().setPosition(x, y, z).invert()));
      rise = Math.max(rise, simulation.energy().total - start);
    }
    const about = `${k}: ${integrator} ${JSON.stringify(scene.bodies)}`;
    expect(deepest, about).toBeLessThan(DEEPEST * CELL);
    expect(simulation.blowUp, about).toBeNull();
    expect(rise, about).toBeLessThan((moves ? MOST_RISE.pushed : MOST_RISE.still) * Math.abs(start));
  }
});

/** m. */
const BALL = 0.4;
/** m; a sphere that touches particles only is this deep inside the longest side of a cell at most. */
const AS_A_SPHERE = (0.75 / 8) * Math.SQRT2 * CELL;

/** Of the way on the sphere: edges that hold the net, or stop it, make it several times as much. */
const MOST_OTHER_WAY = 0.2;

/** How deep points of the net's triangles are in the ball, m, and how far the net is from where it began, m. */
function slideOff(body: object, integrator: string, dt: number): { deepest: number; way: number } {
  const shift: Vec3 = [0.1, BALL, 0.04];
  const params = { dt, gravity: g, drag: 0 };
  const simulation = createSimulation({
    scene: coarseNet(0.005, shift, { ...body, params }),
    integrator,
    precision: 'double',
  });
  const ball: Tube = { shape: 'capsule', radius: BALL, half: 0 };
  let deepest = 0;
  while (simulation.time < 0.6) {
    simulation.step(dt < 1e-3 ? 10 : 1);
    deepest = Math.max(deepest, depthOf(simulation, ball, new Matrix4()));
  }
  const { positions: x } = simulation.state;
  const mean = shift.map((from, axis) => {
    let sum = 0;
    for (let o = axis; o < x.length; o += 4) sum += (4 * x[o]) / x.length;
    return sum - from;
  });
  return { deepest, way: Math.hypot(...mean) };
}

test('a net slides off a ball of 180 to 3,968 triangles as off a sphere, which is no deeper in its cells', () => {
  for (const [integrator, dt] of LONG ? SETUPS : SETUPS.slice(0, 1)) {
    const sphere = slideOff({ spheres: [{ center: [0, 0, 0], radius: BALL }] }, integrator, dt);
    for (const shape of ['ball 2', 'ball 4', 'capsule']) {
      const meshes = shape === 'capsule' ? [] : [{ ...ballMesh(BALL, Number(shape.slice(5))), name: shape }];
      const size: Vec3 = [2 * BALL, 2 * BALL, 2 * BALL];
      const { deepest, way } = slideOff({ meshes, bodies: [{ shape, size, center: [0, 0, 0] }] }, integrator, dt);
      expect(deepest, `${shape} under ${integrator}`).toBeLessThan(AS_A_SPHERE);
      expect(Math.abs(way / sphere.way - 1), `${shape} under ${integrator}`).toBeLessThan(MOST_OTHER_WAY);
    }
  }
});
