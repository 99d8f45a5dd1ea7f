import { describe, expect, test } from 'vitest';
import { createSimulation, MOTIONS, OBSTACLES } from '../../../src/physics';
import { catalog } from '../../../src/runtime/host/catalog';
import { commandOf, type EnvironmentList, itemOf, kindsOf, readItems } from '../../../src/ui/actions/environment-items';
import { LISTED_FORCES } from '../../fixtures/listed-forces';

const { itemSchemas } = catalog();
const LISTS: EnvironmentList[] = ['planes', 'spheres', 'bodies', 'forces', 'motion'];
const kinds = LISTS.flatMap((list) => kindsOf(list, itemSchemas).map((kind) => ({ list, kind })));

/** The environment as a scene file has it. */
function environmentOf(simulation: ReturnType<typeof createSimulation>, list: EnvironmentList): object[] {
  return (simulation.save() as unknown as Record<string, object[]>)[list] ?? [];
}

test('everything in the registries can be added on the panel', () => {
  expect(kinds).toHaveLength(OBSTACLES.length + LISTED_FORCES.length + MOTIONS.length);
});

describe.each(kinds.map(({ list, kind }) => [`${list}: ${kind.type}`, list, kind] as const))('%s', (_, list, kind) => {
  const particles = kind.particles === 'none' ? null : [0, 3];

  test('is accepted by the engine with the defaults of its table, and read back unchanged', () => {
    const simulation = createSimulation({ scene: 'cloth' });
    simulation.apply({ type: 'pins', particles: [0, 3] });
    const item = itemOf(kind, particles);
    simulation.apply(commandOf(list, [item, item]));
    const read = readItems(list, environmentOf(simulation, list), itemSchemas);
    expect(read.map(({ kind: { type }, particles: on, values }) => ({ type, on, values }))).toEqual(
      Array(2).fill({ type: kind.type, on: particles, values: item.values }),
    );
  });

  test('keeps a value that was changed', () => {
    const simulation = createSimulation({ scene: 'cloth' });
    const [key, field] = Object.entries(kind.fields)[0];
    const value = {
      vector: () => [0, 0, 7] as [number, number, number],
      choice: () => 'torus',
      numbers: () => [0, 0, 0, 0, 1, 0.5, 0, 0],
      number: () => ('range' in field ? field.range[1] : 0),
    }[field.kind ?? 'number']();
    simulation.apply(commandOf(list, [itemOf(kind, particles, { [key]: value })]));
    expect(readItems(list, environmentOf(simulation, list), itemSchemas)[0].values[key]).toEqual(value);
  });
});
