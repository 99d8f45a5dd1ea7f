// @module-tag sampled
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Command, createSimulation, PARAMS, type SceneFile, type Simulation } from '../../src/physics';
import * as COMMANDS from '../../src/physics/commands';
import { ACTS, SCENE, settled, TETRAHEDRON } from '../fixtures/random-acts';

/** A cloth under every force and constraint that has parameters, and one example of every other item. */
const EDGE_SCENE: SceneFile = {
  ...SCENE,
  meshes: [TETRAHEDRON],
  membrane: { triangles: SCENE.surface ?? [], lambda: 1, mu: 1, thickness: 0.001 },
  params: { selfCollision: 1, clothThickness: 0.03, tearStrain: 0.6, bending: 1e-5 },
};

const N = SCENE.particles.positions.length;
const numbers = (value: number) => new Array<number>(4 * N).fill(value);

/** An example of every command. */
const EXAMPLES: readonly Command[] = [
  ...Object.keys(PARAMS).map((key): Command => ({ type: 'set', key, value: 3 })),
  ...Object.keys(ACTS)
    .filter((type) => type !== 'set')
    .flatMap((type) => fc.sample(ACTS[type], { seed: 3, numRuns: 1 })),
  { type: 'particle', particle: 7, mass: 0.01, velocity: [0, 1, 0] },
  { type: 'pins', particles: [1, 2] },
  { type: 'cut', spring: [1, 2] },
  { type: 'mend', spring: [1, 2] },
  { type: 'slit', springs: [12, 18], at: [0.5, 0.5], after: [3] },
  { type: 'place', positions: numbers(0.25), velocities: numbers(0.125), time: 0.5 },
  { type: 'equilibrium', iterations: 2, tolerance: 0.1 },
  { type: 'planes', planes: [{ point: [0, 0.6, 0], normal: [0, 1, 0], friction: 0.4, restitution: 0.3 }] },
  { type: 'spheres', spheres: [{ center: [0.2, 0.5, 0.05], radius: 0.2, friction: 0.3, restitution: 0.1 }] },
  { type: 'meshes', meshes: [TETRAHEDRON] },
  { type: 'bodies', bodies: [{ shape: TETRAHEDRON.name, center: [0.2, 0.5, 0.05], friction: 0.3 }] },
  {
    type: 'bodies',
    bodies: [{ shape: 'box', size: [0.3, 0.2, 0.3], center: [0.2, 0.5, 0.05], rotation: [0, 20, 0], friction: 0.3 }],
  },
  {
    type: 'spheres',
    spheres: [
      {
        center: [0.2, 0.5, 0.05],
        radius: 0.2,
        velocity: [0.1, 0, 0],
        spin: [0, 1, 0],
        amplitude: [0, 0.1, 0],
        frequency: 2,
        path: [0, 0, 0, 0, 1, 0.1, 0, 0],
        start: 0.01,
        carried: [0, 0.1, 0.05, 0, 0],
      },
    ],
  },
  {
    type: 'forces',
    forces: [
      { type: 'wind', velocity: [0, 0, 3], density: 1, dragCoefficient: 1, gust: 1, gustPeriod: 0.5, seed: 1 },
      { type: 'push', particles: [3, 4], force: [1, 0, 0] },
    ],
  },
  {
    type: 'motion',
    motion: [
      { particles: [0], velocity: [0.3, 0, 0.1] },
      { particles: [4], shake: { amplitude: [0.1, 0, 0], frequency: 2 } },
    ] as never,
  },
  { type: 'scene', scene: 'cloth', params: { rows: 4, columns: 4, mass: 0.01, dt: 1e-3, stiffness: 100 } },
  { type: 'grab', particle: 7, target: [0.3, 0.9, 0.2] },
  { type: 'move', target: [0.1, 0.7, 0] },
  { type: 'release' },
  { type: 'push', force: [0.02, 0, 0.01] },
  { type: 'resume' },
  { type: 'undo' },
  { type: 'redo' },
  { type: 'rewind', step: 1 },
];

const EDGES: readonly unknown[] = [
  ...[Number.NaN, Number.POSITIVE_INFINITY, -1, -0, 0.5, 1e6, 1e6 + 1, 2 ** 53, 1e100, 1e101, 1e308, -1e308],
  ...[1e-320, 1e-39, 1e-30, 1e30, 1e39, -1e39, 3.5e38, undefined, null, '1', true, [], {}],
];

/** Copies of plain data, each with one number replaced, or with a hole in one list. */
function* atTheEdge(value: unknown, path: readonly string[] = []): Generator<{ value: unknown; edge: unknown }> {
  if (typeof value === 'number') for (const edge of EDGES) yield { value: edge, edge };
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > 0) {
    const holed = [...value];
    delete holed[holed.length - 1];
    yield { value: holed, edge: undefined };
  }
  // The first numbers of a long list stand for all.
  for (const [key, one] of Object.entries(value).slice(0, 8)) {
    for (const changed of atTheEdge(one, [...path, key])) {
      const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
      copy[key] = changed.value;
      yield { ...changed, value: copy };
    }
  }
}

const observe = (simulation: Simulation) => {
  const { held, target, push, time, stepCount, history } = simulation;
  return JSON.stringify([settled(simulation), simulation.hash(), held, target, push, time, stepCount, history]);
};

describe('values at the edge', () => {
  test('the examples have every command', () => {
    const types = Object.values(COMMANDS).flatMap((one) => [one].flat().map(({ type }) => type));
    expect([...new Set(EXAMPLES.map(({ type }) => type))].sort()).toEqual(types.sort());
  });

  const all = EXAMPLES.flatMap((command) => [...atTheEdge(command)]);
  for (const [parity, precision] of (['single', 'double'] as const).entries()) {
    test(`what a command accepts in ${precision} can be stepped, saved, loaded and rewound; the rest changes nothing`, {
      tags: ['long'],
    }, () => {
      let accepted = 0;
      let refused = 0;
      const one = { scene: EDGE_SCENE, integrator: 'implicit-euler', precision };
      let simulation = createSimulation(one);
      let fresh = '';
      for (const [i, { value, edge }] of all.entries()) {
        if (i % 24 !== parity) continue;
        const command = value as Command;
        // The default number of iterations takes seconds.
        if (command.type === 'equilibrium' && edge === undefined) continue;
        const name = `${JSON.stringify(command).slice(0, 200)} with ${edge}`;
        if (fresh === '') {
          simulation = createSimulation(one);
          simulation.step(2);
          fresh = observe(simulation);
        }
        let message = '';
        try {
          simulation.apply(command, 0);
        } catch (error) {
          ({ message } = error as Error);
          expect((error as Error).name, `${name}: ${message}`).toMatch(/^(RangeError|SceneError)$/);
        }
        if (message !== '') {
          refused++;
          expect(message, name).toMatch(/^[a-zA-Z]+/);
          // A mesh that encloses nothing is wrong as a whole.
          const isWhole = /the mesh .* is inside out/.test(message);
          if (typeof edge === 'number' && !isWhole) expect(message, name).toContain(String(edge));
          expect(observe(simulation) === fresh, name).toBe(true);
          continue;
        }
        accepted++;
        fresh = '';
        simulation.step(2);
        const file = JSON.stringify(simulation.save());
        const { hash, time, timeline, stepCount } = simulation;
        expect(Number.isFinite(time), name).toBe(true);
        const loaded = createSimulation({ scene: JSON.parse(file), precision: simulation.precision });
        expect(loaded.hash(), name).toBe(hash());
        expect(loaded.time, name).toBe(time);
        expect(JSON.stringify(loaded.save()) === file, `${name}: saves again`).toBe(true);
        if (simulation.blowUp) continue;
        const before = observe(simulation);
        simulation.apply({ type: 'rewind', step: timeline.first.step });
        simulation.step(stepCount - timeline.first.step);
        expect(observe(simulation) === before, `${name}: rewinds`).toBe(true);
      }
      expect(accepted).toBeGreaterThan(2);
      expect(refused).toBeGreaterThan(2);
    });
  }
});
