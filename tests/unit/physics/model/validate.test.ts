import { describe, expect, test } from 'vitest';
import { quote } from '../../../../src/physics/model/validate';

describe('A value in a message', () => {
  test.each<[unknown, string]>([
    ['1', '"1"'],
    [1n, '1n'],
    [Number.NaN, 'NaN'],
    [[1, 'a'], '[1,"a"]'],
    [undefined, 'undefined'],
    [Symbol('x'), 'Symbol(x)'],
    ['a'.repeat(100), `"${'a'.repeat(56)}…`],
  ])('%o stands as %s', (value, text) => {
    expect(quote(value)).toBe(text);
  });
});
