/** Scene files: made by the tables of the engine, and good ones with changes. */
import fc from 'fast-check';
import {
  createSimulation,
  FORCES,
  INTEGRATORS,
  MATERIALS,
  MOTIONS,
  OBSTACLES,
  PARAMS,
  SCENES,
  type SceneFile,
  type Simulation,
} from '../../src/physics';
import type { Fields } from '../../src/physics/model/environment';
import { validFile } from '../fixtures/malformed-scene-files';
import { SCENE } from '../fixtures/random-acts';
import { attackByCases } from './attack';
import { edgeNumber, mutated, mutations } from './edges';
import { checkRewind, checkSaved, equal, rejection, stateOf } from './rule';

/** Mostly numbers of a usual size, some of them equal. */
const number = fc.oneof(
  { weight: 90, arbitrary: fc.integer({ min: -8, max: 8 }).map((x) => x / 4) },
  { weight: 30, arbitrary: fc.double({ noNaN: true, min: -10, max: 10 }) },
  { weight: 1, arbitrary: edgeNumber },
);
const positive = number.map((x) => Math.abs(x) || 0.25);
const nonNegative = number.map(Math.abs);
const vector = fc.tuple(number, number, number);

const NUMBERS = {
  any: number,
  'non-negative': nonNegative,
  positive,
  step: positive.map((x) => x / 100),
  time: number,
  fraction: nonNegative.map((x) => x / 4),
  switch: fc.constantFrom(0, 1),
  extent: fc.double({ noNaN: true, min: 1e-3, max: 1e3 }),
  turn: fc.integer({ min: -360, max: 360 }),
  whole: fc.nat(9),
  steps: fc.nat(9),
  count: fc.integer({ min: 1, max: 30 }),
  grid: fc.integer({ min: 2, max: 4 }),
};

const LISTS = {
  path: fc.array(fc.tuple(vector, positive), { maxLength: 4 }).map((points) => points.flatMap(([x], k) => [k, ...x])),
  carried: fc.option(vector, { nil: null }).map((x) => (x ? [0, 0.1, ...x] : [])),
  vertices: fc.array(number),
  triangles: fc.array(fc.nat(9)),
};

function anyValue(field: Fields[string]): fc.Arbitrary<unknown> {
  if (field.kind === 'choice') return fc.constantFrom(...Object.keys(field.options));
  if (field.kind === 'numbers') return LISTS[field.accepts];
  if (field.kind !== 'vector') return NUMBERS[field.accepts];
  if (field.accepts === 'direction') return vector;
  const one = NUMBERS[field.accepts ?? 'any'];
  return fc.tuple(one, one, one);
}

/** Values by a table of fields, any of those that need not be given left out. */
function values(fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  const all = Object.entries(fields).map(([key, field]) => [key, anyValue(field)] as const);
  const required = Object.keys(fields).filter((key) => fields[key].required);
  return fc.record(Object.fromEntries(all), { requiredKeys: required, noNullPrototype: true });
}

const listedForce = (n: number) =>
  fc.oneof(
    ...FORCES.flatMap(({ id, listed }) => {
      if (!listed) return [];
      const some = fc.uniqueArray(
        fc.nat(n - 1),
        listed.particles === 'two' ? { minLength: Math.min(2, n), maxLength: 2 } : {},
      );
      const particles = listed.particles === 'any' ? fc.option(some, { nil: undefined }) : some;
      return [fc.tuple(particles, values(listed.fields)).map(([particles, own]) => ({ type: id, particles, ...own }))];
    }),
  );

const motion = (n: number) =>
  fc.oneof(
    ...MOTIONS.map(({ type, fields }) =>
      fc
        .tuple(fc.uniqueArray(fc.nat(n - 1)), values(fields))
        .map(([particles, own]) => ({ particles, [type]: Object.hasOwn(fields, type) ? own[type] : own })),
    ),
  );

const params = fc.record(
  Object.fromEntries(Object.entries(PARAMS).map(([key, { accepts }]) => [key, NUMBERS[accepts]])),
  { requiredKeys: [], noNullPrototype: true },
);
/** Few of the parameters: most files with all of them are rejected for one. */
const someParams = fc
  .tuple(params, fc.array(fc.constantFrom(...Object.keys(PARAMS)), { maxLength: 6 }))
  .map(([all, keys]) => Object.fromEntries(keys.filter((key) => key in all).map((key) => [key, all[key]])));

/** Absent in `absent` of `absent + 1` cases. */
const optional = <T>(absent: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: absent, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const seldom = <T>(arbitrary: fc.Arbitrary<T>) => optional(6, arbitrary);
const half = <T>(arbitrary: fc.Arbitrary<T>) => optional(1, arbitrary);

function made(n: number, m: number): fc.Arbitrary<unknown> {
  const each = <T>(count: number, one: fc.Arbitrary<T>) => fc.array(one, { minLength: count, maxLength: count });
  const oneOrEach = <T>(count: number, one: fc.Arbitrary<T>) => fc.oneof(one, each(count, one));
  const different = (count: number) => fc.uniqueArray(fc.nat(n - 1), { minLength: count, maxLength: count });
  const triangles = n < 3 ? fc.constant<number[][]>([]) : fc.array(different(3), { maxLength: 4 });
  const springs = {
    pairs: each(m, different(2)),
    restLengths: half(each(m, nonNegative)),
    stiffness: oneOrEach(m, nonNegative),
    damping: half(oneOrEach(m, nonNegative)),
    kinds: half(oneOrEach(m, fc.constantFrom('structural', 'shear', 'bend'))),
  };
  const membrane = {
    triangles,
    rest: seldom(each(n, vector)),
    lambda: nonNegative,
    mu: nonNegative,
    phi: half(nonNegative),
    psi: half(nonNegative),
    thickness: positive,
  };
  return fc.record(
    {
      hooke: fc.constant(1),
      name: seldom(fc.string()),
      particles: fc.record(
        {
          positions: each(n, vector),
          velocities: half(each(n, vector)),
          masses: oneOrEach(n, positive),
          pinned: half(fc.uniqueArray(fc.nat(n - 1))),
        },
        { noNullPrototype: true },
      ),
      springs: n < 2 ? fc.constant(undefined) : half(fc.record(springs, { noNullPrototype: true })),
      surface: half(triangles),
      rest: seldom(each(n, vector)),
      slits: optional(40, fc.array(fc.nat(n), { maxLength: 2 })),
      membrane: seldom(fc.record(membrane, { noNullPrototype: true })),
      material: seldom(fc.constantFrom(...MATERIALS.map(({ id }) => id))),
      ...Object.fromEntries(
        OBSTACLES.map(({ list, fields }) => [list, seldom(fc.array(values(fields), { maxLength: 3 }))]),
      ),
      forces: seldom(fc.array(listedForce(n), { maxLength: 3 })),
      motion: seldom(fc.array(motion(n), { maxLength: 2 })),
      time: seldom(number),
      integrator: half(fc.constantFrom(...INTEGRATORS.map(({ id }) => id))),
      params: half(someParams),
    },
    { noNullPrototype: true },
  );
}

const anyMade = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(12)).chain(([n, m]) => made(n, m));

/** Every scene of the catalog, small and in motion, and files that have every key. */
export const goodFiles: readonly SceneFile[] = [
  validFile() as unknown as SceneFile,
  SCENE,
  ...SCENES.filter(({ grid }) => grid).map(({ id }) => {
    const simulation = createSimulation({ scene: id, params: { rows: 4, columns: 3 } });
    simulation.step(2);
    return JSON.parse(JSON.stringify(simulation.save()));
  }),
  createSimulation({ scene: 'chain' }).save(),
];

const anyChanged = fc.tuple(fc.constantFrom(...goodFiles), mutations).map(([file, changes]) => mutated(file, changes));

export const anyFile = fc.oneof(
  { weight: 2, arbitrary: anyMade },
  { weight: 1, arbitrary: fc.tuple(anyMade, mutations).map(([file, changes]) => mutated(file, changes)) },
  { weight: 1, arbitrary: anyChanged },
);

/** What a rejected file must leave alone. */
let running: Simulation | null = null;
let before = '';

/** @returns true if it was accepted */
export function checkFile(file: unknown, precision: 'single' | 'double'): boolean {
  running ??= createSimulation({ scene: SCENE });
  if (before === '') {
    running.step(2);
    before = stateOf(running) + JSON.stringify(running.save());
  }
  const scene = file as SceneFile;
  let simulation = running;
  const message = rejection(() => {
    simulation = createSimulation({ scene, precision });
  });
  if (message !== null) {
    const applied = rejection(() => running?.apply({ type: 'scene', scene, precision }));
    equal(String(applied), message, 'the message of the command');
    equal(stateOf(running) + JSON.stringify(running.save()), before, 'after an invalid file');
    return false;
  }
  checkSaved(simulation);
  simulation.step(2);
  checkSaved(simulation);
  checkRewind(simulation, 0);
  return true;
}

export const files = attackByCases(
  'files',
  'scene files: made by the tables of the engine, and good ones with changes',
  fc.record({ file: anyFile, precision: fc.constantFrom('single' as const, 'double' as const) }),
  ({ file, precision }, count) => count(checkFile(file, precision) ? 'accepted' : 'rejected'),
);
