import { describe, expect, test } from 'vitest';
import { hashState } from '../../../../src/physics/model/state';

function stateOf(values: number[], precision: typeof Float32Array | typeof Float64Array = Float32Array) {
  const half = values.length / 2;
  return { positions: precision.from(values.slice(0, half)), velocities: precision.from(values.slice(half)), time: 0 };
}

describe('the hash of a state', () => {
  const values = Array.from({ length: 64 }, (_, i) => i / 7 - 3.1);

  test('has sixteen hexadecimal digits', () => expect(hashState(stateOf(values))).toMatch(/^[0-9a-f]{16}$/));

  test('does not depend on where the numbers are in memory', () => {
    const buffer = new Float32Array(200);
    buffer.set(values.slice(0, 32), 16);
    const positions = buffer.subarray(16, 48);
    expect(hashState({ ...stateOf(values), positions })).toBe(hashState(stateOf(values)));
  });

  for (const precision of [Float32Array, Float64Array]) {
    test(`changes with every single bit of ${precision.name}`, () => {
      const state = stateOf(values, precision);
      const seen = new Set([hashState(state)]);
      for (const array of [state.positions, state.velocities]) {
        const bytes = new Uint8Array(array.buffer);
        for (let bit = 0; bit < 8 * bytes.length; bit++) {
          bytes[bit >> 3] ^= 1 << (bit & 7);
          seen.add(hashState(state));
          bytes[bit >> 3] ^= 1 << (bit & 7);
        }
      }
      expect(seen.size).toBe(1 + 8 * 64 * precision.BYTES_PER_ELEMENT);
    });
  }

  test('counts −0 as 0, as a file does', () => {
    const of = (list: number[]) => hashState(stateOf(list));
    expect(of([0, 1, 2, 0])).toBe(of([-0, 1, 2, -0]));
  });

  test.each([
    ['single', Float32Array, [0x7fc00000, 0xffc00000, 0x7fc12345]],
    ['double', Float64Array, [0x7ff80000, 0xfff80000, 0x7ff81234]],
  ] as const)(
    'counts every NaN in %s precision as the same, so that a blown-up run and its fork have one hash',
    (_, precision, words) => {
      const states = words.map((word) => {
        const state = stateOf(values, precision);
        new Uint32Array(state.velocities.buffer).fill(word, -precision.BYTES_PER_ELEMENT / 4);
        expect(state.velocities.at(-1)).toBeNaN();
        return state;
      });
      expect(new Set(states.map(hashState)).size).toBe(1);
      expect(hashState(stateOf([...values.slice(0, -2), Number.NaN, 0], precision))).not.toBe(hashState(states[0]));
    },
  );

  test('differs for positions and velocities, and for another order', () => {
    const of = (list: number[]) => hashState(stateOf(list));
    expect(of([2, 1])).not.toBe(of([1, 2]));
    expect(of([1, 2, 3, 4])).not.toBe(of([2, 1, 3, 4]));
  });
});
