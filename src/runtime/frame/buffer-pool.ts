/** A pool of the arrays that frames carry: they travel to the page and come back, so that a running scene allocates none. */
import type { Floats } from '../../physics';

export type BufferPool = ReturnType<typeof createBufferPool>;

/** Three frames are under way at most: one on its way, one on screen and one that was just replaced. */
export const MAX_IDLE = 24;

export function createBufferPool() {
  let idle: Floats[] = [];

  function take<Kind extends Floats>(kind: new (length: number) => Kind, length: number): Kind {
    const i = idle.findIndex((array) => array instanceof kind && array.length === length);
    return i < 0 ? new kind(length) : (idle.splice(i, 1)[0] as Kind);
  }

  return {
    /** An array of that kind and length with arbitrary content. */
    take,
    /** A copy of `source` in an array of the pool. */
    copy(source: Floats): Floats {
      const array: Floats =
        source instanceof Float32Array ? take(Float32Array, source.length) : take(Float64Array, source.length);
      array.set(source);
      return array;
    },
    /** Returns arrays that nothing reads any longer. */
    give(arrays: readonly Floats[]) {
      idle = [...arrays, ...idle].slice(0, MAX_IDLE);
    },
  };
}
