import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createArena, ordinaryBlock } from '../../../../src/physics/model/arena';

type Array = Float32Array | Float64Array | Uint32Array | Uint8Array;

const request = fc.record({
  kind: fc.constantFrom('floats', 'doubles', 'indices', 'flags'),
  count: fc.oneof(fc.nat(100), fc.nat(200_000)),
});

function overlap(a: Array, b: Array): boolean {
  if (a.buffer !== b.buffer || a.byteLength === 0 || b.byteLength === 0) return false;
  return a.byteOffset < b.byteOffset + b.byteLength && b.byteOffset < a.byteOffset + a.byteLength;
}

describe('an arena', () => {
  for (const precision of ['single', 'double'] as const) {
    test(`allocates arrays that are zero, aligned and disjoint, in ${precision} precision`, () => {
      fc.assert(
        fc.property(fc.array(request, { maxLength: 12 }), (requests) => {
          const arena = createArena(precision);
          const arrays = requests.map(({ kind, count }) => arena[kind as 'floats'](count) as Array);
          arrays.forEach((array, i) => {
            expect(array.length).toBe(requests[i].count);
            expect(array.byteOffset % 64).toBe(0);
            expect(array.every((value) => value === 0)).toBe(true);
            for (const other of arrays.slice(0, i)) expect(overlap(array, other)).toBe(false);
            array.fill(1);
          });
        }),
        { numRuns: 40, seed: 1 },
      );
    });
  }

  test('has floats of its precision, and doubles in any precision', () => {
    expect(createArena('single').floats(1)).toBeInstanceOf(Float32Array);
    expect(createArena('double').floats(1)).toBeInstanceOf(Float64Array);
    expect(createArena('single').doubles(1)).toBeInstanceOf(Float64Array);
  });

  test('reuses memory after a release, zeroed, and keeps the arrays before the mark', () => {
    const arena = createArena('single');
    const kept = arena.floats(10).fill(7);
    const mark = arena.mark();
    const first = arena.floats(1000).fill(3);
    arena.floats(1_000_000).fill(3);
    arena.release(mark);
    const second = arena.floats(1000);
    expect(second.buffer).toBe(first.buffer);
    expect(second.byteOffset).toBe(first.byteOffset);
    expect(second.every((value) => value === 0)).toBe(true);
    expect(kept.every((value) => value === 7)).toBe(true);
  });

  test('is zero after a release within and beyond what had been written', () => {
    const arena = createArena('single');
    // The block stays.
    arena.floats(1);
    const mark = arena.mark();
    arena.floats(1000).fill(3);
    arena.release(mark);
    arena.floats(10).fill(3);
    arena.release(mark);
    expect(arena.floats(2000).every((value) => value === 0)).toBe(true);
  });

  test('needs no more memory when the same arrays are allocated and released again', () => {
    let allocated = 0;
    const arena = createArena('double', (bytes) => {
      allocated += bytes;
      return ordinaryBlock(bytes);
    });
    const mark = arena.mark();
    arena.floats(1000);
    const before = allocated;
    for (let i = 0; i < 50; i++) {
      arena.release(arena.mark());
      arena.floats(100);
    }
    expect(allocated).toBe(before);
    expect(mark).toEqual({ block: -1, offset: 0, total: 0 });
  });

  test('counts the bytes of all arrays, over any number of blocks', () => {
    const arena = createArena('double');
    arena.flags(1);
    const mark = arena.mark();
    for (let i = 0; i < 5; i++) arena.floats(10_000);
    expect(arena.mark().total - mark.total).toBe(5 * 80_000);
    arena.release(mark);
    expect(arena.mark()).toEqual(mark);
  });
});
