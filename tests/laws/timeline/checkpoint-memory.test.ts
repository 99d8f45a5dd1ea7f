import { expect, test } from 'vitest';
import { readMemories, writeMemories } from '../../../src/physics/run/checkpoint';

/** Numbers that single precision holds exactly, and others. */
const EXACT = [0, -0, 1.5, -(2 ** -149), Number.POSITIVE_INFINITY];
const OTHERS = [0.1, 1e300, 2 ** -150, Number.NaN];

/** Each array begins with so many exact numbers. */
function arraysOf(exact: readonly number[]): Float64Array[] {
  return exact.map((count, i) => Float64Array.of(...EXACT.slice(0, count), ...(i % 2 ? OTHERS : [...OTHERS, 1, 2])));
}

test.each([[[0, 0, 0]], [[1, 2, 3]], [[5, 4, 1]], [[4, 5, 5]]])(
  'a checkpoint holds numbers to the bit, of which the first %j are exact in single precision',
  (exact) => {
    const arrays = [...arraysOf(exact), new Float64Array(0), Float64Array.from(EXACT)];
    const length = arrays.reduce((sum, array) => sum + array.length, 0);
    const checkpoint = { memory: new Float64Array(length), singles: [] };
    // What an earlier checkpoint has left there has no effect.
    writeMemories(checkpoint, [new Float64Array(length).fill(0.1)]);
    writeMemories(checkpoint, arrays);
    const read = arrays.map(({ length }) => new Float64Array(length).fill(7));
    const further = [9, 9].map((length) => new Float64Array(length).fill(7));
    readMemories(checkpoint, [...read, ...further]);
    const bits = (array: Float64Array) => [...new BigUint64Array(array.buffer)];
    expect(read.map(bits)).toEqual(arrays.map(bits));
    expect(further).toEqual([new Float64Array(9), new Float64Array(9)]);
  },
);

test('of numbers that single precision holds exactly, the second half of their place stays as it is', () => {
  const checkpoint = { memory: new Float64Array(100), singles: [] };
  writeMemories(checkpoint, [new Float64Array(100).fill(1.5)]);
  expect(checkpoint.memory.subarray(50)).toEqual(new Float64Array(50));
});
