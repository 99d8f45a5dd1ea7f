/** Values at the edge of what a number, a text or a list can be, and copies of plain data with some of them put in. */
import fc from 'fast-check';

const LONG_TEXT = 'x'.repeat(2000);

export const NUMBERS: readonly number[] = [
  ...[
    0,
    -0,
    1,
    -1,
    0.5,
    2,
    3,
    64,
    1e5,
    1e5 + 1,
    2 ** 20,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    1e100,
    1e101,
    1e154,
    1e308,
    -1e308,
  ],
  ...[5e-324, 1e-320, 1e-162, 1e-45, 1e-39, 1e-30, 1e-7, 1e30, 1e38, 1e39, -1e39, 3.4028235677973366e38],
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
];

/** Not only what JSON can hold: scripts pass any value. */
const OTHERS: readonly unknown[] = [
  ...[undefined, null, true, false, '', '1', 'NaN', '__proto__', 'constructor', 'toString', 'cloth', LONG_TEXT],
  ...[[], [[]], {}, { length: 3 }, new Array(3), new Float64Array(3), new Date(0), Symbol('s'), 12n, () => 1],
];

export const edgeNumber = fc.constantFrom(...NUMBERS);
const edge = fc.oneof({ weight: 3, arbitrary: edgeNumber }, { weight: 2, arbitrary: fc.constantFrom(...OTHERS) });

/** A change at a place that `place` chooses among all of a value. */
interface Mutation {
  readonly kind: 'set' | 'remove' | 'add' | 'hole' | 'repeat' | 'swap' | 'negate';
  readonly place: number;
  readonly value: unknown;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('set' as const) },
    { weight: 4, arbitrary: fc.constantFrom('remove', 'add', 'hole', 'repeat', 'swap', 'negate') },
  ),
  place: fc.nat(9999),
  value: edge,
});

export const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });

/** The data with the mutations. Shares with it what does not change. */
export function mutated<T>(data: T, changes: readonly Mutation[]): T {
  return changes.reduce((value, change) => {
    const paths = pathsOf(value);
    return paths.length === 0 ? value : (changedAt(value, paths[change.place % paths.length], change) as T);
  }, data);
}

/** Keys and indices that lead to every value inside; of a long list only some of its items count. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Object.keys(value);
  const some = keys.length > 12 ? [...keys.slice(0, 4), ...keys.slice(-4)] : keys;
  return some.flatMap((key) => {
    const here = [...path, key];
    return [here, ...pathsOf((value as Record<string, unknown>)[key], here)];
  });
}

function changedAt(value: unknown, [key, ...rest]: readonly string[], change: Mutation): unknown {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  if (rest.length > 0) {
    copy[key] = changedAt(copy[key], rest, change);
    return copy;
  }
  const list = Array.isArray(copy) ? (copy as unknown[]) : null;
  const at = Number(key);
  switch (change.kind) {
    case 'set':
      copy[key] = change.value;
      break;
    case 'remove':
      if (list) list.splice(at, 1);
      else delete copy[key];
      break;
    case 'add':
      if (list) list.splice(at, 0, change.value);
      else copy[typeof change.value === 'string' ? change.value : 'unknown'] = change.value;
      break;
    case 'hole':
      delete copy[key];
      break;
    case 'repeat':
      if (list) list.push(list[at]);
      break;
    case 'swap': {
      const other = Object.keys(copy)[change.place % Object.keys(copy).length];
      [copy[key], copy[other]] = [copy[other], copy[key]];
      break;
    }
    case 'negate':
      if (typeof copy[key] === 'number') copy[key] = -copy[key];
  }
  return copy;
}
