import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createSimulation, MATERIALS, PARAMS, SCENES, type SceneFile, type Simulation } from '../../../src/physics';
import { madeOf } from '../../fixtures/made-of';
import { everyNth, LONG } from '../../fixtures/run-length';
import { GARMENTS } from '../../fixtures/scenes-in-turn';
import { swingOf } from '../../fixtures/swing';

const G = 9.81;
const pairOf = (stretch: number | readonly [number, number]) =>
  typeof stretch === 'number' ? [stretch, stretch] : stretch;

/** A flat sheet of 1 m² without gravity, on its own grid. */
function sheet(material: string, rows: number, columns = rows, params = {}): Simulation {
  return createSimulation({
    scene: 'cloth-on-sphere',
    material,
    params: { gravity: 0, selfCollision: 0, ...params, rows, columns },
    precision: 'double',
  });
}

/** Moves every particle from its place at rest by a displacement in the plane of the sheet. */
function deform({ model, state }: Simulation, displacement: (x: number, y: number) => [number, number]): void {
  const rest = model.membrane?.rest ?? [];
  for (let i = 0; i < model.particleCount; i++) {
    const [x, y] = [rest[3 * i], rest[3 * i + 1]];
    const [u, v] = displacement(x, y);
    state.positions.set([x + u, 5 + y + v, 0], 4 * i);
  }
}

describe('a net of a material resists strain as its card says', () => {
  for (const { id, stretch, shear } of MATERIALS) {
    for (const [rows, columns] of [
      [4, 4],
      [9, 12],
      [17, 11],
    ]) {
      test(`${id}, ${rows} × ${columns}`, { tags: ['same-on-every-kernel'] }, () => {
        const [warp, weft] = pairOf(stretch);
        const e = 1e-6;
        const energy = (displacement: (x: number, y: number) => [number, number]) => {
          const simulation = sheet(id, rows, columns, { bending: 0 });
          deform(simulation, displacement);
          return (2 * simulation.energy().elastic) / e ** 2;
        };
        const along = energy((x) => [e * x, 0]);
        const across = energy((_, y) => [0, e * y]);
        const both = energy((x, y) => [e * x, e * y]);
        const C12 = (both - along - across) / 2;
        // Free to contract across the tension.
        expect(along - C12 ** 2 / across).toBeCloseTo(warp, -Math.log10(warp * 1e-4));
        expect(across - C12 ** 2 / along).toBeCloseTo(weft, -Math.log10(weft * 1e-4));
        expect(energy((_, y) => [e * y, 0])).toBeCloseTo(shear, -Math.log10(shear * 1e-4));
      });
    }
  }
});

test('square cells: along a row C₁₁ − G, half of it on the border, G across, and nothing between second neighbours', () => {
  const { model } = sheet('jersey', 6);
  const [E1, E2, G] = [500, 300, 30];
  // C₁₁ = E₁ + G²/C₂₂ and C₂₂ = E₂ + G²/C₁₁, by iteration.
  let [C11, C22] = [E1, E2];
  for (let k = 0; k < 50; k++) [C11, C22] = [E1 + G ** 2 / C22, E2 + G ** 2 / C11];
  for (let j = 0; j < model.springCount; j++) {
    const [a, b] = [model.springs[2 * j], model.springs[2 * j + 1]];
    const isRow = b === a + 1;
    const isBorder = isRow ? a < 6 || a >= 30 : a % 6 === 0 || a % 6 === 5;
    const along = (isRow ? C11 : C22) - G;
    expect(model.stiffness[j]).toBeCloseTo([isBorder ? along / 2 : along, G, 0][model.kinds[j]], 9);
  }
});

describe('a flat sheet falls as the closed form says, the same for every net', () => {
  for (const { id, density, airDrag } of everyNth(5, MATERIALS, 2)) {
    test(id, { tags: ['sampled'] }, () => {
      for (const n of LONG ? [5, 12, 32] : [5, 12]) {
        const h = 0.02;
        const simulation = sheet(id, n, n, { gravity: G, dt: h, cgTolerance: 1e-9 });
        simulation.apply({ type: 'planes', planes: [] });
        simulation.apply({ type: 'spheres', spheres: [] });
        const terminal = (density * G) / airDrag;
        for (let steps = 0; steps < 60; ) {
          simulation.step(20);
          steps += 20;
          // Implicit Euler’s own solution of ẇ = g − (c/ρ) w.
          const exact = terminal * (1 - (1 + (h * airDrag) / density) ** -steps);
          for (const i of [0, n + 1, n * n - 1]) {
            expect(Math.abs(simulation.particle(i).velocity[1] / exact + 1)).toBeLessThan(1e-7);
          }
        }
      }
    });
  }
});

test('every number of a card has a source, and the range of its slider holds it', () => {
  expect(new Set(MATERIALS.map(({ id }) => id)).size).toBe(MATERIALS.length);
  for (const { id: _, label, summary, sources, ...numbers } of MATERIALS) {
    expect(Object.keys(sources).sort(), label).toEqual(Object.keys(numbers).sort());
    expect(summary).toMatch(/\.$/);
    for (const key of ['airDrag', 'bending', 'bendingDamping'] as const) {
      const [low, high] = PARAMS[key].range;
      expect(numbers[key]).toBeGreaterThanOrEqual(low);
      expect(numbers[key]).toBeLessThanOrEqual(high);
    }
  }
});

test('the table in docs/materials.md has the numbers of the cards', () => {
  const rows = readFileSync('docs/materials.md', 'utf8').matchAll(/^\| (\S.*?) +\| ([\d.]+) .*$/gm);
  const table = Array.from(rows, ([row]) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const cards = MATERIALS.map(({ label, density, stretch, shear, bending, thickness }) => {
    const stretches = typeof stretch === 'number' ? `${stretch}` : stretch.join(' × ');
    return [
      label,
      `${density}`,
      stretches,
      `${shear}`,
      bending.toExponential(),
      `${Number((thickness * 1e3).toFixed(6))}`,
    ];
  });
  expect(table.filter(({ length }) => length === 6)).toEqual(cards);
});

test('folds, swing and its damping are the same on every net of the default cloth, within 5 %', {
  tags: ['long'],
}, () => {
  const [coarse, ...finer] = [24, 32, 40].map((n) => swingOf('denim', n));
  for (const one of finer) {
    one.forEach((value, k) => {
      expect(Math.abs(value / coarse[k] - 1), `${one} at ${['depth', 'ω', 'ζ'][k]}, ${coarse}`).toBeLessThan(0.05);
    });
  }
});

test('a material is the same before and after a change of rows and columns, and what was edited stays in proportion', () => {
  for (const scene of ['cloth', 'flag']) {
    const before = createSimulation({ scene, material: 'denim', params: { rows: 14, columns: 19 } });
    const after = createSimulation({ scene, params: {} });
    after.apply({ type: 'material', id: 'denim' });
    for (const key of ['rows', 'columns']) after.apply({ type: 'set', key, value: key === 'rows' ? 14 : 19 });
    expect({ ...(madeOf(after) as object), x: 0 }).toEqual({ ...(madeOf(before) as object), x: 0 });
    expect(after.material).toMatchObject({ id: 'denim', isEdited: false });
    const { stiffness, mass } = after.params;
    after.apply({ type: 'set', key: 'stiffness', value: 2 * stiffness });
    expect(after.material).toMatchObject({ id: 'denim', isEdited: true });
    after.apply({ type: 'set', key: 'rows', value: 27 });
    expect(after.material).toMatchObject({ id: 'denim', isEdited: true });
    const fine = createSimulation({ scene, material: 'denim', params: { rows: 27, columns: 19 } });
    expect(after.params.stiffness).toBeCloseTo(2 * fine.params.stiffness, 6);
    expect(after.params.mass).toBe(fine.params.mass);
    expect(after.params.mass).toBeLessThan(mass);
  }
});

test('a scene of a material is saved, copied, rewound and undone to the bit', () => {
  const simulation = createSimulation({ scene: 'cloth', params: { dt: 5e-5, rows: 16, columns: 16 } });
  simulation.step(10);
  const start = simulation.hash();
  const own = madeOf(simulation);
  simulation.apply({ type: 'material', id: 'silk' }, 1);
  expect(simulation.hash()).toBe(start);
  simulation.apply({ type: 'slit', springs: [...Array(simulation.model.springCount).keys()].slice(500, 510) });
  simulation.step(10);
  const saved: SceneFile = JSON.parse(JSON.stringify(simulation.save()));
  const again = createSimulation({ scene: saved });
  expect(again.material).toMatchObject({ id: 'silk', isEdited: false });
  expect(madeOf(again)).toEqual(madeOf(simulation));
  const copy = simulation.fork();
  const middle = simulation.hash();
  for (const one of [simulation, copy, again]) one.step(10);
  expect(copy.hash()).toBe(simulation.hash());
  expect(again.hash()).toBe(simulation.hash());
  const end = simulation.hash();
  simulation.apply({ type: 'rewind', step: 20 });
  expect(simulation.hash()).toBe(middle);
  simulation.step(10);
  expect(simulation.hash()).toBe(end);
  for (let i = 0; i < 2; i++) simulation.apply({ type: 'undo' });
  expect(simulation.material).toBeNull();
  expect(madeOf(simulation)).toEqual(own);
});

test('null restores what the scene was loaded with, on any grid', () => {
  for (const scene of ['cloth', 'flag', 'membrane-cloth']) {
    for (const rows of [undefined, 20]) {
      const simulation = createSimulation({ scene });
      const other = createSimulation({ scene });
      simulation.apply({ type: 'material', id: 'wool' });
      for (const one of [simulation, other]) if (rows) one.apply({ type: 'set', key: 'rows', value: rows });
      simulation.apply({ type: 'material', id: null });
      expect(madeOf(simulation)).toEqual(madeOf(other));
      expect(simulation.material).toBeNull();
    }
  }
});

// The springs of garments follow their surface too. Others have no surface, or springs that do not follow it.
describe('every scene with a sheet takes every material, and the others refuse it by name', () => {
  for (const { id, grid } of everyNth(10, SCENES, 4)) {
    test(id, { tags: ['sampled'] }, () => {
      const simulation = createSimulation({ scene: id, integrator: 'implicit-euler', params: { dt: 1 / 240 } });
      const before = [simulation.hash(), madeOf(simulation)];
      let message = '';
      try {
        for (const material of MATERIALS) simulation.apply({ type: 'material', id: material.id });
        simulation.step(3);
        expect(simulation.blowUp).toBeNull();
      } catch (error) {
        ({ message } = error as Error);
        expect([simulation.hash(), madeOf(simulation)]).toEqual(before);
      }
      if (grid || GARMENTS.includes(id)) expect(message).toBe('');
      else expect(message).toMatch(/^material: the scene ".+" has /);
    });
  }
});

test('bad input is refused by name and value', () => {
  const simulation = createSimulation({ scene: 'cloth', params: { rows: 5, columns: 5 } });
  const { hash } = simulation;
  const apply = (id: unknown) => () => simulation.apply({ type: 'material', id } as never);
  expect(apply('tweed')).toThrow('material.id: there is no material "tweed"; there are cotton, linen, silk');
  expect(apply(3)).toThrow('material.id: there is no material 3');
  expect(() => createSimulation({ scene: 'chain', material: 'silk' })).toThrow(
    'material: the scene "Hanging chain" has no surface, which a material needs',
  );
  const file = { ...simulation.save(), material: 'tweed' };
  expect(() => createSimulation({ scene: file })).toThrow('material: there is no material "tweed"');
  expect(simulation.hash()).toBe(hash());
});
