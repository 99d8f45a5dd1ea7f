import { describe, expect, test } from 'vitest';
import { createSimulation, type Simulation, stabilityLimit } from '../../../src/physics';
import { limitingTriangles } from '../../../src/physics/analysis/stability/limiting-triangles';
import { createLiveLimit } from '../../../src/physics/analysis/stability/live-limit';
import { methodOf } from '../../../src/physics/registry';
import { readObj } from '../../../src/physics/scenes/mesh/obj-file';
import { runToEnd } from '../../../src/physics/slices';
import { irregularMesh } from '../../fixtures/irregular-mesh';
import { meshWithSliver } from '../../fixtures/mesh-with-sliver';

const { text, tip, ends } = meshWithSliver();
const scene = readObj(text, 'a mesh with a sliver').file;
const open = (setup: object = {}) =>
  createSimulation({ scene, integrator: 'symplectic-euler', precision: 'double', params: { dt: 2e-4 }, ...setup });
const limitingOf = (simulation: Simulation) => runToEnd(limitingTriangles(simulation));
const triangleOf = (simulation: Simulation) => limitingOf(simulation)?.triangles[0];
const collapse = (simulation: Simulation, particles: readonly number[] = [ends[0], tip], act?: number) =>
  simulation.apply({ type: 'collapse', particles: [...particles] }, act);
const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0);
const momentum = ({ model, state }: Simulation, axis: number) =>
  sum(Array.from(model.masses, (mass, i) => mass * state.velocities[4 * i + axis]));
const pairsOf = ({ model: { springs, springCount } }: Simulation) =>
  Array.from({ length: springCount }, (_, j) =>
    [springs[2 * j], springs[2 * j + 1]].sort((a, b) => a - b).join('–'),
  ).sort();

describe('the triangle that sets the limit', () => {
  test('is the thin one, and what it costs is what the limits say', () => {
    const simulation = open();
    const hash = simulation.hash();
    const limiting = limitingOf(simulation);
    const [found] = limiting?.triangles ?? [];
    expect(limiting?.triangles).toHaveLength(1);
    expect(found?.corners).toEqual([ends[0], tip, ends[1]]);
    expect(found?.height).toBeCloseTo(0.02 / 8, 5);
    // The tip is nearer to the first end.
    expect(found?.edge).toEqual([ends[0], tip]);
    expect(simulation.hash()).toBe(hash);
    const before = stabilityLimit(simulation).dt;
    collapse(simulation);
    expect(stabilityLimit(simulation).dt / before / (limiting?.gain ?? 0)).toBeCloseTo(1, 1);
  });

  test('is the same one if the vertices are counted from the other end', () => {
    const [vertices, faces] = ['v', 'f'].map((kind) => text.split('\n').filter((line) => line[0] === kind));
    const turned = faces.map((face) => face.replace(/\d+/g, (i) => String(tip + 2 - Number(i))));
    const { file } = readObj([...vertices.reverse(), ...turned].join('\n'), 'turned');
    expect(triangleOf(open({ scene: file }))?.corners).toEqual([tip - ends[0], 0, tip - ends[1]]);
  });

  test.each(['symplectic-euler', 'rk4', 'velocity-verlet'])(
    'is why %s blows up: at the same dt the mesh goes on without it',
    (integrator) => {
      const simulation = open({ integrator, params: { dt: 1e-5 } });
      const { world, state } = simulation;
      const { dt } = createLiveLimit(world)(state, methodOf(integrator), true);
      simulation.apply({ type: 'set', key: 'dt', value: 0.9 * dt * (limitingOf(simulation)?.gain ?? 0) });
      expect(simulation.fork().step(400).ok).toBe(false);
      collapse(simulation, triangleOf(simulation)?.edge);
      expect(simulation.step(400).ok).toBe(true);
    },
  );

  test.each([
    ['a mesh without a thin triangle', { scene: irregularMesh(8, 3) }],
    ['a method without a limit', { integrator: 'implicit-euler' }],
    ['a net', { scene: 'cloth' }],
  ])('is none of %s', (_, setup) => expect(limitingOf(open(setup))).toBeNull());
});

describe('triangles that set the limit together', () => {
  const several = meshWithSliver(8, [1, 3, 4, 6]);
  const file = readObj(several.text, 'four slivers').file;
  const edges = several.slivers.map(({ tip, ends }) => [ends[0], tip]);

  test('are all of them: all but one leave the limit as it is', () => {
    const simulation = open({ scene: file });
    const before = stabilityLimit(simulation).dt;
    const found = limitingOf(simulation);
    expect(found?.triangles.map(({ edge }) => edge).sort((p, q) => p[1] - q[1])).toEqual(edges);
    for (const [k] of edges.entries()) {
      const copy = simulation.fork();
      collapse(copy, edges.toSpliced(k, 1).flat());
      expect(stabilityLimit(copy).dt / before).toBeCloseTo(1, 1);
    }
    collapse(simulation, edges.flat());
    expect(stabilityLimit(simulation).dt / before / (found?.gain ?? 0)).toBeCloseTo(1, 1);
    expect(found?.gain).toBeGreaterThan(2);
  });

  test('collapse by one command as one after the other, and come back at once', () => {
    const [one, other] = [open({ scene: file }), open({ scene: file })];
    for (const simulation of [one, other]) simulation.step(10);
    const hash = one.hash();
    // Two edges of the same particle, and one that has moved up by then.
    const all = [[0, 1], [1, 8], edges[3]].map(([a, b]) => [a, b]);
    collapse(one, all.flat(), 1);
    collapse(other, [0, 1]);
    collapse(other, [0, 7]);
    collapse(other, [edges[3][0] - 2, edges[3][1] - 2]);
    expect(pairsOf(one)).toEqual(pairsOf(other));
    expect(Array.from(one.model.surface)).toEqual(Array.from(other.model.surface));
    for (const list of ['masses', 'restLengths'] as const)
      for (const [i, value] of one.model[list].entries()) expect(value).toBeCloseTo(other.model[list][i], 12);
    for (const list of ['positions', 'velocities'] as const)
      for (const [i, value] of one.state[list].entries()) expect(value).toBeCloseTo(other.state[list][i], 12);
    one.apply({ type: 'undo' });
    expect(one.hash()).toBe(hash);
  });

  test('stay if one of them can not collapse', () => {
    const simulation = open({ scene: file });
    const hash = simulation.hash();
    // The second edge is gone with the first.
    expect(() => collapse(simulation, [...edges[0], ...edges[0]])).toThrow(/must be two neighbours .*, got \[57,64\]/);
    expect(() => collapse(simulation, [...edges[0], ...several.slivers[1].ends])).toThrow(
      /must be the ends of an edge/,
    );
    expect(simulation.hash()).toBe(hash);
  });

  test('are found in a mesh of 40,000 particles', { tags: ['long'] }, () => {
    const columns = Array.from({ length: 60 }, (_, k) => 10 + 3 * k);
    const scene = readObj(meshWithSliver(200, columns).text, 'large').file;
    expect(limitingOf(open({ scene }))?.triangles).toHaveLength(60);
  });
});

describe('an edge collapses', () => {
  test('and mass and momentum stay, and the springs are those of the smaller mesh', () => {
    const simulation = open({ params: { dt: 2e-4, gravity: 0 } });
    simulation.apply({ type: 'pins', particles: [] });
    simulation.apply({ type: 'throw' });
    simulation.step(20);
    const before = [sum(simulation.model.masses), ...[0, 1, 2].map((axis) => momentum(simulation, axis))];
    collapse(simulation);
    const after = [sum(simulation.model.masses), ...[0, 1, 2].map((axis) => momentum(simulation, axis))];
    for (const [k, value] of after.entries()) expect(value).toBeCloseTo(before[k], 12);
    // The file without the vertex and its face.
    const lines = text.split('\n');
    const { file } = readObj(lines.filter((_, i) => i !== tip && i < lines.length - 1).join('\n'), 'without it');
    expect(pairsOf(simulation)).toEqual(pairsOf(open({ scene: file })));
    expect(Array.from(simulation.model.surface)).toEqual(file.surface?.flat());
  });

  test('and pins, forces, the grab and cuts stay with their particles', () => {
    const simulation = open();
    const [gone, kept] = [9, 8];
    simulation.apply({
      type: 'forces',
      forces: [{ type: 'gravity', particles: [gone, 20, 63], acceleration: [0, 1, 0] }],
    });
    simulation.apply({ type: 'pins', particles: [gone, 63] });
    simulation.apply({ type: 'grab', particle: 40, target: [0, 1, 0] });
    simulation.apply({ type: 'cut', spring: simulation.model.springCount - 1 });
    simulation.step(5);
    const place = simulation.particle(gone).position;
    collapse(simulation, [gone, kept]);
    expect(simulation.particle(kept)).toMatchObject({ position: place, pinned: true });
    expect(simulation.particle(62).pinned).toBe(true);
    expect(simulation.held).toBe(39);
    expect(simulation.environment.forces?.[0].particles).toEqual([kept, 19, 62]);
    expect(simulation.model.cuts.count).toBe(1);
    expect(simulation.model.cut.at(-1)).toBe(1);
  });

  test('and undo, rewind, reset, a file and a copy give the same bits', () => {
    const simulation = open();
    simulation.step(10);
    const [hash, file] = [simulation.hash(), simulation.save()];
    collapse(simulation, undefined, 1);
    expect(simulation.particleCount).toBe(tip);
    expect(open({ scene: simulation.save() }).hash()).toBe(simulation.hash());
    const copy = simulation.fork();
    const passed = Array.from({ length: 30 }, () => simulation.step() && simulation.hash());
    copy.step(30);
    expect(copy.hash()).toBe(passed[29]);
    simulation.apply({ type: 'rewind', step: simulation.stepCount - 20 });
    expect(simulation.hash()).toBe(passed[9]);
    simulation.step(5);
    expect(simulation.hash()).toBe(passed[14]);
    simulation.apply({ type: 'undo' });
    expect([simulation.hash(), simulation.particleCount]).toEqual([hash, tip + 1]);
    expect(simulation.save()).toEqual(file);
    simulation.apply({ type: 'redo' });
    simulation.apply({ type: 'reset' });
    expect(simulation.particleCount).toBe(tip);
    expect(simulation.time).toBe(0);
  });

  test('and a material is that of the surface that is left', () => {
    const simulation = open({ material: 'cotton' });
    collapse(simulation);
    const { model, material } = simulation;
    const again = createSimulation({ scene: simulation.save(), precision: 'double' });
    again.apply({ type: 'material', id: null });
    again.apply({ type: 'material', id: 'cotton' });
    expect(material?.id).toBe('cotton');
    for (const [i, mass] of again.model.masses.entries()) expect(model.masses[i]).toBeCloseTo(mass, 12);
    for (const [j, k] of again.model.stiffness.entries()) expect(model.stiffness[j]).toBeCloseTo(k, 9);
    simulation.apply({ type: 'material', id: null });
    expect(simulation.particleCount).toBe(tip);
  });

  test.each([
    ['that the surface needs', [ends[0], ends[1]], /must be the ends of an edge .*, got \[60,61\]/],
    ['between two borders', [1, 8], /must be the ends of an edge .*, got \[1,8\]/],
    ['that is none', [0, 63], /must be two neighbours .*, got \[0,63\]/],
    ['of one particle', [3, 3], /must be two neighbours .*, got \[3,3\]/],
    ['of three', [3, 4, 5], /must be two particles of each edge, got \[3,4,5\]/],
    ['of a particle that is not there', [3, 65], /65 is not a particle/],
  ])('unless it is one %s', (_, particles, message) => {
    const simulation = open();
    expect(() => collapse(simulation, particles)).toThrow(message);
    expect(simulation.particleCount).toBe(tip + 1);
  });

  test('unless it is one of a net, of a cloth with slits, or that a listed spring joins', () => {
    expect(() => collapse(open({ scene: 'cloth' }), [0, 1])).toThrow(/must be two neighbours in a mesh without rows/);
    const simulation = open();
    const spring = { type: 'spring', particles: [ends[0], tip], stiffness: 1, damping: 0, restLength: 0.1 };
    simulation.apply({ type: 'forces', forces: [spring] as never });
    expect(() => collapse(simulation)).toThrow(/must be the ends of an edge/);
    const slit = open();
    slit.apply({ type: 'slit', springs: [100, 101, 102, 103] });
    expect(slit.particleCount).toBeGreaterThan(tip + 1);
    expect(() => collapse(slit)).toThrow(/without slits/);
  });

  test('unless a triangle would turn over', () => {
    // Halfway from 1 to 2 is beyond the line from 4 to 5.
    const at = ['0 0 0', '4 0 0', '2 3 0', '3.6 -0.4 0', '4 -5 0', '8 0 0'];
    const faces = ['1 2 3', '1 4 2', '4 5 2', '5 6 2', '6 3 2'];
    const file = readObj([...at.map((x) => `v ${x}`), ...faces.map((f) => `f ${f}`)].join('\n'), 'bend').file;
    expect(() => collapse(open({ scene: file }), [0, 1])).toThrow(/must be the ends of an edge/);
    collapse(open({ scene: file }), [1, 5]);
  });
});
